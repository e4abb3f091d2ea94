import { describe, expect, it } from 'vitest';
import { buildLexicalIndex } from './lexical-index.ts';
import { impactOf, inverseFrequency, weighTerms } from './weigh-document.ts';

const FIELDS = [
  { name: 'name', weight: 3, lengthNormalisation: 0.4 },
  { name: 'text', weight: 1, lengthNormalisation: 0.7 },
];
const LENGTHS = [2, 4];
const DOCUMENTS = [
  {
    key: 'a',
    terms: [
      ['send', 'mail'],
      ['send', 'a', 'mail', 'mail'],
    ],
  },
  { key: 'b', terms: [['read'], ['mail', 'or', 'read']] },
  { key: 'c', terms: [[], ['nothing']] },
];

describe('a document weighed by itself', () => {
  it('scores as in an index of all', () => {
    const index = buildLexicalIndex(DOCUMENTS, FIELDS, { averageLengths: LENGTHS });
    const terms = ['mail', 'read', 'send', 'unknown'];
    const { candidates } = index.lexical({ terms, limit: 3 });
    const frequency = (term: string) => DOCUMENTS.filter(({ terms: all }) => all.some((f) => f.includes(term))).length;
    for (const { key, score, fields } of candidates) {
      const weighed = weighTerms(DOCUMENTS.find((one) => one.key === key)!.terms, FIELDS, LENGTHS);
      let own = 0;
      let bits = 0;
      for (const term of terms) {
        const held = weighed.get(term);
        if (held === undefined) continue;
        own += inverseFrequency(DOCUMENTS.length, frequency(term)) * impactOf(held.weight);
        bits |= held.fields;
      }
      expect(own).toBeCloseTo(score, 12);
      expect(bits).toBe(fields);
    }
    expect(candidates).toHaveLength(2);
  });
});
