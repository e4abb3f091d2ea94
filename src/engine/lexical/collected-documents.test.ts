import { describe, expect, it } from 'vitest';
import { CollectedDocuments } from './collected-documents.ts';

describe('collected documents', () => {
  it('are read as they were added, also where a term or a pattern has no room beside the other', () => {
    const numbers = [0, 1, 1021, 1022, 1023, 1024, 2 ** 22 - 1, 2 ** 22, 2 ** 32 - 1];
    const given = [
      [],
      ...numbers.map((n) => [[n, 5]]),
      ...numbers.map((n) => [[7, n]]),
      numbers.map((n) => [n, n]),
    ].map((postings, i) => ({ words: [i, 70_000 - i, ...postings.flat()], postings: postings.length }));
    const documents = new CollectedDocuments(2);
    for (const { words, postings } of given) documents.add(Uint32Array.from(words), postings);
    expect(documents.size).toBe(given.length);
    expect(documents.postings).toBe(27);
    expect(documents.greatestLength).toBe(70_000);
    expect(documents.mostWords).toBe(20);
    const order = Uint32Array.from(given.keys()).reverse();
    documents.fetch(order, 0, order.length);
    const read = new Uint32Array(documents.mostWords);
    for (const document of order) {
      const count = documents.read(document, read);
      expect([...read.subarray(0, count)]).toEqual(given[document]!.words);
    }
  });

  it('hold large ones beside small ones', () => {
    const documents = new CollectedDocuments(1);
    const large = Uint32Array.from({ length: 200_001 }, (_, i) => i);
    documents.add(Uint32Array.of(9, 3, 4), 1);
    documents.add(large, 100_000);
    documents.add(Uint32Array.of(8, 5, 6), 1);
    const read = new Uint32Array(documents.mostWords);
    expect([...read.subarray(0, documents.read(2, read))]).toEqual([8, 5, 6]);
    expect(documents.read(1, read)).toBe(200_001);
    expect(read).toEqual(large);
    expect([...read.subarray(0, documents.read(0, read))]).toEqual([9, 3, 4]);
  });
});
