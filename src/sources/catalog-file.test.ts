import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCatalogFile } from './catalog-file.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'toolscout-catalog-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, content);
  return path;
}

const row = {
  id: 'files/Read any:file',
  name: 'read_file',
  description: 'Read one file',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  server: 'files',
  lang: 'en',
};

describe('readCatalogFile on JSON Lines', () => {
  it('keeps the id verbatim and turns columns into an entry', async () => {
    const [entry] = await readCatalogFile(await file('one.jsonl', JSON.stringify(row)));
    expect(entry).toEqual({
      id: 'files/Read any:file',
      source: { kind: 'mcp', name: 'files' },
      definition: {
        name: 'read_file',
        description: 'Read one file',
        inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      },
    });
    expect(Object.isFrozen(entry?.definition.inputSchema)).toBe(true);
  });

  it('reads gzip, blank lines, Windows line ends and a byte order mark', async () => {
    const text = `\ufeff${JSON.stringify(row)}\r\n\r\n${JSON.stringify({ name: 'b', description: '写文件' })}\r\n`;
    const plain = await readCatalogFile(await file('crlf.jsonl', text));
    const packed = await readCatalogFile(await file('crlf.jsonl.gz', gzipSync(text)));
    expect(plain.map((entry) => entry.definition.name)).toEqual(['read_file', 'b']);
    expect(packed).toEqual(plain);
    expect(plain[1]).toEqual({ source: { kind: 'mcp', name: '' }, definition: { name: 'b', description: '写文件' } });
  });

  it('puts characters together that a chunk border parted', async () => {
    // Longer than one read of 64 KiB, in characters of three bytes, so that some border falls inside one.
    const description = '搜索文件'.repeat(40_000);
    const [entry] = await readCatalogFile(await file('long.jsonl', JSON.stringify({ name: 'a', description })));
    expect(entry?.definition.description).toBe(description);
  });

  it('takes tags from tags or acl, single values as lists of one', async () => {
    const lines = [
      { name: 'a', acl: { tenant: 't1', role: ['a', 'b'], level: 3, empty: [] } },
      { name: 'b', tags: { region: '*' }, acl: { region: ['*'], tenant: 't2' } },
    ];
    const entries = await readCatalogFile(
      await file('acl.jsonl', lines.map((line) => JSON.stringify(line)).join('\n')),
    );
    expect(entries.map((entry) => entry.tags)).toEqual([
      { tenant: ['t1'], role: ['a', 'b'], level: ['3'], empty: [] },
      { region: ['*'], tenant: ['t2'] },
    ]);
  });

  it('keeps examples, kind, mode and members it does not know', async () => {
    const line = {
      name: 'a',
      examples: ['do a'],
      kind: 'skill',
      catalogMode: 'direct-only',
      annotations: {},
      vendor: 1,
    };
    const [entry] = await readCatalogFile(await file('rest.jsonl', JSON.stringify(line)));
    expect(entry).toMatchObject({ examples: ['do a'], kind: 'skill', catalogMode: 'direct-only' });
    expect(entry?.definition).toEqual({ name: 'a', annotations: {}, vendor: 1 });
  });

  it.each([
    ['{"name":"a"}\n{"name":', 'bad.jsonl:2 is not JSON'],
    ['{"name":"a"}\n\n[1]', 'bad.jsonl:3 is not a JSON object'],
    ['{"description":"no name"}', 'bad.jsonl:1 has no "name"'],
    ['{"name":""}', 'bad.jsonl:1 has no "name"'],
    ['{"id":7,"name":"a"}', 'bad.jsonl:1 has "id" that is not a non-empty string'],
    ['{"id":"x","name":"a"}\n{"id":"x","name":"b"}', 'bad.jsonl:2 repeats the id "x" of line 1'],
    ['{"name":"a","tags":["x"]}', 'bad.jsonl:1 has "tags" that is no object'],
    ['{"name":"a","acl":{"tenant":{"id":1}}}', 'bad.jsonl:1 has a value of "acl.tenant" that is no string'],
    ['{"name":"a","acl":{"tenant":"x"},"tags":{"tenant":"y"}}', 'bad.jsonl:1 gives "tenant" twice'],
  ])('rejects %j and says where', async (content, message) => {
    const path = await file('bad.jsonl', content);
    await expect(readCatalogFile(path)).rejects.toMatchObject({
      code: 'CATALOG_INVALID',
      message: expect.stringContaining(message),
      next: expect.stringMatching(/\.$/),
    });
  });

  it('says which file is missing or damaged', async () => {
    const missing = join(dir, 'missing.jsonl');
    await expect(readCatalogFile(missing)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      details: { path: missing },
    });
    const damaged = await file('damaged.jsonl.gz', gzipSync(JSON.stringify(row).repeat(100)).subarray(0, 40));
    await expect(readCatalogFile(damaged)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

describe('readCatalogFile on JSON documents', () => {
  it('reads an array like JSON Lines', async () => {
    const entries = await readCatalogFile(await file('array.json', JSON.stringify([row, { name: 'b' }], null, 2)));
    expect(entries.map((entry) => entry.id)).toEqual(['files/Read any:file', undefined]);
  });

  it("takes a recorded tools/list as the server's, named after the file, and believes nothing else in it", async () => {
    const definition = { name: 'read', id: 'core:fake', inputSchema: true, tags: ['x'], acl: { tenant: '*' } };
    const entries = await readCatalogFile(await file('memory.json', JSON.stringify({ tools: [definition, {}] })));
    expect(entries).toEqual([
      { source: { kind: 'mcp', name: 'memory' }, definition },
      { source: { kind: 'mcp', name: 'memory' }, definition: {} },
    ]);
  });

  it('rejects a document without tools', async () => {
    await expect(readCatalogFile(await file('none.json', '{"servers":[]}'))).rejects.toMatchObject({
      code: 'CATALOG_INVALID',
      message: expect.stringContaining('none.json holds no list of tools'),
    });
  });
});
