import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  packIntegers,
  parseExact,
  stringifyExact,
  unpackIntegers,
  unpackText,
  withPlainNumbers,
} from './exact-json.ts';

describe('exact JSON', () => {
  it('keeps the digits of whole numbers that a number cannot hold', () => {
    const text = '{"id":864691128455135233,"list":[-9223372036854775808,9007199254740993],"power":1152921504606846976}';
    expect(parseExact(text)).toEqual({
      id: 864691128455135233n,
      list: [-9223372036854775808n, 9007199254740993n],
      power: 1152921504606846976n,
    });
    expect(stringifyExact(parseExact(text))).toBe(text);
  });

  it.each([
    '{"a":9007199254740991,"b":-9007199254740991}',
    '{"fraction":0.1234567890123456789,"power":1e300}',
    '{"text":"864691128455135233","escaped":"\\"864691128455135233\\\\"}',
    '"864691128455135233"',
    '[]',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseExact(text)).toEqual(JSON.parse(text));
  });

  it('reads what stands after texts full of quotes and backslashes', () => {
    expect(parseExact('["\\\\\\"1", 864691128455135233]')).toEqual(['\\"1', 864691128455135233n]);
  });

  it('reads back every large number it wrote, and all else as JSON.parse does', () => {
    const large = fc.oneof(fc.bigInt(2n ** 53n, 2n ** 80n), fc.bigInt(-(2n ** 80n), -(2n ** 53n)));
    fc.assert(
      fc.property(fc.jsonValue(), large, (value, id) => {
        const text = stringifyExact({ value, id });
        expect((parseExact(text) as { id: unknown }).id).toBe(id);
        expect(withPlainNumbers(parseExact(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('throws where JSON.parse throws', () => {
    expect(() => parseExact('{"a":864691128455135233')).toThrow(SyntaxError);
  });

  it('keeps a key that is spelled like the prototype', () => {
    const value = parseExact('{"__proto__":{"id":864691128455135233}}') as object;
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
    expect(stringifyExact(value)).toBe('{"__proto__":{"id":864691128455135233}}');
  });

  it('leaves numbers of absurd length to JSON.parse', () => {
    expect(parseExact(`[${'1'.repeat(1_001)}]`)).toEqual([Number.POSITIVE_INFINITY]);
  });
});

describe('packed numbers', () => {
  it('pass through JSON.stringify and come out with every digit', () => {
    const packed = packIntegers({ id: 864691128455135233n, note: 'x' });
    const text = JSON.stringify(packed);
    expect(unpackText(text)).toBe('{"id":864691128455135233,"note":"x"}');
    expect(unpackIntegers(JSON.parse(text))).toEqual({ id: 864691128455135233n, note: 'x' });
  });

  it('cost nothing where there are none', () => {
    const value = { a: [1, { b: 'x' }] };
    expect(packIntegers(value)).toBe(value);
    expect(withPlainNumbers(value)).toBe(value);
  });

  it('have a nearest ordinary number', () => {
    expect(withPlainNumbers({ a: [864691128455135233n] })).toEqual({ a: [864691128455135200] });
  });
});
