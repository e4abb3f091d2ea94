import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeImage } from '../codec/encode-image.ts';
import { createSegmentMemory, SegmentMemory } from '../codec/segment-memory.ts';
import { littleEndianBytes } from '../dense/little-endian.ts';
import { EMPTY_VIEW, type View, wholeView } from '../filter/view.ts';
import { buildLexicalIndex } from '../index.ts';
import type { LexicalPart } from '../segment/parts.ts';
import type { DocId, FieldOptions } from '../types.ts';
import { type NumberedTerms, termLists } from './numbered-terms.ts';
import { createLexicalSegmentBuilder } from './segment-builder.ts';
import { openLexicalPart } from './segment-part.ts';
import { TermDictionary } from './term-dictionary.ts';

const FIELDS: readonly FieldOptions[] = [
  { name: 'name', weight: 3, lengthNormalisation: 0.4 },
  { name: 'body', weight: 1, lengthNormalisation: 0.75 },
  { name: 'rest', weight: 0.4, lengthNormalisation: 1 },
];
const AVERAGES = [2, 4.5, 6];

type Terms = readonly (readonly string[])[];

interface TestSegment {
  readonly part: LexicalPart;
  readonly space: SegmentMemory;
}

/** Documents in the order given, of which `order[place]` says which one lies where; keys rank like `keyRanks`. */
function segment(
  documents: readonly Terms[],
  order: Uint32Array,
  keyRanks: Uint32Array,
  asNumbers = false,
): TestSegment {
  const dictionary = new TermDictionary();
  dictionary.intern('a term of another segment');
  const builder = createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGES });
  for (const terms of documents) builder.add(asNumbers ? numbered(terms, dictionary) : terms);
  return open([...builder.finish(order), { name: 'keys.ranks', bytes: littleEndianBytes(keyRanks) }], documents.length);
}

function numbered(terms: Terms, dictionary: TermDictionary): NumberedTerms {
  let end = 0;
  return {
    dictionary,
    numbers: terms.flat().map((term) => dictionary.intern(term)),
    ends: terms.map((field) => (end += field.length)),
  };
}

function open(sections: Parameters<typeof encodeImage>[0], size: number): TestSegment {
  const image = encodeImage(sections, size);
  const memory = createSegmentMemory({ length: image.length, documents: size });
  new Uint8Array(memory.buffer).set(image);
  const space = new SegmentMemory(memory);
  return { part: openLexicalPart({ size, space, removed: { address: 0, count: 0 } }), space };
}

/** Adds a bitmap to the memory of a segment; outside of the ranges it holds anything. */
function viewOf(
  { space }: TestSegment,
  size: number,
  ranges: readonly number[],
  seen?: (doc: number) => boolean,
): View {
  const inRanges = (doc: number): boolean => ranges.some((at, i) => i % 2 === 0 && at <= doc && doc < ranges[i + 1]!);
  const isSeen = (doc: number): boolean => inRanges(doc) && (seen?.(doc) ?? true);
  const count = Array.from({ length: size }, (_, doc) => doc).filter(isSeen).length;
  if (seen === undefined) return { ranges: Uint32Array.from(ranges), count };
  const bits = space.reserve(Math.ceil(size / 64) * 8);
  const bytes = new Uint8Array(space.memory.buffer);
  for (let doc = 0; doc < 8 * Math.ceil(size / 64) * 8; doc++) {
    if (doc >= size || !inRanges(doc) || seen(doc)) bytes[bits + (doc >> 3)]! |= 1 << (doc & 7);
  }
  return { ranges: Uint32Array.from(ranges), bits, count };
}

/** A search with the statistics of the view, as an index of this one segment does it. */
function search(
  { part }: TestSegment,
  view: View,
  query: readonly string[],
  limit: number,
  also: readonly number[] = [],
) {
  const terms = [...new Set(query)].sort();
  const idfs = Float64Array.from(terms, (term) => {
    const df = part.documentFrequency(term, view);
    return Math.log(1 + (view.count - df + 0.5) / (df + 0.5));
  });
  return part.search({ terms, idfs, limit, view, also });
}

const ODD_TERMS = ['a', 'b', 'c', 'constructor', '__proto__', '查询', '', '\ud800', 'aa', 'ab'];
const TERMS = [...ODD_TERMS, ...Array.from({ length: 200 }, (_, i) => `t${i}`)];

/** Reproducible corpora of any size: the first terms are in most documents, the last in few, so that they have lists. */
function corpus(seed: number, size: number): Terms[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const term = (): string => TERMS[Math.floor(random() ** 4 * TERMS.length)]!;
  const field = (most: number): string[] => Array.from({ length: Math.floor(random() * (most + 1)) }, term);
  return Array.from({ length: size }, () => [field(3), field(6), field(9)]);
}

const shuffled = (seed: number, size: number): Uint32Array =>
  Uint32Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => (Math.imul(a ^ seed, 0x9e3779b1) >>> 0) - (Math.imul(b ^ seed, 0x9e3779b1) >>> 0) || a - b,
  );

interface Corpus extends TestSegment {
  readonly size: number;
  readonly keyRanks: Uint32Array;
  /** The plain scorer over the same documents by key, so that its numbers are the ranks of keys. */
  readonly plain: ReturnType<typeof buildLexicalIndex>;
}

function build(documents: readonly Terms[], seed: number): Corpus {
  const size = documents.length;
  const [order, keyRanks] = [shuffled(seed, size), shuffled(~seed, size)];
  const byKey: { key: string; terms: Terms }[] = [];
  for (const [place, rank] of keyRanks.entries()) byKey[rank] = { key: `k${rank}`, terms: documents[order[place]!]! };
  return {
    ...segment(documents, order, keyRanks, seed % 2 === 0),
    size,
    keyRanks,
    plain: buildLexicalIndex(byKey, FIELDS, { averageLengths: AVERAGES }),
  };
}

interface Query {
  readonly terms: readonly string[];
  readonly limit: number;
  readonly borders: readonly number[];
  readonly whole: boolean;
  readonly every: number | null;
  readonly also: readonly number[];
}

const queries: fc.Arbitrary<Query> = fc.record({
  terms: fc.array(fc.constantFrom(...TERMS.slice(0, 20), ...TERMS.slice(-10), 'nobody has it'), { maxLength: 7 }),
  limit: fc.constantFrom(1, 2, 7, 50, 5000),
  borders: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  whole: fc.boolean(),
  every: fc.option(fc.integer({ min: 2, max: 5 })),
  also: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 4 }),
});

/** Documents by key rank, order, scores and all the rest: equal to the last bit. */
function expectAsPlain(one: Corpus, { terms, limit, borders, whole, every, also }: Query): void {
  const { size, keyRanks, plain } = one;
  const cuts = [...new Set(borders.map((share) => Math.round(share * size)))].sort((a, b) => a - b);
  const ranges = whole ? (size === 0 ? [] : [0, size]) : cuts.slice(0, cuts.length & ~1);
  const view = viewOf(one, size, ranges, every === null ? undefined : (doc) => doc % every !== 1);
  const wanted = size === 0 ? [] : [...new Set(also.map((share) => Math.floor(share * size)))];
  const found = search(one, view, terms, limit, wanted);

  const places = new Uint32Array(size);
  for (const [place, rank] of keyRanks.entries()) places[rank] = place;
  const seen = (place: number): boolean =>
    ranges.some((at, i) => i % 2 === 0 && at <= place && place < ranges[i + 1]!) &&
    (every === null || place % every !== 1);
  const allow = (doc: DocId): boolean => seen(places[doc]!);
  const asked = plain.lexical({ terms, limit, allow });
  const comparable = ({ doc, score, heldIdf, fields }: (typeof found.best)[number]) => ({
    doc: keyRanks[doc]!,
    score,
    coverage: asked.queryIdf === 0 ? 0 : heldIdf / asked.queryIdf,
    fields,
  });
  const withoutKeys = ({ candidates }: typeof asked) => candidates.map(({ key: _key, ...rest }) => rest);
  expect(found.best.map(comparable)).toEqual(withoutKeys(asked));
  expect(found.total).toBe(asked.total);
  for (const doc of wanted.filter(seen)) {
    const { candidates } = plain.lexical({ terms, limit: 1, allow, also: [keyRanks[doc]! as DocId] });
    const expected = candidates.find((candidate) => candidate.doc === keyRanks[doc])!;
    expect(found.also.filter((candidate) => candidate.doc === doc).map(comparable)).toEqual([
      { doc: expected.doc, score: expected.score, coverage: expected.coverage, fields: expected.fields },
    ]);
  }
  expect(found.also.map(({ doc }) => doc)).toEqual(wanted.filter(seen));
}

describe('the lexical part of a segment', () => {
  it('finds what the plain scorer finds, to the last bit, in small corpora', () => {
    const term = fc.constantFrom(...TERMS.slice(0, 30));
    const document = fc.tuple(
      fc.array(term, { maxLength: 3 }),
      fc.array(term, { maxLength: 9 }),
      fc.array(term, { maxLength: 9 }),
    );
    fc.assert(
      fc.property(
        fc.array(document, { maxLength: 25 }),
        fc.nat(),
        fc.array(queries, { maxLength: 4 }),
        (all, seed, asked) => {
          const one = build(all, seed);
          for (const query of asked) expectAsPlain(one, query);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([0, 1, 15, 16, 17, 63, 64, 65, 511, 513, 4095, 4096, 4097])('finds it among %i documents', (size) => {
    const one = build(corpus(size, size), size);
    fc.assert(
      fc.property(queries, (query) => expectAsPlain(one, query)),
      { numRuns: 25 },
    );
  });

  it('finds it where most documents tie', () => {
    const documents = Array.from({ length: 3000 }, (_, i): Terms => [['a'], i % 7 === 0 ? ['b'] : [], []]);
    const one = build(documents, 3);
    fc.assert(
      fc.property(queries, (query) => expectAsPlain(one, query)),
      { numRuns: 25 },
    );
  });

  it('finds it where a scan has no room: with more near ties than it keeps, and with very many terms', () => {
    const tied = Array.from({ length: 33_000 }, (): Terms => [['a'], ['b'], []]);
    const all: Query = { terms: ['a', 'b'], limit: 3, borders: [], whole: true, every: null, also: [] };
    const ties = build(tied, 4);
    expectAsPlain(ties, all);
    expectAsPlain(ties, { ...all, every: 3 });
    const words = Array.from({ length: 300 }, (_, i) => `w${i}`);
    const long = build([...corpus(1, 300), [words, [], []], [[], words.slice(150), []]], 6);
    expectAsPlain(long, { ...all, terms: [...words, 'a', 'b'] });
    expectAsPlain(long, { ...all, terms: [...words, 'a', 'b'], every: 2, limit: 50 });
  });

  it('finds it over more ranges than a scan takes', () => {
    const one = build(corpus(7, 4500), 7);
    const borders = Array.from({ length: 4400 }, (_, i) => i / 4500);
    expectAsPlain(one, { terms: ['a', 'aa'], limit: 20, borders, whole: false, every: null, also: [0.5] });
  });

  it('finds it among lengths, frequencies and patterns beyond 16 bits', () => {
    const often = Array<string>(70_000).fill('a');
    const many = Array.from({ length: 66_000 }, (_, i) => `w${i}`);
    const one = build(
      [
        [[], often, []],
        [['a'], many, ['w1']],
        [['a', 'b'], [], ['a']],
      ],
      8,
    );
    expectAsPlain(one, {
      terms: ['a', 'b', 'w1', 'w65999'],
      limit: 5,
      borders: [],
      whole: true,
      every: null,
      also: [0],
    });
  });

  it('finds nothing for no terms, for terms that nobody has, and in a view of nothing', () => {
    const one = build(corpus(2, 100), 2);
    const nothing = { best: [], also: [], total: 0 };
    expect(search(one, wholeView(100), [], 5)).toEqual(nothing);
    expect(search(one, wholeView(100), ['nobody has it'], 5)).toEqual(nothing);
    expect(search(one, EMPTY_VIEW, ['a'], 5, [3])).toEqual(nothing);
    expect(one.part.documentFrequency('a', EMPTY_VIEW)).toBe(0);
  });

  it('is the same bytes for the same documents, whatever else the dictionary holds', () => {
    const documents = corpus(9, 200);
    const sections = (...dictionaries: TermDictionary[]) => {
      const builder = createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGES });
      for (const [i, terms] of documents.entries()) {
        const dictionary = dictionaries[i % dictionaries.length];
        builder.add(dictionary === undefined ? terms : numbered(terms, dictionary));
      }
      return builder.finish(shuffled(1, 200));
    };
    const shared = new TermDictionary();
    for (let i = 0; i < 3000; i++) shared.intern(`other ${i}`);
    const texts = sections();
    expect(sections(shared)).toEqual(texts);
    expect(sections(shared, new TermDictionary())).toEqual(texts);
  });

  it('can be told what was numbered', () => {
    const terms = [['a', 'b', 'a'], [], ['b']];
    expect(termLists(numbered(terms, new TermDictionary()))).toEqual(terms);
  });

  it('refuses sections that do not fit together as damage', () => {
    const builder = createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGES });
    for (const terms of corpus(3, 70)) builder.add(terms);
    const sections = builder.finish(shuffled(1, 70));
    const ranks = { name: 'keys.ranks', bytes: littleEndianBytes(new Uint32Array(70)) };
    for (const { name } of sections.filter(({ name }) => !/text|slots|header/i.test(name))) {
      const short = sections.map((one) => (one.name === name ? { name, bytes: one.bytes.subarray(8) } : one));
      expect(() => open([...short, ranks], 70), name).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
    }
  });

  it.each([
    [
      'an order of another length',
      () => createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGES }).finish(new Uint32Array(1)),
    ],
    ['too few term lists', () => createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGES }).add([[]])],
    ['too few average lengths', () => createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: [1] })],
    ['an average length of 0', () => createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: [1, 0, 1] })],
  ])('refuses %s as a mistake in the program', (_, mistake) => {
    expect(mistake).toThrow(RangeError);
  });
});
