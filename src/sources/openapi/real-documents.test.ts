import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertSchema, createCatalog, isSchemaValidFor } from '../../tools/index.ts';
import { OpenApiService } from './service.ts';

const DATA = process.env.TOOLSCOUT_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const FOLDER = join(DATA, 'openapi-specs');
const MANIFEST = join(FOLDER, 'manifest.json');
const NAME = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

interface Row {
  readonly file: string;
  readonly version: string;
  readonly operations: number;
  readonly with_body: number;
}

const rows: readonly Row[] = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : [];

describe.skipIf(rows.length === 0)('published documents (needs the data folder)', () => {
  it('are all there', () => {
    expect(rows).toHaveLength(51);
  });

  it.each(rows.map((row) => [row.file, row] as const))('%s has a tool for each operation', async (file, row) => {
    const service = new OpenApiService({ name: 'a service', document: { file: join(FOLDER, file) } });
    await service.start();
    expect(service.status()).toMatchObject({ state: 'ready', tools: row.operations });
    const operations = service.entries().map(({ definition }) => service.operation(definition.name)!);
    const bodies = operations.filter(({ body }) => body !== undefined).length;
    // Of Swagger 2 the manifest counts neither forms nor bodies that a whole path shares.
    if (row.version.startsWith('3.')) expect(bodies).toBe(row.with_body);
    else expect(bodies).toBeGreaterThanOrEqual(row.with_body);
    const { tools } = createCatalog(service.entries());
    expect(new Set(tools.map(({ name }) => name)).size).toBe(row.operations);
    for (const tool of tools) {
      expect(tool.name).toMatch(NAME);
      expect(tool.description).not.toBe('');
      for (const target of ['anthropic', 'openai', 'gemini'] as const) {
        expect(isSchemaValidFor(convertSchema(tool.inputSchema, target).schema, target)).toEqual([]);
      }
    }
  });
});
