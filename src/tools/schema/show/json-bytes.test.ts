import { describe, expect, it } from 'vitest';
import { jsonBytes } from './json-bytes.ts';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe('jsonBytes', () => {
  it('counts what JSON.stringify and UTF-8 would take', () => {
    const values = [
      '',
      'aé€😀',
      '"\\\b\u0001\n',
      '\ud800',
      0,
      -1.5,
      true,
      null,
      [],
      {},
      [1, 'x', [null]],
      { ключ: [{ a: 1 }], '"': '' },
    ];
    for (const value of values)
      expect(jsonBytes(value, Number.MAX_SAFE_INTEGER), JSON.stringify(value)).toBe(bytes(value));
  });

  it('counts each kind of character, at both ends of its range', () => {
    const units = [0, 7, 8, 9, 10, 11, 12, 13, 14, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x5b, 0x5c, 0x5d, 0x7e, 0x7f, 0x80];
    units.push(0x7ff, 0x800, 0xd7ff, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xe000, 0xffff);
    for (const unit of units) {
      const text = String.fromCharCode(unit);
      expect(jsonBytes(text, 100), unit.toString(16)).toBe(bytes(text));
    }
  });

  it('tells pairs from halves', () => {
    for (const text of [
      '\ud800\udc00',
      '\udbff\udfff',
      '\ud800\udbff',
      '\udc00\ud800',
      '\ud800a',
      '\ud83d\ude00\ude00',
    ]) {
      expect(jsonBytes(text, 100), JSON.stringify(text)).toBe(bytes(text));
    }
  });

  it('stops soon after the limit, in lists and in objects', () => {
    const texts = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
    for (const long of [texts, { ...texts }, [texts], { a: { b: texts } }]) {
      const counted = jsonBytes(long, 5_000);
      expect(counted).toBeGreaterThan(5_000);
      expect(counted).toBeLessThan(7_000);
    }
    // Just at the limit, all of it is counted.
    expect(jsonBytes([1, 2, 3], 7)).toBe(7);
    expect(jsonBytes({ a: 1 }, 7)).toBe(7);
  });
});
