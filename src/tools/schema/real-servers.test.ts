import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  boundSchema,
  convertSchema,
  isSchemaValidFor,
  listParameters,
  readInputSchema,
  readOutputSchema,
  toSignature,
} from './index.ts';

/** Lists of real servers are other people's data and not part of the repository. */
const DATA = process.env.TOOLSCOUT_DATA ?? join(import.meta.dirname, '../../../../shared/data');
const SERVERS = join(DATA, 'real-servers');

interface ListedTool {
  readonly server: string;
  readonly name: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

function readTools(): readonly ListedTool[] {
  return readdirSync(SERVERS)
    .filter((file) => file.endsWith('.json') && file !== 'index.json')
    .flatMap((file) => {
      const { tools } = JSON.parse(readFileSync(join(SERVERS, file), 'utf8')) as { tools: readonly ListedTool[] };
      return tools.map((tool) => ({ ...tool, server: file }));
    });
}

describe.skipIf(!existsSync(SERVERS))('schemas of real servers (skipped where the data is absent)', () => {
  const tools = existsSync(SERVERS) ? readTools() : [];
  const schemas = tools.map((tool) => ({ tool: `${tool.server}/${tool.name}`, ...readInputSchema(tool.inputSchema) }));
  const meta = new Ajv2020({ strict: false }).getSchema('https://json-schema.org/draft/2020-12/schema')!;

  it('are read as they are, without a repair that changes what they say', () => {
    expect(tools.length).toBeGreaterThan(2_000);
    for (const { tool, schema, wrapped } of schemas) {
      expect(wrapped, tool).toBe(false);
      expect(schema.type, tool).toBe('object');
      expect(meta(schema), tool).toBe(true);
    }
    const repaired = schemas.filter(({ repairs }) => repairs.length > 0);
    // Nine lists without any schema from one generator, and one malformed enum.
    expect(repaired.length).toBeLessThan(20);
  });

  it('have parameters and signatures within bounds', () => {
    for (const { tool, schema } of schemas) {
      expect(listParameters(schema).length, tool).toBeLessThanOrEqual(200);
      const signature = toSignature(schema);
      expect(signature.length, tool).toBeLessThanOrEqual(400);
      expect(signature, tool).toMatch(/^\{.*\}(?: \/\/ needs .*)?$/);
    }
  });

  it('stay valid when they are bounded', () => {
    for (const { tool, schema } of schemas) {
      const { schema: bounded } = boundSchema(schema, 2_000);
      expect(JSON.stringify(bounded).length, tool).toBeLessThanOrEqual(2_000);
      expect(meta(bounded), tool).toBe(true);
    }
  });

  it('convert to what each provider takes', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      for (const { tool, schema } of schemas) {
        const converted = convertSchema(schema, target);
        expect(isSchemaValidFor(converted.schema, target), `${tool} for ${target}`).toEqual([]);
        if (target !== 'gemini') expect(meta(converted.schema), tool).toBe(true);
      }
    }
  });

  it('have output schemas that can be read', () => {
    for (const tool of tools) expect(readOutputSchema(tool.outputSchema).problem, tool.name).toBeUndefined();
  });
});
