import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../tools/index.ts';
import type { FusedCandidate } from './fusion.ts';
import { hitConfidences, judge } from './verdict.ts';

const [tool] = createCatalog([{ source: { kind: 'core', name: 'host' }, definition: { name: 'x' } }]).tools as [Tool];
const candidate = (figures: Partial<FusedCandidate>): FusedCandidate => ({
  tool,
  lexical: 0,
  coverage: 0,
  fields: 0,
  cosine: 0,
  deepCosine: 0,
  lexicalShare: 0,
  named: 0,
  deprecation: 0,
  score: figures.cosine ?? 0,
  ...figures,
});
const FACTS = {
  query: 'water the plants',
  terms: 2,
  size: 200,
  deep: false,
  likeness: 0,
  unserved: false,
  unoffered: false,
  operations: [],
};
const far = [candidate({ cosine: 0.1 }), candidate({ cosine: 0.09 })];
const near = [candidate({ cosine: 0.8, coverage: 0.5, lexicalShare: 0.4, score: 1.2 }), candidate({ cosine: 0.3 })];

describe('the verdict', () => {
  it('says none when nothing is near in words or meaning', () => {
    expect(judge(far, FACTS, 'balanced')).toBe('none');
    expect(judge([], FACTS, 'balanced')).toBe('none');
  });

  it('is confident when one tool is near and the next is not', () => {
    expect(judge(near, FACTS, 'balanced')).toBe('confident');
    const [first, second] = hitConfidences(near, FACTS);
    expect(first).toBeGreaterThan(second!);
  });

  it('is not confident of one of a crowd that is as near', () => {
    const one = candidate({ cosine: 0.45, coverage: 0.3, lexicalShare: 0.2, score: 0.6 });
    expect(judge([one, candidate({ cosine: 0.2 })], FACTS, 'never')).toBe('confident');
    expect(judge(Array<FusedCandidate>(50).fill(one), FACTS, 'never')).toBe('ambiguous');
  });

  it('is not confident of a tool where nobody serves the product that was asked for', () => {
    expect(judge(near, { ...FACTS, unserved: true }, 'never')).toBe('ambiguous');
  });

  it('refuses what the named product does not do, however near its tools are', () => {
    expect(judge(near, { ...FACTS, unoffered: true }, 'balanced')).toBe('none');
    expect(judge(near, { ...FACTS, unoffered: true }, 'never')).toBe('ambiguous');
  });

  it('never refuses when told so', () => {
    expect(judge(far, FACTS, 'never')).not.toBe('none');
  });

  it('does not refuse a tool that holds what the request says, however small the catalog', () => {
    const worded = [candidate({ cosine: 0.1, coverage: 1, lexicalShare: 0.3, score: 0.4 })];
    expect(judge(worded, { ...FACTS, terms: 1, size: 1 }, 'balanced')).not.toBe('none');
  });

  it('does not take a word that one tool lacks for a rare one', () => {
    const [viewer] = createCatalog([
      {
        source: { kind: 'mcp', name: 'shop' },
        definition: { name: 'invoice_viewer', description: 'View or export one.' },
      },
    ]).tools as [Tool];
    const worded = [candidate({ tool: viewer, cosine: 0.1, coverage: 0.3, lexicalShare: 0.2, score: 0.3 })];
    const facts = { ...FACTS, query: 'export invoices to csv', terms: 3 };
    expect(judge(worded, { ...facts, size: 1 }, 'balanced')).not.toBe('none');
    expect(judge(worded, { ...facts, size: 200 }, 'balanced')).toBe('none');
  });

  it('refuses no answer whose first hit stands out among several, and one of few candidates all the same', () => {
    const odd = { ...FACTS, likeness: -40 };
    const first = candidate({ cosine: 0.5, coverage: 0.2, lexicalShare: 0.1, score: 1 });
    const rest = [0.2, 0.18, 0.16, 0.1].map((cosine) => candidate({ cosine }));
    expect(judge([first, ...rest], odd, 'balanced')).toBe('confident');
    expect(judge([first, ...rest.slice(1)], odd, 'balanced')).toBe('none');
    expect(judge([first], odd, 'balanced')).toBe('none');
  });

  it('gives probabilities', () => {
    for (const ranked of [far, near]) {
      const [confidence] = hitConfidences(ranked, FACTS);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });
});
