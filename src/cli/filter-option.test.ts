import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerEval } from './eval.ts';
import { runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const MINE = [
  { id: 'm1', name: 'create_issue', description: 'Create an issue.', acl: { tenant: 't1' } },
  { id: 'm2', name: 'list_commits', description: 'List commits.', tags: { tenant: '*' } },
];
const THEIRS = [
  { id: 'h1', name: 'create_issues', description: 'Create many issues.', acl: { tenant: ['t2'] } },
  { id: 'h2', name: 'close_issue', description: 'Close an issue.', acl: { tenant: 't3' } },
];

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write('project/all.jsonl', lines(...THEIRS, ...MINE));
  await machine.write('project/mine.jsonl', lines(...MINE));
});
afterEach(() => machine.remove());

async function run(...argv: string[]): Promise<{ code: number; said: Record<string, unknown>; text: string }> {
  const before = machine.stdout().length;
  const code = await runCommandLine([...argv, '--json'], machine.io, [registerSearch, registerEval]);
  const text = machine.stdout().slice(before);
  return { code, text, said: JSON.parse(text) as Record<string, unknown> };
}
const search = (file: string, query: string, filter: string) =>
  run('search', query, '--tools', file, '--tier', 'static', '--filter', filter);

describe('--filter', () => {
  it('gives, byte for byte, what a catalogue without the hidden tools gives', async () => {
    for (const query of ['create issues', 'close_issue', 'select:h2,create_isue', 'fly to the moon', '/issue/']) {
      const filtered = await search('all.jsonl', query, 'tenant=t1');
      expect(filtered).toEqual(await search('mine.jsonl', query, 'tenant=t1'));
      expect(filtered.said.tools).toBe(2);
    }
  });

  it('is wrong usage where it cannot be read or names an unknown tag', async () => {
    const broken = await search('all.jsonl', 'issue', 'tenant=');
    expect(broken).toMatchObject({ code: 2, said: { error: { code: 'FILTER_INVALID' } } });
    expect(broken.text).toContain('position 8');
    const unknown = await search('all.jsonl', 'issue', 'NOT tenat=t2');
    expect(unknown).toMatchObject({ code: 2, said: { error: { next: 'Did you mean "tenant"?' } } });
  });

  it('sees nothing where nothing is granted', async () => {
    const { code, said } = await search('all.jsonl', 'create_issue', '{"tenant":[]}');
    expect([code, said.verdict, said.hits, said.ranked, said.tools]).toEqual([0, 'none', [], [], 0]);
  });

  it('measures on what the caller sees', async () => {
    await machine.write('project/set/tools.jsonl', lines(...THEIRS, ...MINE));
    await machine.write(
      'project/set/queries.jsonl',
      lines({ id: 'q1', text: 'create an issue', lang: 'en' }, { id: 'q2', text: 'close an issue', lang: 'en' }),
    );
    await machine.write('project/set/qrels.tsv', 'q1\tm1\t1\nq2\th2\t1\n');
    const { code, said } = await run('eval', '--set', 'set', '--tier', 'lexical', '--k', '1', '--filter', 'tenant=t1');
    expect(code).toBe(0);
    expect(said).toMatchObject({ tools: 2, queries: 1, recall: { 1: 1 }, config: { filter: 'tenant=t1', skipped: 1 } });
  });
});
