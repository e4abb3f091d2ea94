import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import type { SchemaNode } from '../../tools/index.ts';
import { bestBranch } from './union-choice.ts';

const object = (...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(required.map((name) => [name, {}])),
  required,
});
const kind = (rule: JsonObject, ...required: readonly string[]): JsonObject => ({
  properties: { kind: rule, ...Object.fromEntries(required.map((name) => [name, {}])) },
  required,
});

describe('bestBranch', () => {
  it.each<[string, readonly SchemaNode[], unknown, number | undefined]>([
    ['the only one of its type', [{ type: 'string' }, { type: 'number' }], 5, 1],
    ['one of several types', [{ type: 'string' }, { type: ['null', 'array'] }], [], 1],
    ['none where no type fits', [{ type: 'string' }, { type: 'number' }], true, undefined],
    [
      'none of two of one type',
      [
        { type: 'string', minLength: 9 },
        { type: 'string', pattern: '^a' },
      ],
      'x',
      undefined,
    ],
    ['no boolean', [true, { type: 'string' }, false], 'x', 1],
    ['none where there is none', [], {}, undefined],
    ['the one with most of the names', [object('a'), object('a', 'b'), object('c')], { a: 1, b: 2 }, 1],
    ['the one that misses fewest', [object('a', 'b', 'c'), object('a', 'b')], { a: 1 }, 1],
    ['the first of those that tie with nobody', [object('a', 'b'), object('c')], { a: 1, b: 1 }, 0],
    ['none where two have as many', [object('a'), object('b')], { a: 1, b: 1 }, undefined],
    [
      'none where two have as many, and a third has fewer',
      [object('a'), object('b'), object('c')],
      { a: 1, b: 1 },
      undefined,
    ],
    [
      'none where two have as many, after one with fewer',
      [object('c'), object('a'), object('b')],
      { a: 1, b: 1 },
      undefined,
    ],
    ['the best after two that tie', [object('a'), object('b'), object('a', 'b')], { a: 1, b: 1 }, 2],
    [
      'the one that the value names, whatever else it has',
      [kind({ const: 'x' }, 'a', 'b', 'c'), kind({ const: 'y' })],
      { kind: 'y', a: 1, b: 1, c: 1 },
      1,
    ],
    ['the one without a name where the value names another', [kind({ const: 'x' }), object()], { kind: 'z', a: 1 }, 1],
    ['none where the value names none of them', [kind({ const: 'x' }), kind({ const: 'y' })], { kind: 'z' }, undefined],
    [
      'none where the value names none of them, whatever else it has',
      [kind({ const: 'x' }, 'a', 'b'), kind({ const: 'y' })],
      { kind: 'z', a: 1, b: 1 },
      undefined,
    ],
    ['the only one of its type, whatever it is named', [kind({ const: 'x' }), { type: 'null' }], { kind: 'z' }, 0],
    ['the one that lists the value', [kind({ enum: ['x'] }), kind({ enum: ['y'] })], { kind: 'y' }, 1],
    ['the one with the constant behind a reference', [{ $ref: '#/$defs/X' }, kind({ const: 'y' })], { kind: 'x' }, 0],
    [
      'the one whose first rule tells',
      [{ allOf: [kind({ const: 'x' }), kind(true as never)] }, object()],
      { kind: 'x' },
      0,
    ],
  ])('takes %s', (_what, union, value, index) => {
    expect(bestBranch(union, value, { $defs: { X: kind({ const: 'x' }) } })).toBe(index);
  });
});
