import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob, matchesAllFrom, mayMatchFrom } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['mcp:github:*', 'mcp:github:create_issue', true],
    ['mcp:github:*', 'mcp:github:', true],
    ['mcp:github:*', 'mcp:gitlab:create_issue', false],
    ['*:delete_*', 'mcp:github:delete_repo', true],
    ['*:delete_*', 'mcp:github:undelete_repo', false],
    ['mcp:*:get_*_by_id', 'mcp:crm:get_user_by_id', true],
    ['mcp:*:get_*_by_id', 'mcp:crm:get_by_id', false],
    // The end may not use again what the middle has taken.
    ['a*ab', 'ab', false],
    ['a*b*b', 'ab', false],
    ['**', '', true],
    ['', '', true],
    ['', 'a', false],
    // Nothing but the star is special.
    ['a.c', 'abc', false],
    ['[a]?(b)', '[a]?(b)', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected);
  });

  it('agrees with the regular expression that means the same', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 8 }).map((some) => some.join(''));
    const texts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 12 }).map((some) => some.join(''));
    fc.assert(
      fc.property(letters, texts, (pattern, text) => {
        const same = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text);
        expect(compileGlob(pattern)(text)).toBe(same);
      }),
      { numRuns: 500 },
    );
  });

  it('knows what may and what must match from a start on', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 5 }).map((some) => some.join(''));
    const starts = fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }).map((some) => some.join(''));
    const ends = ['', 'a', 'b', 'aa', 'ab', 'ba', 'bb', 'abab', 'babab', 'aabb', 'bbaa', 'aaaaa', 'bbbbb'];
    fc.assert(
      fc.property(letters, starts, (pattern, start) => {
        const matches = ends.map((end) => compileGlob(pattern)(start + end));
        if (matches.includes(true)) expect(mayMatchFrom(pattern, start)).toBe(true);
        if (matches.includes(false)) expect(matchesAllFrom(pattern, start)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('does not backtrack: a matcher that does would never come back from this', () => {
    expect(compileGlob(`${'*a'.repeat(200)}*b`)('a'.repeat(20_000))).toBe(false);
  });
});
