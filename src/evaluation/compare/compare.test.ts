import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearcherAnswer } from '../evaluate.ts';
import type { EvaluationQuery } from '../queries.ts';
import { compareRuns } from './compare-runs.ts';
import { permutationP } from './permutation.ts';
import { readRun, toRunLine } from './run-line.ts';

const query = (id: string, relevant: readonly string[] = ['right']): EvaluationQuery => ({
  id,
  text: `request ${id}`,
  lang: 'en',
  split: undefined,
  match: 'any',
  noTool: relevant.length === 0,
  relevant: new Map(relevant.map((tool) => [tool, 1])),
});
/** An answer with the right tool at this place; 0: nowhere. */
const answer = (place: number, verdict: SearcherAnswer['verdict'] = 'confident'): SearcherAnswer => ({
  verdict,
  callable: verdict !== 'none',
  ranked: Array.from({ length: 12 }, (_, rank) => ({ id: rank + 1 === place ? 'right' : `other-${rank}` })),
});
const runOf = (places: readonly number[], verdict?: SearcherAnswer['verdict']) =>
  new Map(places.map((place, i) => [String(i), answer(place, verdict)]));
const queries = (count: number) => Array.from({ length: count }, (_, i) => query(String(i)));

describe('compareRuns', () => {
  it('finds no difference between a run and itself', () => {
    const run = runOf([1, 3, 0, 7]);
    const { measures, moved } = compareRuns(queries(4), run, run, [1, 5]);
    expect(measures['recall@5']).toMatchObject({ a: 0.5, b: 0.5, difference: 0, low: 0, high: 0, p: 1, same: 4 });
    expect(moved).toEqual([]);
  });

  it('tells a difference that is one from chance', () => {
    const before = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : 8));
    const better = compareRuns(queries(60), runOf(before), runOf(before.map(() => 1)), [1]);
    expect(better.measures['recall@1']).toMatchObject({ a: 0.5, b: 1, difference: 0.5, better: 30, worse: 0 });
    expect(better.measures['recall@1']!.p).toBeLessThan(0.001);
    expect(better.measures['recall@1']!.low).toBeGreaterThan(0);
    const swapped = compareRuns(queries(60), runOf(before), runOf(before.map((place) => (place === 1 ? 8 : 1))), [1]);
    expect(swapped.measures['recall@1']!.p).toBeGreaterThan(0.5);
    expect(swapped.measures['recall@1']).toMatchObject({ better: 30, worse: 30, same: 0 });
  });

  it('names what moved, what matters most first', () => {
    const { moved } = compareRuns(queries(3), runOf([1, 9, 5]), runOf([0, 10, 1]), [1]);
    expect(moved).toEqual([
      { query: '0', text: 'request 0', from: 1, to: null },
      { query: '2', text: 'request 2', from: 5, to: 1 },
      { query: '1', text: 'request 1', from: 9, to: 10 },
    ]);
  });

  it('counts refusals of either side', () => {
    const all = [query('0'), query('1', [])];
    const { noTool, lost } = compareRuns(all, runOf([1, 0]), runOf([1, 0], 'none'), [1]);
    expect(noTool).toEqual({ total: 1, a: 0, b: 1 });
    expect(lost).toEqual({ a: 0, b: 1 });
  });

  it('does not compare what is not there', () => {
    expect(() => compareRuns(queries(2), runOf([1, 1]), runOf([1]), [1])).toThrow(RangeError);
  });
});

describe('permutationP', () => {
  it('is exact where it can be counted: three of the same sign come out so in one of four', () => {
    expect(permutationP([1, 1, 1])).toBeCloseTo(0.25, 1);
    expect(permutationP([])).toBe(1);
  });
});

describe('a saved run', () => {
  it('is read as it was written', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'toolscout-run-'));
    const given: SearcherAnswer = {
      verdict: 'ambiguous',
      callable: true,
      ranked: [{ id: 'a', confidence: 0.5 }, { id: 'b' }],
    };
    await writeFile(join(dir, 'run.jsonl'), `${JSON.stringify(toRunLine('q', given))}\n`);
    expect(await readRun(join(dir, 'run.jsonl'))).toEqual(new Map([['q', given]]));
    await writeFile(join(dir, 'bad.jsonl'), '{"query":"q"}\n');
    await expect(readRun(join(dir, 'bad.jsonl'))).rejects.toMatchObject({ code: 'CATALOG_INVALID' });
    await rm(dir, { recursive: true, force: true });
  });
});
