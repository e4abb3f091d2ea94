import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readNoToolQueries, readSet } from './set.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'toolscout-set-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const TOOLS = lines({ id: 't1', name: 'one' }, { id: 't2', name: 'two', server: 's' });
const QUERIES = lines(
  { id: 'q1', text: 'do one', lang: 'en', split: 'dev', kind: 'tool', match: 'any' },
  { id: 'q2', text: 'сделай два', lang: 'ru' },
  { id: 'q3', text: 'fly', lang: 'en', no_tool: true },
);
const QRELS = 'q1\tt1\t2\nq1\tt2\t1\nq2\tt2\t1\n';

async function writeSet(files: Record<string, string | Buffer> = {}): Promise<void> {
  const all = { 'tools.jsonl': TOOLS, 'queries.jsonl': QUERIES, 'qrels.tsv': QRELS, ...files };
  for (const [name, content] of Object.entries(all)) await writeFile(join(dir, name), content);
}

describe('readSet', () => {
  it('brings tools, queries and judgements together', async () => {
    await writeSet();
    const set = await readSet(dir);
    expect(set.tools.map((tool) => tool.id)).toEqual(['t1', 't2']);
    expect(set.queries).toEqual([
      {
        id: 'q1',
        text: 'do one',
        lang: 'en',
        split: 'dev',
        match: 'any',
        noTool: false,
        relevant: new Map([
          ['t1', 2],
          ['t2', 1],
        ]),
      },
      {
        id: 'q2',
        text: 'сделай два',
        lang: 'ru',
        split: undefined,
        match: 'all',
        noTool: false,
        relevant: new Map([['t2', 1]]),
      },
      { id: 'q3', text: 'fly', lang: 'en', split: undefined, match: 'all', noTool: true, relevant: new Map() },
    ]);
  });

  it('reads a gzipped catalogue, and another catalogue on request', async () => {
    await writeSet();
    await rm(join(dir, 'tools.jsonl'));
    await writeFile(join(dir, 'tools.jsonl.gz'), gzipSync(TOOLS));
    expect((await readSet(dir)).tools).toHaveLength(2);
    await writeFile(join(dir, 'more.jsonl'), TOOLS + lines({ id: 't3', name: 'three' }));
    expect((await readSet(dir, { toolsFile: join(dir, 'more.jsonl') })).tools).toHaveLength(3);
  });

  it('leaves judgements of 0 out', async () => {
    await writeSet({ 'qrels.tsv': `${QRELS}q2\tt1\t0\n` });
    expect((await readSet(dir)).queries[1]?.relevant).toEqual(new Map([['t2', 1]]));
  });

  it.each([
    ['queries.jsonl', `${QUERIES}{"id":`, 'queries.jsonl:4 is not JSON'],
    ['queries.jsonl', QUERIES + lines({ id: 'q1', text: 'again' }), 'queries.jsonl:4 repeats the query id "q1"'],
    ['queries.jsonl', QUERIES + lines({ id: 'q4' }), 'queries.jsonl:4 lacks "id" or "text"'],
    ['queries.jsonl', lines({ id: 'q1', text: 'x', match: 'some' }), 'queries.jsonl:1 has "match" "some"'],
    ['queries.jsonl', QUERIES + lines({ id: 'q4', text: 'x' }), 'Query "q4" of '],
    ['qrels.tsv', `${QRELS}q9\tt1\t1\n`, 'qrels.tsv:4 names the unknown query "q9"'],
    ['qrels.tsv', `${QRELS}q2\tt9\t1\n`, 'qrels.tsv:4 names the unknown tool "t9"'],
    ['qrels.tsv', `${QRELS}q2 t1 1\n`, 'qrels.tsv:4 is not "query id, tool id, whole number"'],
    ['qrels.tsv', `${QRELS}q2\tt1\tgood\n`, 'qrels.tsv:4 is not "query id, tool id, whole number"'],
    ['qrels.tsv', `${QRELS}q3\tt1\t1\n`, 'Query "q3" of '],
    ['tools.jsonl', `${TOOLS}nonsense`, 'tools.jsonl:3 is not JSON'],
  ])('rejects a wrong %s and says where (%#)', async (name, content, message) => {
    await writeSet({ [name]: content });
    await expect(readSet(dir)).rejects.toMatchObject({
      code: 'CATALOG_INVALID',
      message: expect.stringContaining(message),
      next: expect.stringMatching(/\.$/),
    });
  });

  it('says what is missing', async () => {
    await expect(readSet(dir)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('neither tools.jsonl nor tools.jsonl.gz'),
    });
  });
});

describe('readNoToolQueries', () => {
  it('takes every line as a request without a tool', async () => {
    await writeFile(join(dir, 'no-tool.jsonl'), lines({ id: 'n1', text: 'hug me', lang: 'en', kind: 'far' }));
    const [query] = await readNoToolQueries(join(dir, 'no-tool.jsonl'));
    expect(query).toMatchObject({ id: 'n1', noTool: true, relevant: new Map() });
  });
});
