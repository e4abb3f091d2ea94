import { describe, expect, it } from 'vitest';
import { editDistance, nearestKey } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['', 'abc', 3],
    ['command', 'command', 0],
    ['comand', 'command', 1],
    ['commadn', 'command', 1], // one swap, not two substitutions
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3], // optimal string alignment; the unrestricted form would say 2
  ])('between %j and %j is %i', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
    expect(editDistance(right, left)).toBe(distance);
  });
});

describe('nearestKey', () => {
  const known = ['enabled', 'searchDefaultLimit', 'maxSearchLimit', 'codeTimeoutMs'];

  it('finds a key through a typo', () => {
    expect(nearestKey('enabeld', known)).toBe('enabled');
    expect(nearestKey('maxSerchLimit', known)).toBe('maxSearchLimit');
  });

  it('sees through the other spelling style', () => {
    expect(nearestKey('search_default_limit', known)).toBe('searchDefaultLimit');
  });

  it('finds a key of which only one word was written', () => {
    expect(nearestKey('timeout', known)).toBe('codeTimeoutMs');
  });

  it('suggests nothing for an unrelated word', () => {
    expect(nearestKey('colour', known)).toBeUndefined();
    expect(nearestKey('x', known)).toBeUndefined();
    expect(nearestKey('', known)).toBeUndefined();
  });

  it('prefers the equal word over one that contains it', () => {
    expect(nearestKey('servers', ['mcpServers', 'servers'])).toBe('servers');
  });
});
