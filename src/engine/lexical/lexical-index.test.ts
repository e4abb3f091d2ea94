import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLexicalIndex } from '../index.ts';
import type { AnalyzedDocument, FieldOptions, LexicalResult } from '../types.ts';
import { K1 } from './constants.ts';

const FIELDS: readonly FieldOptions[] = [
  { name: 'name', weight: 3, lengthNormalisation: 0.4 },
  { name: 'body', weight: 1, lengthNormalisation: 0.75 },
  { name: 'rest', weight: 0.4, lengthNormalisation: 1 },
];

/** One document; each field is a text whose words are the terms. */
function document(key: string, ...fields: string[]): AnalyzedDocument {
  return { key, terms: FIELDS.map((_, field) => (fields[field] ?? '').split(' ').filter(Boolean)) };
}

function keys(result: LexicalResult): string[] {
  return result.candidates.map(({ key }) => key);
}

/** What can be compared between two indexes, whose document numbers differ. */
function withoutNumbers({ candidates, total }: LexicalResult): unknown {
  return { total, candidates: candidates.map(({ doc: _doc, ...rest }) => rest) };
}

/** The formula once more, read off the paper with objects and loops: the oracle. */
function naiveSearch(
  documents: readonly AnalyzedDocument[],
  fields: readonly FieldOptions[],
  query: readonly string[],
) {
  const count = documents.length;
  const averages = fields.map((_, f) => documents.reduce((sum, { terms }) => sum + terms[f]!.length, 0) / count);
  const idfs = new Map(
    query.map((term) => {
      const df = documents.filter(({ terms }) => terms.some((field) => field.includes(term))).length;
      return [term, Math.log(1 + (count - df + 0.5) / (df + 0.5))];
    }),
  );
  const queryIdf = [...idfs.values()].reduce((sum, idf) => sum + idf, 0);
  const scored = documents.map(({ key, terms }, doc) => {
    let score = 0;
    let heldIdf = 0;
    let matched = 0;
    for (const [term, idf] of idfs) {
      let weighted = 0;
      fields.forEach(({ weight, lengthNormalisation: b }, f) => {
        const tf = terms[f]!.filter((other) => other === term).length;
        if (tf === 0) return;
        weighted += (weight * tf) / (1 - b + b * (terms[f]!.length / averages[f]!));
        matched |= 2 ** f;
      });
      score += idf * (weighted / (K1 + weighted));
      if (weighted > 0) heldIdf += idf;
    }
    return { key, doc, score, coverage: heldIdf / queryIdf, fields: matched };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.doc - b.doc);
}

const term = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'constructor', '__proto__', '查询', '');
const corpus: fc.Arbitrary<AnalyzedDocument[]> = fc
  .array(
    fc.tuple(fc.array(term, { maxLength: 3 }), fc.array(term, { maxLength: 9 }), fc.array(term, { maxLength: 9 })),
    {
      maxLength: 25,
    },
  )
  .map((all) => all.map((terms, index) => ({ key: `k${index}`, terms })));
const query = fc.array(fc.oneof(term, fc.constant('unknown')), { maxLength: 6 });

describe('the lexical index', () => {
  it('scores as the formula says', () => {
    fc.assert(
      fc.property(corpus, query, (documents, terms) => {
        const expected = naiveSearch(documents, FIELDS, terms);
        const { candidates, total } = buildLexicalIndex(documents, FIELDS).lexical({ terms, limit: 100 });
        expect(total).toBe(expected.length);
        const byKey = new Map(expected.map((candidate) => [candidate.key, candidate]));
        for (const [rank, candidate] of candidates.entries()) {
          const wanted = byKey.get(candidate.key)!;
          expect(candidate.score).toBeCloseTo(wanted.score, 9);
          // Equal up to rounding, the oracle may have the two the other way round.
          expect(candidate.score).toBeCloseTo(expected[rank]!.score, 9);
          expect(candidate.coverage).toBeCloseTo(wanted.coverage, 9);
          expect(candidate.fields).toBe(wanted.fields);
          expect(candidate.doc).toBe(wanted.doc);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('ranks by score, and documents of equal score in their own order', () => {
    fc.assert(
      fc.property(corpus, query, (documents, terms) => {
        const { candidates } = buildLexicalIndex(documents, FIELDS).lexical({ terms, limit: 100 });
        for (const [rank, { score, doc }] of candidates.entries()) {
          const next = candidates[rank + 1];
          if (next !== undefined) expect(score > next.score || (score === next.score && doc < next.doc)).toBe(true);
        }
      }),
    );
  });

  it('shows nothing of documents that are not allowed: the answer is that of an index without them', () => {
    fc.assert(
      fc.property(
        corpus,
        query,
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        (documents, terms, allowed) => {
          const whole = buildLexicalIndex(documents, FIELDS).lexical({
            terms,
            limit: 7,
            allow: (doc) => allowed[doc]!,
          });
          const visible = documents.filter((_, index) => allowed[index]);
          const part = buildLexicalIndex(visible, FIELDS).lexical({ terms, limit: 7 });
          expect(withoutNumbers(whole)).toEqual(withoutNumbers(part));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives the same bits whatever the order and the repetition of query terms', () => {
    fc.assert(
      fc.property(corpus, query, (documents, terms) => {
        const index = buildLexicalIndex(documents, FIELDS);
        const shuffled = [...terms].reverse().flatMap((word) => [word, word]);
        expect(index.lexical({ terms: shuffled, limit: 9 })).toEqual(index.lexical({ terms, limit: 9 }));
      }),
    );
  });

  it('carries nothing from one search to the next', () => {
    fc.assert(
      fc.property(corpus, query, query, (documents, first, second) => {
        const used = buildLexicalIndex(documents, FIELDS);
        used.lexical({ terms: first, limit: 3 });
        const fresh = buildLexicalIndex(documents, FIELDS);
        expect(used.lexical({ terms: second, limit: 9 })).toEqual(fresh.lexical({ terms: second, limit: 9 }));
      }),
    );
  });

  it('may be searched from inside its own filter', () => {
    const index = buildLexicalIndex([document('x', 'mail'), document('y', 'mail')], FIELDS);
    const request = { terms: ['mail'], limit: 5 };
    const nested = index.lexical({ ...request, allow: (doc) => index.lexical(request).total === 2 && doc === 1 });
    expect(keys(nested)).toEqual(['y']);
  });

  it('counts all that match and returns as many as asked for', () => {
    const index = buildLexicalIndex([document('x', 'mail'), document('y', 'mail'), document('z', 'file')], FIELDS);
    const result = index.lexical({ terms: ['mail'], limit: 1 });
    expect(keys(result)).toEqual(['x']);
    expect(result.total).toBe(2);
  });

  it('tells in which fields a document matched', () => {
    const index = buildLexicalIndex([document('x', 'send', 'mail', 'send'), document('y', '', 'mail')], FIELDS);
    const { candidates } = index.lexical({ terms: ['send', 'mail'], limit: 5 });
    expect(candidates.map(({ key, fields }) => [key, fields])).toEqual([
      ['x', 0b111],
      ['y', 0b010],
    ]);
  });

  it('covers the whole query or a share of it, and a word that no document has is not covered', () => {
    const index = buildLexicalIndex([document('x', 'send mail'), document('y', 'mail')], FIELDS);
    expect(index.lexical({ terms: ['send', 'mail'], limit: 1 }).candidates[0]!.coverage).toBe(1);
    const idf = (df: number): number => Math.log(1 + (2 - df + 0.5) / (df + 0.5));
    const [best] = index.lexical({ terms: ['mail', 'unheard'], limit: 1 }).candidates;
    expect(best!.coverage).toBeCloseTo(idf(2) / (idf(2) + idf(0)), 12);
  });

  it('ranks a match in a heavier field first', () => {
    const index = buildLexicalIndex(
      [document('in-rest', 'x', 'y', 'mail'), document('in-name', 'mail', 'y', 'x')],
      FIELDS,
    );
    expect(keys(index.lexical({ terms: ['mail'], limit: 2 }))).toEqual(['in-name', 'in-rest']);
  });

  it('finds nothing where there is nothing', () => {
    const nothing: Partial<LexicalResult> = { candidates: [], total: 0 };
    const index = buildLexicalIndex([document('x', 'mail')], FIELDS);
    expect(buildLexicalIndex([], FIELDS).lexical({ terms: ['mail'], limit: 5 })).toMatchObject(nothing);
    expect(index.lexical({ terms: [], limit: 5 })).toMatchObject(nothing);
    expect(index.lexical({ terms: ['unheard'], limit: 5 })).toMatchObject(nothing);
    expect(index.lexical({ terms: ['mail'], limit: 5, allow: () => false })).toMatchObject(nothing);
  });

  it('knows its documents by number', () => {
    const index = buildLexicalIndex([document('x', 'mail'), document('y', 'mail')], FIELDS);
    expect(index.size).toBe(2);
    for (const { doc, key } of index.lexical({ terms: ['mail'], limit: 5 }).candidates)
      expect(index.key(doc)).toBe(key);
  });

  it('refuses a key that two documents share and names it', () => {
    const build = (): unknown => buildLexicalIndex([document('same', 'a'), document('same', 'b')], FIELDS);
    expect(build).toThrow(expect.objectContaining({ code: 'CATALOG_INVALID', details: { key: 'same' } }));
  });

  it.each([
    ['no fields', () => buildLexicalIndex([], [])],
    [
      '32 fields',
      () =>
        buildLexicalIndex(
          [],
          Array.from({ length: 32 }, () => FIELDS[0]!),
        ),
    ],
    ['a weight of 0', () => buildLexicalIndex([], [{ ...FIELDS[0]!, weight: 0 }])],
    ['a weight that is no number', () => buildLexicalIndex([], [{ ...FIELDS[0]!, weight: Number.NaN }])],
    ['more than full normalisation', () => buildLexicalIndex([], [{ ...FIELDS[0]!, lengthNormalisation: 1.1 }])],
    ['a document with too few fields', () => buildLexicalIndex([{ key: 'x', terms: [[]] }], FIELDS)],
    ['a limit of 0', () => buildLexicalIndex([], FIELDS).lexical({ terms: ['a'], limit: 0 })],
  ])('refuses %s as a mistake in the program', (_, mistake) => {
    expect(mistake).toThrow(RangeError);
  });

  it('takes the average lengths that it is given, under a filter too', () => {
    const all = [document('x', 'mail', 'a b c'), document('y', 'mail', 'a'), document('z', 'note')];
    const given = buildLexicalIndex(all, FIELDS, { averageLengths: [1, 4 / 3, 1] });
    // Those of the three documents themselves; the third field is empty.
    const own = buildLexicalIndex(all, FIELDS);
    const query = { terms: ['mail', 'a'], limit: 9 };
    expect(given.lexical(query)).toEqual(own.lexical(query));
    const filtered = { ...query, allow: (doc: number) => doc !== 2 };
    const without = buildLexicalIndex(all.slice(0, 2), FIELDS, { averageLengths: [1, 4 / 3, 1] });
    expect(given.lexical(filtered)).toEqual(without.lexical(query));
    expect(given.lexical(filtered)).not.toEqual(own.lexical(filtered));
  });

  it('tells fields apart up to the last of 31', () => {
    const many = Array.from(
      { length: 31 },
      (_, f): FieldOptions => ({ name: `f${f}`, weight: 1, lengthNormalisation: 0 }),
    );
    const terms = many.map((_, f) => (f === 30 ? ['mail'] : []));
    const [found] = buildLexicalIndex([{ key: 'x', terms }], many).lexical({ terms: ['mail'], limit: 1 }).candidates;
    expect(found!.fields).toBe(2 ** 30);
  });
});
