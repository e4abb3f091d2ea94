import { describe, expect, it } from 'vitest';
import { evaluate, type Searcher, type SearcherAnswer } from './evaluate.ts';
import type { EvaluationQuery } from './queries.ts';
import type { EvaluationSet } from './set.ts';

function query(text: string, relevant: Record<string, number>, rest: Partial<EvaluationQuery> = {}): EvaluationQuery {
  return {
    id: `q-${text}`,
    text,
    lang: 'en',
    split: undefined,
    match: 'all',
    noTool: Object.keys(relevant).length === 0,
    relevant: new Map(Object.entries(relevant)),
    ...rest,
  };
}

const setOf = (...queries: EvaluationQuery[]): EvaluationSet => ({
  tools: ['a', 'b', 'c'].map((id) => ({ id, source: { kind: 'mcp', name: 's' }, definition: { name: id } })),
  queries,
});

type Scripted = readonly [verdict: SearcherAnswer['verdict'], ranked: readonly string[], callable?: boolean];

/** Answers each text as scripted. */
const scripted =
  (answers: Record<string, Scripted>): Searcher =>
  async ({ text }) => {
    const [verdict, ranked, callable = verdict !== 'none'] = answers[text]!;
    return { verdict, callable, ranked: ranked.map((id) => ({ id })) };
  };

describe('evaluate', () => {
  it('reports in the pinned shape', async () => {
    const set = setOf(
      query('first', { a: 1 }, { split: 'dev' }),
      query('second', { b: 2, c: 1 }, { lang: 'ru', split: 'dev' }),
      query('nothing', {}, { lang: 'ru' }),
    );
    const search = scripted({
      first: ['confident', ['a', 'b']],
      second: ['ambiguous', ['a', 'b']],
      nothing: ['none', ['c']],
    });
    const report = await evaluate(set, search, { depths: [5, 1], buildMs: 12.34567, config: { backend: 'memory' } });
    const answered = { total: 1, lost: 0, ambiguousRight: 0 };
    // second, nDCG: (3/log2(3)) / (3 + 1/log2(3)) = 0.5213
    expect({ ...report, latencyMs: Object.keys(report.latencyMs) }).toEqual({
      tools: 3,
      queries: 3,
      recall: { 1: 0.5, 5: 0.75 },
      hit: { 1: 0.5, 5: 1 },
      mrr: 0.75,
      ndcg: { 10: 0.7606 },
      byLang: {
        en: {
          queries: 1,
          recall: { 1: 1, 5: 1 },
          hit: { 1: 1, 5: 1 },
          mrr: 1,
          ndcg: { 10: 1 },
          refusal: { noTool: { total: 0, refused: 0 }, answerable: answered },
        },
        ru: {
          queries: 2,
          recall: { 1: 0, 5: 0.5 },
          hit: { 1: 0, 5: 1 },
          mrr: 0.5,
          ndcg: { 10: 0.5213 },
          refusal: { noTool: { total: 1, refused: 1 }, answerable: answered },
        },
      },
      bySplit: {
        dev: {
          queries: 2,
          recall: { 1: 0.5, 5: 0.75 },
          hit: { 1: 0.5, 5: 1 },
          mrr: 0.75,
          ndcg: { 10: 0.7606 },
          refusal: { noTool: { total: 0, refused: 0 }, answerable: { ...answered, total: 2 } },
        },
      },
      byServer: {},
      intervals: {
        level: 0.95,
        // Two of two right leave room for doubt: never a point.
        recall: { 1: [0, 1], 5: [0.1186, 1] },
        hit: { 1: [0, 1], 5: [0.1581, 1] },
        mrr: [0.1186, 1],
        ndcg: { 10: [0.1203, 1] },
      },
      refusal: { noTool: { total: 1, refused: 1 }, answerable: { ...answered, total: 2 } },
      calibration: null,
      latencyMs: ['p50', 'p95'],
      buildMs: 12.3457,
      config: { backend: 'memory' },
    });
    expect(report.latencyMs.p50).toBeGreaterThanOrEqual(0);
  });

  it('sets how sure the search was of first hits beside how often they are right', async () => {
    const set = setOf(query('right', { a: 1 }), query('wrong', { a: 1 }), query('nothing fits', {}));
    const report = await evaluate(set, async ({ text }) => ({
      verdict: 'confident',
      ranked: [{ id: text === 'right' ? 'a' : 'b', confidence: text === 'nothing fits' ? 0.1 : 0.5 }],
      callable: true,
    }));
    expect(report.calibration).toMatchObject({ judged: 3, error: 0.0333 });
    expect(report.calibration!.bins[5]).toMatchObject({ count: 2, confidence: 0.5, right: 0.5 });
  });

  it('counts a request for each server that has a tool for it, and tells each answer as it comes', async () => {
    const told: string[] = [];
    const set = setOf(query('one', { a: 1 }), query('both', { a: 1, b: 1 }), query('nothing', {}));
    const search = scripted({ one: ['confident', ['a']], both: ['confident', ['b']], nothing: ['none', []] });
    const { byServer } = await evaluate(set, search, {
      depths: [1],
      serverOf: (tool) => (tool === 'a' ? 'x' : 'y'),
      onAnswer: ({ id }, { verdict }) => told.push(`${id} ${verdict}`),
    });
    expect(byServer).toMatchObject({
      x: { queries: 2, recall: { 1: 0.75 } },
      y: { queries: 1, recall: { 1: 0.5 } },
    });
    expect(told).toEqual(['q-one confident', 'q-both confident', 'q-nothing none']);
  });

  it('takes none, and ambiguous without a callable hit, as refused', async () => {
    const set = setOf(...['none', 'empty', 'offered', 'sure'].map((text) => query(text, {})));
    const search = scripted({
      none: ['none', ['a']],
      empty: ['ambiguous', ['a'], false],
      offered: ['ambiguous', ['a'], true],
      sure: ['confident', ['a']],
    });
    expect((await evaluate(set, search)).refusal.noTool).toEqual({ total: 4, refused: 2 });
  });

  it('takes an answerable request as lost only when its tool was in the top five', async () => {
    const set = setOf(...['fifth', 'sixth', 'kept'].map((text) => query(text, { a: 1 })));
    const search = scripted({
      fifth: ['none', ['v', 'w', 'x', 'y', 'a']],
      sixth: ['none', ['v', 'w', 'x', 'y', 'z', 'a']],
      kept: ['ambiguous', ['a']],
    });
    expect((await evaluate(set, search)).refusal.answerable).toEqual({ total: 3, lost: 1, ambiguousRight: 1 });
  });

  it('counts the ranking whatever the verdict, and a query without results as 0', async () => {
    const set = setOf(query('refused', { a: 1 }), query('silent', { a: 1 }));
    const search = scripted({ refused: ['none', ['a']], silent: ['none', []] });
    const report = await evaluate(set, search);
    expect(report.recall).toEqual({ 1: 0.5, 5: 0.5, 10: 0.5, 50: 0.5 });
    expect(report.mrr).toBe(0.5);
  });

  it('leaves queries without a tool out of the retrieval figures', async () => {
    const set = setOf(query('right', { a: 1 }), query('nothing', {}, { lang: 'zh' }));
    const report = await evaluate(set, scripted({ right: ['confident', ['a']], nothing: ['confident', ['b']] }));
    expect(report.recall['1']).toBe(1);
    expect(report.byLang.zh).toMatchObject({ queries: 1, recall: { 1: null }, mrr: null, ndcg: { 10: null } });
  });

  it('counts a tool that is listed twice once', async () => {
    const set = setOf(query('twice', { a: 1, b: 1 }));
    const report = await evaluate(set, scripted({ twice: ['confident', ['a', 'a', 'b']] }), { depths: [2] });
    expect(report.recall).toEqual({ 2: 1 });
    expect(report.ndcg).toEqual({ 10: 1 });
  });

  it('asks for a ranking as long as the deepest measure', async () => {
    const limits: number[] = [];
    const search: Searcher = async ({ limit }) => {
      limits.push(limit);
      return { verdict: 'none', ranked: [], callable: false };
    };
    await evaluate(setOf(query('a', { a: 1 })), search, { depths: [1] });
    await evaluate(setOf(query('a', { a: 1 })), search, { depths: [1, 200] });
    expect(limits).toEqual([10, 200]);
  });

  it('refuses depths that mean nothing', async () => {
    const search = scripted({});
    await expect(evaluate(setOf(), search, { depths: [0] })).rejects.toThrow(RangeError);
    await expect(evaluate(setOf(), search, { depths: [] })).rejects.toThrow(RangeError);
  });

  it('reports an empty set without inventing figures', async () => {
    const report = await evaluate(setOf(), scripted({}));
    expect(report).toMatchObject({ queries: 0, mrr: null, intervals: null, latencyMs: { p50: null, p95: null } });
  });
});
