import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPENAPI_DOCUMENT } from '../../src/gateway/http-api/index.ts';
import { readCatalogFile } from '../../src/sources/index.ts';

const FILE = resolve(import.meta.dirname, '../../docs/http-api.openapi.json');

describe('docs/http-api.openapi.json', () => {
  it('is what the gateway serves and checks bodies against; "node test/http-api/write-openapi.ts" writes it', () => {
    const { version: _written, ...info } = JSON.parse(readFileSync(FILE, 'utf8')).info;
    const { version: _served, ...served } = OPENAPI_DOCUMENT.info as Record<string, unknown>;
    expect(info).toEqual(served);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual({
      ...OPENAPI_DOCUMENT,
      info: expect.any(Object),
    });
  });

  it('is read by our own reader of such documents, whole', async () => {
    const entries = await readCatalogFile(FILE);
    expect(entries.map(({ definition }) => definition.name).sort()).toEqual([
      'assemble',
      'call',
      'decideApproval',
      'describe',
      'listApprovals',
      'openapi',
      'preselect',
      'search',
    ]);
  });

  it('refers to nothing that is not there, and leaves nothing unused', () => {
    const text = JSON.stringify(OPENAPI_DOCUMENT);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]));
    const { schemas } = OPENAPI_DOCUMENT.components as { schemas: Record<string, unknown> };
    expect([...used].sort()).toEqual(Object.keys(schemas).sort());
  });
});
