import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { reportMarkdown } from './report-markdown.ts';
import { readThresholds, shortfalls } from './thresholds.ts';

const report = await evaluate(
  {
    tools: [],
    queries: ['a', 'b'].map((id) => ({
      id,
      text: id,
      lang: 'en',
      split: undefined,
      match: 'any' as const,
      noTool: false,
      relevant: new Map([[id, 1]]),
    })),
  },
  async () => ({ verdict: 'confident', ranked: [{ id: 'x' }, { id: 'a' }], callable: true }),
  { depths: [1, 5] },
);

describe('thresholds', () => {
  it('are reached or missed as the report says', () => {
    expect(shortfalls(report, readThresholds('recall@5=.5, mrr=0.25,kept=1'))).toEqual([]);
    expect(shortfalls(report, readThresholds('recall@1=.1,hit@5=.6'))).toEqual([
      { figure: 'recall@1', least: 0.1, value: 0 },
      { figure: 'hit@5', least: 0.6, value: 0.5 },
    ]);
  });

  it('are missed where nothing was measured', () => {
    expect(shortfalls(report, readThresholds('recall@7=0,refused=0,endToEnd=0')).map(({ value }) => value)).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each(['recall=.5', 'recall@5', 'recall@5=80', 'speed=1', ''])('refuse %j', (text) => {
    expect(() => readThresholds(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

describe('a report as Markdown', () => {
  it('holds the figures with their intervals, and no cell that a request could break', () => {
    const text = reportMarkdown(report, 'Search');
    expect(text).toContain('| all | 2 | 0.000 | 0.500 | 0.250 |');
    expect(text).toMatch(/\| 95 % \| {2}\| 0\.000 to 0\.\d+ \|/);
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .every((line) => line.endsWith('|')),
    ).toBe(true);
  });
});
