import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TermDictionary } from '../lexical/term-dictionary.ts';
import { decodeDocument, decodePayload, encodeDocument, RecordEncoder, recordLength } from './document-record.ts';
import type { SegmentDocument } from './types.ts';

const documents: fc.Arbitrary<SegmentDocument> = fc
  .record({
    key: fc.string({ unit: 'grapheme', minLength: 1 }),
    hash: fc.uint8Array({ minLength: 8, maxLength: 8 }),
    terms: fc.array(fc.array(fc.string({ unit: 'grapheme' })), { maxLength: 3 }),
    tags: fc.dictionary(fc.constantFrom('tenant', 'role'), fc.array(fc.string({ minLength: 1 })), {
      noNullPrototype: true,
    }),
    payload: fc.uint8Array(),
    vector: fc.option(fc.record({ values: fc.int8Array({ minLength: 1 }), scale: fc.double({ noNaN: true }) })),
  })
  .map(({ vector, ...document }) => (vector === null ? document : { ...document, vector }));

describe('the record of a document', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const record = encodeDocument(document);
        expect(record.length % 16).toBe(0);
        expect(decodeDocument(record)).toEqual(document);
        expect(decodeDocument(record.subarray(0, recordLength(record)))).toEqual(document);
        expect(decodePayload(record)).toEqual(document.payload);
      }),
    );
  });

  it('is the same bytes where the terms are numbers', () => {
    const dictionary = new TermDictionary();
    const encoder = new RecordEncoder();
    fc.assert(
      fc.property(documents, (document) => {
        let end = 0;
        const numbered = {
          dictionary,
          numbers: document.terms.flat().map((term) => dictionary.intern(term)),
          ends: document.terms.map((field) => (end += field.length)),
        };
        expect(encoder.encode({ ...document, numbered, terms: [] })).toEqual(encodeDocument(document));
      }),
    );
  });

  it('is refused after any bit of it was flipped or its end was cut off', () => {
    fc.assert(
      fc.property(documents, fc.nat(), fc.boolean(), (document, place, cut) => {
        const record = encodeDocument(document);
        const length = recordLength(record);
        const changed = cut ? record.slice(0, place % length) : record.slice();
        if (!cut) changed[place % length]! ^= 1 << (place % 7);
        expect(() => decodeDocument(changed)).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
      }),
    );
  });
});
