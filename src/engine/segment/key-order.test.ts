import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys } from './key-order.ts';

it('orders keys as their UTF-8 bytes are ordered', () => {
  const unit = fc.constantFrom('', 'a', 'b', 'é', '\ud7ff', '\ue000', '\uffee', '\u{10000}', '\u{1f600}');
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(unit, { maxLength: 5 }).map((units) => units.join('')),
  );
  fc.assert(
    fc.property(text, text, (left, right) => {
      const encoder = new TextEncoder();
      expect(Math.sign(compareKeys(left, right))).toBe(Buffer.compare(encoder.encode(left), encoder.encode(right)));
    }),
  );
});
