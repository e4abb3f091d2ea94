import { describe, expect, it } from 'vitest';
import { createBoundedPattern } from './bounded-pattern.ts';
import { safeTextLength } from './pattern-safety.ts';

describe('safeTextLength', () => {
  it('refuses patterns that can split a text in exponentially many ways', () => {
    const bad = [
      '^(a+)+$',
      '(a|aa)+$',
      '(.*)*x',
      '(x+x+)+y',
      '^(?:a?){30}a{30}$',
      '((a{1,9}){8}){8}',
      '([a-z]+\\d*)+',
      '(a|b|ab)*c',
      '^((a)*)*$',
    ];
    for (const pattern of bad) expect(safeTextLength(pattern), pattern).toBeUndefined();
  });

  it.each([
    `^(a+){${'0'.repeat(40)}2,}$`,
    `^(a+){2,${'9'.repeat(60)}}$`,
    '^(\\u{61}+)+$',
    '^(\\u{00061}{2,})+$',
    '^(\\x61+)+$',
    '^(\\p{L}+)+$',
    '^([^]+)+$',
    '^([\\]]+)+$',
    '^(?<name>a+)+$',
    '^(?:a+?)+?$',
    '^(?=(a+)+b)',
  ])('refuses repetitions within repetitions, however they are written: %s', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(safeTextLength(pattern)).toBeUndefined();
  });

  it.each([
    ['^\\u{61}$', 1e7],
    ['^\\u{61}+$', 1e7],
    ['^a{3}$', 1e7],
    ['^a{0,10}$', 909_090],
    ['^a{0,11}$', 1e7],
    ['^a{2,}$', 1e7],
    ['^a?$', 5e6],
    ['^(?:ab|cd)$', 5e6],
    ['^ab|cd$', 5e6],
    ['a', 1e7],
    ['a+', 3_162],
    ['^a+b+$', 3_162],
    ['^(?:a+b){2}$', 3_162],
    ['^(?:a|b){8}$', 39_062],
    ['^(?:ab){9,}$', 1e7],
    ['', 1e7],
  ])('of %s lets texts of %i characters be tried', (pattern, length) => {
    // The last digits are those of logarithms.
    expect(safeTextLength(pattern)! / length).toBeCloseTo(1, 2);
  });

  it.each(['^(?:a|b){9}$', '^(?:a|b)+$', '^(?:a+b){9}$', '^a+b+c+d+e+f+g+$'])('tries %s on nothing', (pattern) => {
    expect(safeTextLength(pattern)).toBeUndefined();
  });

  it('refuses back-references and what has no matching brackets', () => {
    for (const pattern of ['(a)\\1', '(?<n>a)\\k<n>', '(', ')', 'a)('])
      expect(safeTextLength(pattern), pattern).toBeUndefined();
  });

  it('allows long texts for patterns that are linear', () => {
    for (const pattern of ['^[a-z0-9_-]+$', '^\\d{4}-\\d{2}$', '^#[0-9A-Fa-f]{6}$', '^https?://', '^(?:ab)+$']) {
      expect(safeTextLength(pattern), pattern).toBeGreaterThan(100_000);
    }
  });

  it('allows the shorter texts the more repetitions there are', () => {
    const lengths = ['^a+$', '^a+b+$', '^a+b+c+$', '^a+b+c+d+$'].map((pattern) => safeTextLength(pattern)!);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(lengths[1]).toBeLessThan(5_000);
    expect(lengths[3]).toBeLessThan(100);
  });

  it('counts a missing anchor as one more repetition, an anchor in one alternative as missing', () => {
    expect(safeTextLength('a+$')).toBe(safeTextLength('^b+a+$'));
    expect(safeTextLength('^a+$|b')!).toBeLessThan(5_000);
  });

  it('does not read quantifiers inside of classes and escapes', () => {
    for (const pattern of ['^[(+*)|]+$', '^\\(\\+\\)$', '^[^\\]+]{3}$', '^[[]$'])
      expect(safeTextLength(pattern), pattern).toBeGreaterThan(100_000);
  });
});

describe('createBoundedPattern', () => {
  it('takes patterns of the older mode too', () => {
    expect(createBoundedPattern('^[\\w-.]+$')?.test('a-b.c')).toBe(true);
    expect(createBoundedPattern('[')).toBeUndefined();
    expect(createBoundedPattern('^.$')?.test('😀')).toBe(true);
    expect(createBoundedPattern('(a+)+$')).toBeUndefined();
  });

  it('lets texts pass that are too long to be tried', () => {
    const pattern = createBoundedPattern('^a+b+c+$')!;
    expect(pattern.test('x')).toBe(false);
    expect(pattern.test('x'.repeat(10_000))).toBe(true);
    const longest = safeTextLength('^a+b+c+$')!;
    expect([longest, longest + 1].map((length) => pattern.test('x'.repeat(length)))).toEqual([false, true]);
    expect(String(pattern)).toContain('^a+b+c+$');
  });
});
