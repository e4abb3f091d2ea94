import { describe, expect, it } from 'vitest';
import { readCallInput, readDescribeInput, readSearchInput } from './input.ts';

describe('the input of the bridge', () => {
  it.each([
    [readSearchInput, { query: 17 }, '"query" must be a string, not a number.'],
    [readSearchInput, { query: true }, '"query" must be a string, not a boolean.'],
    [readSearchInput, { queries: [17] }, '"query" must be a string, not a number.'],
    [readSearchInput, { queries: [{ limit: 3 }] }, '"query" must be a string, not an object.'],
    [readDescribeInput, { name: 17 }, '"name" must be a string, not a number.'],
    [readCallInput, { name: ['a'] }, '"name" must be a string, not a list.'],
    [readSearchInput, {}, '"query" is missing or empty.'],
    [readSearchInput, { query: ' ' }, '"query" is missing or empty.'],
    [readSearchInput, { query: null }, '"query" is missing or empty.'],
    [readDescribeInput, { names: [] }, '"name" is missing or empty.'],
    [readCallInput, undefined, '"name" is missing or empty.'],
  ] as const)('%o refuses %j with what is wrong', (read, input, message) => {
    expect(() => read(input)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENTS', message, next: expect.stringMatching(/^Send "/) }),
    );
  });
});
