import { describe, expect, it } from 'vitest';
import { contentHash, shortHash } from './hash.ts';

describe('contentHash', () => {
  // Expected values from the Python package mmh3 5.x: hash_bytes(text.encode('utf-16-le'), 0, False) as four words.
  it.each([
    ['', '00000000000000000000000000000000'],
    ['a', '033bb196ccef4fe1ccef4fe1ccef4fe1'],
    ['abc', '2b5b97a320f75fb55012c2b45012c2b4'],
    ['hello world', '8fbe58e556ee3f7daf2876b5e2608236'],
    ['привет, мир', '5efbd1ec8d5d315303368d0bfb4c1797'],
    ['x'.repeat(37), '3faef66bb3406f7674d7a31ed257b4df'],
  ])('equals the reference implementation for %j', (text, expected) => {
    expect(contentHash(text)).toBe(expected);
  });
});

describe('shortHash', () => {
  it('gives as many name-safe characters as asked for', () => {
    expect(shortHash('abc', 8)).toMatch(/^[0-9a-z]{8}$/);
    expect(shortHash('abc', 16).startsWith(shortHash('abc', 8))).toBe(true);
    expect(shortHash('abc', 16)).toHaveLength(16);
  });
});
