import { describe, expect, it } from 'vitest';
import { headerMarkFault } from './header-marks.ts';

const schema = (properties: Record<string, unknown>, more: object = {}) => ({ type: 'object', properties, ...more });
const marked = (name: unknown, type = 'string') => ({ type, 'x-mcp-header': name });

describe('arguments that are repeated in headers', () => {
  it.each([
    ['none', schema({ a: { type: 'string' } })],
    [
      'texts, whole numbers and booleans',
      schema({ a: marked('A'), b: marked('B', 'integer'), c: marked('C', 'boolean') }),
    ],
    ['a part of an argument', schema({ a: schema({ b: marked('B') }) })],
    ['an argument of that name', schema({ 'x-mcp-header': { type: 'string' } })],
    ['data that looks like a mark', schema({ a: { type: 'object', default: { 'x-mcp-header': '' } } })],
  ])('may be %s', (_what, input) => {
    expect(headerMarkFault(input)).toBeUndefined();
  });

  it.each([
    ['an empty name', schema({ a: marked('') })],
    ['a name with a blank', schema({ a: marked('A B') })],
    ['a name that is no text', schema({ a: marked(1) })],
    ['two equal names', schema({ a: marked('A'), b: marked('a') })],
    ['an object', schema({ a: marked('A', 'object') })],
    ['a fraction', schema({ a: marked('A', 'number') })],
    ['items of a list', schema({ a: { type: 'array', items: marked('A') } })],
    ['a definition', schema({}, { $defs: { a: marked('A') } })],
  ])('must not be %s', (_what, input) => {
    expect(headerMarkFault(input)).toMatch(/^x-mcp-header of /);
  });
});
