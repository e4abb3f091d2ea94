import { describe, expect, it } from 'vitest';
import { createCatalog } from '../tools/index.ts';
import type { Candidate, CandidateSet } from './backend.ts';
import { fuse, meaningWeights } from './fusion.ts';

const { tools } = createCatalog(
  [
    ['bluesky', 'like_post'],
    ['mastodon', 'like_post'],
  ].map(([server, name]) => ({
    source: { kind: 'mcp' as const, name: server! },
    definition: { name: name!, description: 'Likes a post.' },
  })),
);
const exampled = createCatalog(
  tools.map(({ source, raw }) => ({ source, definition: { ...raw }, examples: ['like what she wrote'] })),
).tools;

const candidate = (figures: Partial<Candidate> & Pick<Candidate, 'tool'>): Candidate => ({
  lexical: 0,
  coverage: 0,
  fields: 0,
  cosine: 0,
  deepCosine: 0,
  ...figures,
});
const setOf = (candidates: readonly Candidate[], more: Partial<CandidateSet> = {}): CandidateSet => ({
  candidates,
  queryIdf: 0,
  lexicalTotal: 0,
  tier: 'test',
  deep: false,
  calibrated: true,
  likeness: 0,
  operations: [],
  degraded: false,
  ...more,
});
const [ours, other] = tools as [Candidate['tool'], Candidate['tool']];

describe('the order of both legs', () => {
  it('lifts a tool that is named for a product of the request', () => {
    const candidates = [candidate({ tool: ours, cosine: 0.4 }), candidate({ tool: other, cosine: 0.5 })];
    expect(fuse(setOf(candidates), 3)[0]!.tool).toBe(other);
    const [first, second] = fuse(setOf(candidates, { products: ['bluesky'] }), 3);
    expect([first!.tool, second!.named]).toEqual([ours, 0]);
    expect(first!.named).toBeGreaterThan(0);
  });

  it('lifts less where a long request names the product by the way', () => {
    const set = setOf([candidate({ tool: ours })], { products: ['bluesky'] });
    const [short, long] = [3, 20].map((terms) => fuse(set, terms)[0]!.named);
    expect(long).toBeLessThan(short! / 2);
  });

  it('goes by the cosines without the product where there are any', () => {
    const candidates = [
      candidate({ tool: ours, cosine: 0.6, guided: 0.3, deepCosine: 0.8, deepGuided: 0.5 }),
      candidate({ tool: other, cosine: 0.5, guided: 0.4, deepCosine: 0.7, deepGuided: 0.6 }),
    ];
    expect(fuse(setOf(candidates, { deep: true }), 3).map(({ tool }) => tool)).toEqual([other, ours]);
  });

  it('lets meaning fall by the terms that count, not by all', () => {
    const set = setOf([candidate({ tool: ours })]);
    const whole = meaningWeights(set, ours, 3).first;
    expect(meaningWeights(set, ours, 14).first).toBeLessThan(whole);
    expect(meaningWeights({ ...set, countedTerms: 5 }, ours, 14).first).toBe(whole);
  });

  it('trusts meaning more against words where most tools have examples, which both models have read', () => {
    const plain = setOf(
      tools.map((tool) => candidate({ tool })),
      { deep: true },
    );
    const read = setOf(
      exampled.map((tool) => candidate({ tool })),
      { deep: true },
    );
    const meaning = (set: CandidateSet) => {
      const { first, deep } = meaningWeights(set, set.candidates[0]!.tool, 3);
      return first + deep;
    };
    expect(meaning(read)).toBeGreaterThan(meaning(plain));
  });
});
