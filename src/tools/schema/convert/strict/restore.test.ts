import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { convertSchema } from '../convert.ts';
import type { StrictTarget } from './rules.ts';

const TEXT: JsonObject = { type: 'string' };
const $defs: JsonObject = {
  Node: { type: 'object', properties: { label: TEXT, next: { $ref: '#/$defs/Node' } }, required: ['label'] },
};

/** Gives back what a model wrote for the argument `x`, which has to be there. */
function restorer(schema: JsonObject, target: StrictTarget): (value: unknown) => unknown {
  const root: JsonObject = { type: 'object', properties: { x: schema }, required: ['x'], $defs };
  const { restoreArguments, strict } = convertSchema(root, target);
  expect(strict).toBe(true);
  return (x) => (restoreArguments({ x }) as { readonly x: unknown }).x;
}

/**
 * A member is of a kind when the object it stands in is taken for the branch that has it: only then the member beside
 * it, which was left out, is gone.
 */
function isTakenFor(kind: JsonObject): (value: unknown) => unknown {
  const restore = restorer(
    {
      anyOf: [
        { type: 'object', properties: { v: kind, o: TEXT }, required: ['v'] },
        { type: 'object', properties: { w: TEXT }, required: ['w'] },
      ],
    },
    'openai-strict',
  );
  return (v) => {
    const restored = restore({ v, o: null }) as { readonly v: unknown };
    return Object.hasOwn(restored, 'o') ? NOT_TAKEN : restored.v;
  };
}

const NOT_TAKEN = 'not of this kind';
const LONG_LIST: readonly string[] = Array.from({ length: 600 }, (_, index) => `value ${index}`);

/** A kind → values of it, values not of it. */
const KINDS: readonly (readonly [kind: JsonObject, good: readonly unknown[], bad: readonly unknown[]])[] = [
  [TEXT, ['', 'a'], [1, null, true, [], {}]],
  [{ type: 'integer' }, [0, 1, 5n], [1.5, '1', null, true]],
  [{ type: 'number' }, [0, 1.5, 5n], ['1', null, true]],
  [{ type: 'boolean' }, [true, false], ['true', 0, null]],
  [{ type: 'null' }, [null], ['null', 0, false]],
  [{ type: ['string', 'null'] }, [null, 'a'], [1, false]],
  [{ type: ['string', 'integer'] }, ['a', 1], [1.5, true, null]],
  [{ enum: ['a', 1] }, ['a', 1], ['b', 'A', 2, null]],
  [{ const: true }, [true], [false, 'true']],
  [{ type: 'string', enum: [...LONG_LIST] }, ['value 0', 'other'], [1, null]],
  [{ type: 'array', items: { type: 'integer' } }, [[], [1, 2]], [[1.5], [1, 'a'], 'a', {}, null]],
  [
    { type: 'object', properties: { k: TEXT }, required: ['k'] },
    [{ k: 'a' }],
    [{}, { k: 1 }, { k: 'a', z: 'b' }, { z: 'a' }, 'a', [], null],
  ],
  [{ $ref: '#/$defs/Node' }, [{ label: 'a', next: { label: 'b' } }], ['a', null]],
];

describe('arguments on their way back from a strict mode', () => {
  it('are taken for the branch of a union that they are of', () => {
    for (const [kind, good, bad] of KINDS) {
      const taken = isTakenFor(kind);
      const said = (value: unknown) => `${JSON.stringify(kind).slice(0, 80)} ${String(value)}`;
      const written = (value: unknown) => (JSON.stringify(kind).includes('$ref') ? withNulls(value) : value);
      for (const value of good) expect(taken(written(value)), said(value)).toEqual(value);
      for (const value of bad) expect(taken(value), said(value)).toBe(NOT_TAKEN);
    }
    expect(isTakenFor({ $ref: '#/$defs/Node' })({ label: 1, next: null })).toBe(NOT_TAKEN);
  });

  it('are read where the branch that they are of is written as JSON text', () => {
    const anything = isTakenFor({});
    expect(anything('{"a":1}')).toEqual({ a: 1 });
    expect(anything('5')).toBe(5);
    for (const value of ['no JSON', 5, null, {}]) expect(anything(value)).toBe(NOT_TAKEN);

    const numberOrAny = restorer({ anyOf: [{ type: 'integer' }, {}] }, 'openai-strict');
    expect([numberOrAny(5), numberOrAny('5'), numberOrAny('{}'), numberOrAny('no JSON'), numberOrAny(true)]).toEqual([
      5,
      5,
      {},
      'no JSON',
      true,
    ]);
  });

  it('lose what was left out by null in every branch, list and member', () => {
    const member: JsonObject = { type: 'object', properties: { a: TEXT, b: { type: 'integer' } } };
    const restore = restorer(
      { anyOf: [{ type: 'array', items: member }, { ...member, additionalProperties: false }, TEXT] },
      'openai-strict',
    );
    expect(
      restore([
        { a: 'x', b: null },
        { a: null, b: 0 },
      ]),
    ).toEqual([{ a: 'x' }, { b: 0 }]);
    expect(restore({ a: null, b: 1 })).toEqual({ b: 1 });
    expect(restore('x')).toBe('x');
    // Of no branch: as it came.
    expect(restore({ a: null, b: '1' })).toEqual({ a: null, b: '1' });
    expect(restore({ a: null })).toEqual({ a: null });
    expect(restorer({ type: 'array', items: member }, 'openai-strict')('no list')).toBe('no list');
    expect(restorer(member, 'openai-strict')(['no object'])).toEqual(['no object']);
  });

  it('tell null from nothing by a marker, for every kind of place that may be null', () => {
    const root: JsonObject = {
      type: 'object',
      properties: {
        text: { type: ['string', 'null'], description: 'T.' },
        either: { anyOf: [TEXT, { type: 'integer' }, { type: 'null' }] },
        listed: { enum: ['a', null] },
        object: { type: ['object', 'null'], properties: { set_null: TEXT }, required: ['set_null'] },
        usual: { type: ['string', 'null'], default: null },
        alike: { allOf: [{ type: ['string', 'null'] }, { default: null }] },
      },
    };
    const { schema, restoreArguments } = convertSchema(root, 'openai-strict');
    const marker = {
      type: 'object',
      description: 'Sends null.',
      properties: { set_null_2: { type: 'boolean', enum: [true] } },
      required: ['set_null_2'],
      additionalProperties: false,
    };
    expect(schema.properties).toEqual({
      text: {
        anyOf: [{ type: ['string', 'null'] }, marker],
        description: 'T. null: left out; {"set_null_2": true}: null.',
      },
      either: {
        anyOf: [TEXT, { type: 'integer' }, { type: 'null' }, marker],
        description: 'null: left out; {"set_null_2": true}: null.',
      },
      listed: {
        anyOf: [{ type: ['string', 'null'], enum: ['a', null] }, marker],
        description: 'null: left out; {"set_null_2": true}: null.',
      },
      object: {
        anyOf: [
          {
            type: ['object', 'null'],
            properties: { set_null: TEXT },
            required: ['set_null'],
            additionalProperties: false,
          },
          marker,
        ],
        description: 'null: left out; {"set_null_2": true}: null.',
      },
      usual: { type: ['string', 'null'] },
      alike: { type: ['string', 'null'] },
    });
    const set = { set_null_2: true };
    expect(restoreArguments({ text: set, either: set, listed: set, object: set, usual: null, alike: null })).toEqual({
      text: null,
      either: null,
      listed: null,
      object: null,
    });
    expect(restoreArguments({ text: null, either: 1, listed: 'a', object: { set_null: 'x' }, usual: 'u' })).toEqual({
      either: 1,
      listed: 'a',
      object: { set_null: 'x' },
      usual: 'u',
    });
    // No marker: what a model made up.
    for (const odd of [{ set_null_2: false }, { set_null_2: true, more: 1 }, { set_null: true }, [true]]) {
      expect(restoreArguments({ text: odd })).toEqual({ text: odd });
    }
  });

  it('know a marker when they tell branches apart', () => {
    const restore = restorer(
      {
        anyOf: [
          { type: 'object', properties: { v: { type: ['string', 'null'] } } },
          { type: 'object', properties: { w: TEXT }, required: ['w'] },
        ],
      },
      'openai-strict',
    );
    expect(restore({ v: { set_null: true } })).toEqual({ v: null });
    expect(restore({ v: null })).toEqual({});
    expect(restore({ v: 'a' })).toEqual({ v: 'a' });
    expect(restore({ v: { set_null: false } })).toEqual({ v: { set_null: false } });
  });

  it('bring further keys back beside the members', () => {
    const record: JsonObject = { type: 'object', properties: { a: TEXT }, additionalProperties: { type: 'integer' } };
    const openai = restorer(record, 'openai-strict');
    expect(openai({ a: null, other_keys: '{"b":1}' })).toEqual({ b: 1 });
    expect(openai({ a: 'x', other_keys: null })).toEqual({ a: 'x' });
    // No object was written there: better sent as it is than lost.
    expect(openai({ a: 'x', other_keys: '[1]' })).toEqual({ a: 'x', other_keys: [1] });
    expect(openai({ a: 'x', other_keys: 'none' })).toEqual({ a: 'x', other_keys: 'none' });
    expect(openai({ a: 'x', c: 2 })).toEqual({ a: 'x', c: 2 });
    expect(restorer(record, 'anthropic-strict')({ other_keys: '{"b":1}' })).toEqual({ b: 1 });
    expect(restorer(record, 'anthropic-strict')({ a: 'x', other_keys: 'null' })).toEqual({ a: 'x' });
  });

  it('get the letters of listed texts back where a provider may change them', () => {
    const listed: JsonObject = { enum: ['Red', 'dark Blue', 'BLUE', 'blue', 3] };
    const anthropic = restorer(listed, 'anthropic-strict');
    expect(['red', 'RED', 'Red', 'Dark blue', 'BLUE', 'Blue', 'green', 3, 4].map(anthropic)).toEqual([
      'Red',
      'Red',
      'Red',
      'dark Blue',
      'BLUE',
      'Blue',
      'green',
      3,
      4,
    ]);
    expect(restorer(listed, 'openai-strict')('red')).toBe('red');
  });
});

/** As the model writes it: what may be left out is null. */
function withNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { label, next } = value as { readonly label: unknown; readonly next?: unknown };
  return { label, next: next === undefined ? null : withNulls(next) };
}
