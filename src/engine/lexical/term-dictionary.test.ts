import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from './term-dictionary.ts';
import { SegmentTerms, termSections } from './term-sections.ts';

const term = fc.oneof(
  fc.constantFrom('', 'a', 'aa', 'constructor', '__proto__', '\ud800', '\udc00', '\ud800\udc00', '查询'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

describe('a dictionary of terms', () => {
  it('numbers terms in the order of first sight, however many there are', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 300 }), (terms) => {
        const dictionary = new TermDictionary();
        const numbers = terms.map((one) => dictionary.intern(one));
        const distinct = [...new Set(terms)];
        expect(numbers).toEqual(terms.map((one) => distinct.indexOf(one)));
        expect(distinct.map((_, id) => dictionary.term(id))).toEqual(distinct);
        expect(dictionary.size).toBe(distinct.length);
        expect(() => dictionary.term(distinct.length)).toThrow(RangeError);
      }),
    );
  });
});

describe('terms that are known to be new', () => {
  it('get the next number, and are found afterwards', () => {
    const dictionary = new TermDictionary();
    expect([dictionary.intern('a'), dictionary.append('b'), dictionary.append('c')]).toEqual([0, 1, 2]);
    expect([dictionary.intern('d'), dictionary.intern('c'), dictionary.intern('b')]).toEqual([3, 2, 1]);
    expect([dictionary.size, dictionary.term(2), dictionary.intern('e')]).toEqual([4, 'c', 4]);
  });

  it('are not found where nobody will ask for them, and those around them are', () => {
    const dictionary = new TermDictionary();
    expect([dictionary.intern('a'), dictionary.appendOwn('b'), dictionary.intern('c')]).toEqual([0, 1, 2]);
    expect([dictionary.append('d'), dictionary.appendOwn('e'), dictionary.intern('d')]).toEqual([3, 4, 3]);
    expect([dictionary.intern('a'), dictionary.intern('c'), dictionary.term(1), dictionary.intern('b')]).toEqual([
      0,
      2,
      'b',
      5,
    ]);
  });
});

describe('terms of a segment', () => {
  it('are found by their exact text, others are not', () => {
    fc.assert(
      fc.property(fc.uniqueArray(term, { maxLength: 100 }), fc.array(term, { maxLength: 20 }), (held, others) => {
        const sections = termSections(held);
        const terms = new SegmentTerms((name) => sections.find((section) => section.name === name)!.bytes);
        expect(held.map((one) => terms.find(one))).toEqual(held.map((_, number) => number));
        for (const other of others) expect(terms.find(other)).toBe(held.indexOf(other));
      }),
    );
  });
});
