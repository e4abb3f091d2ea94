import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hitAt, type Judged, ndcgAt, recallAt, reciprocalRank } from '../../src/evaluation/index.ts';

interface Fixture {
  readonly means: Readonly<Record<string, number>>;
  readonly queries: readonly {
    readonly id: string;
    readonly ranking: readonly string[];
    readonly relevant: Readonly<Record<string, number>>;
    readonly values: Readonly<Record<string, number>>;
  }[];
}

/** Written by `ir_measures_fixture.py`. */
const { means, queries } = JSON.parse(readFileSync(join(import.meta.dirname, 'ir-measures.json'), 'utf8')) as Fixture;

const MEASURES: Readonly<Record<string, (k: number, ranking: readonly string[], query: Judged) => number>> = {
  recall: recallAt,
  hit: hitAt,
  mrr: (_k, ranking, query) => reciprocalRank(ranking, query),
  ndcg: ndcgAt,
};

const measured = (name: string, { ranking, relevant }: Fixture['queries'][number]): number => {
  const [measure = '', depth] = name.split('@');
  return MEASURES[measure]!(Number(depth ?? 0), ranking, { match: 'all', relevant: new Map(Object.entries(relevant)) });
};

describe('the measures beside ir_measures, on random runs', () => {
  it.each(Object.keys(means))('%s is the same for each query and in the mean, to 1e-9', (name) => {
    expect(queries.length).toBe(80);
    const values = queries.map((query) => measured(name, query));
    for (const [position, value] of values.entries()) {
      expect(Math.abs(value - queries[position]!.values[name]!), queries[position]!.id).toBeLessThan(1e-9);
    }
    expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length - means[name]!)).toBeLessThan(1e-9);
  });
});
