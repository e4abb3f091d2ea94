import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeImage } from '../codec/encode-image.ts';
import { openImage } from '../codec/open-image.ts';
import { compareKeys } from './key-order.ts';
import { KeyTable, KeyTableBuilder } from './key-table.ts';

function tableOf(keys: readonly string[]): KeyTable {
  const builder = new KeyTableBuilder();
  for (const key of keys) builder.add(key);
  const order = Uint32Array.from(keys, (_, i) => i);
  return new KeyTable(openImage(encodeImage(builder.finish(order), keys.length)));
}

const key = fc.string({
  unit: fc.constantFrom('a', 'b', '\u0000', '\u007f', 'é', '\uffff', '😀'),
  minLength: 1,
  maxLength: 12,
});

describe('keys of a segment', () => {
  it('are in the order of code points, whatever they begin with, and are found', () => {
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 30 }), (keys) => {
        const table = tableOf(keys);
        expect(Array.from(table.inOrder, (doc) => table.key(doc))).toEqual([...keys].sort(compareKeys));
        for (const [doc, each] of keys.entries()) expect(table.find(each)).toBe(doc);
      }),
    );
  });
});
