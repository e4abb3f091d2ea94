import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { readInputSchema } from '../../read/read-input.ts';
import { convertSchema } from '../convert.ts';
import { strictProblems } from '../strict-problems.ts';
import type { StrictTarget } from './rules.ts';

function convert(raw: unknown, target: StrictTarget) {
  const converted = convertSchema(readInputSchema(raw).schema, target);
  expect(converted.strict).toBe(true);
  expect(strictProblems(converted.schema, target)).toEqual([]);
  return converted;
}

function one(raw: unknown, target: StrictTarget) {
  const { schema, restoreArguments } = convert({ type: 'object', properties: { x: raw }, required: ['x'] }, target);
  const restore = (x: unknown) => (restoreArguments({ x }) as { x: unknown }).x;
  return { schema: (schema.properties as Record<string, JsonObject>).x, restore };
}

const TARGETS: readonly StrictTarget[] = ['openai-strict', 'anthropic-strict'];

describe('convertSchema for the strict modes', () => {
  it('asks for every member and takes null for what may be left out, at each level', () => {
    const raw = {
      type: 'object',
      properties: {
        title: { type: 'string' },
        due: { type: 'string', enum: ['now', 'later'] },
        sub: { type: 'object', properties: { n: { type: 'integer' } } },
      },
      required: ['title'],
    };
    const { schema, restoreArguments } = convert(raw, 'openai-strict');
    expect(schema.required).toEqual(['title', 'due', 'sub']);
    expect(schema.properties).toMatchObject({
      due: { type: ['string', 'null'], enum: ['now', 'later', null] },
      sub: { type: ['object', 'null'], required: ['n'], additionalProperties: false },
    });
    expect(restoreArguments({ title: 'a', due: null, sub: null })).toEqual({ title: 'a' });
    expect(restoreArguments({ title: 'a', due: 'now', sub: { n: null } })).toEqual({ title: 'a', due: 'now', sub: {} });
    expect(convert(raw, 'anthropic-strict').schema.required).toEqual(['title']);
  });

  it('keeps null apart from nothing where a server may tell them apart', () => {
    const raw = {
      type: 'object',
      properties: { a: { type: ['string', 'null'] }, b: { type: ['string', 'null'], default: null } },
    };
    const { restoreArguments } = convert(raw, 'openai-strict');
    expect(restoreArguments({ a: { set_null: true }, b: null })).toEqual({ a: null });
    expect(restoreArguments({ a: null, b: 'x' })).toEqual({ b: 'x' });
    expect(convert(raw, 'anthropic-strict').restoreArguments({ a: null })).toEqual({ a: null });
  });

  it('gives a listed text back as it is listed, where the provider may change its capital letters', () => {
    const { restore } = one({ type: 'string', enum: ['Topic three', 'other', 'OTHER'] }, 'anthropic-strict');
    expect(restore('Topic Three')).toBe('Topic three');
    expect(restore('other')).toBe('other');
    // Either may be meant.
    expect(restore('Other')).toBe('Other');
    expect(restore('four')).toBe('four');
    expect(one({ type: 'string', enum: ['a'] }, 'openai-strict').restore('A')).toBe('A');
  });

  it('writes as JSON text what has no closed form', () => {
    for (const target of TARGETS) {
      for (const raw of [
        true,
        {},
        { type: 'object' },
        { type: 'object', additionalProperties: { type: 'integer' } },
        { enum: [{ a: 1 }, { a: 2 }] },
      ]) {
        const { schema, restore } = one(raw, target);
        expect(schema?.type).toBe('string');
        expect(schema?.description).toContain('As JSON text:');
        expect(restore('{"a":1}')).toEqual({ a: 1 });
      }
      // Models forget quotes, and some send the object itself.
      expect(one({}, target).restore('plain words')).toBe('plain words');
      expect(one({}, target).restore({ a: 1 })).toEqual({ a: 1 });
      expect(one({}, target).restore('864691128455135233')).toBe(864691128455135233n);
    }
  });

  it('gives free keys beside members a place of their own', () => {
    const raw = {
      type: 'object',
      properties: { a: { type: 'string' }, other_keys: { type: 'string' } },
      required: ['a'],
      additionalProperties: { type: 'number' },
    };
    for (const target of TARGETS) {
      const { schema, restoreArguments } = convert(raw, target);
      expect(Object.keys(schema.properties as object)).toEqual(['a', 'other_keys', 'other_keys_2']);
      expect(restoreArguments({ a: 'x', other_keys_2: '{"b":1,"__proto__":2}' })).toEqual(
        JSON.parse('{"a":"x","b":1,"__proto__":2}'),
      );
    }
    expect(convert(raw, 'openai-strict').restoreArguments({ a: 'x', other_keys: null, other_keys_2: null })).toEqual({
      a: 'x',
    });
  });

  it('refers to what stands inside itself, or cuts it into JSON text', () => {
    const Node = { type: 'object', properties: { label: { type: 'string' }, next: { $ref: '#/$defs/Node' }, $id: {} } };
    const raw = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node', description: 'First.' } },
      $defs: { Node },
    };
    const { schema, restoreArguments } = convert(raw, 'openai-strict');
    expect(JSON.stringify(schema)).toContain('"$ref":"#/$defs/Node"');
    expect(restoreArguments({ root: { label: 'a', next: { label: null, next: null, id: '[1]' }, id: null } })).toEqual({
      root: { label: 'a', next: { $id: [1] } },
    });
    const cut = convert(raw, 'anthropic-strict');
    expect(JSON.stringify(cut.schema)).not.toContain('$ref');
    expect(cut.restoreArguments({ root: '{"label":"a","next":{"label":"b"}}' })).toEqual({
      root: { label: 'a', next: { label: 'b' } },
    });
  });

  it('makes a list of any of its kinds from one with a kind for each place, and says the order', () => {
    for (const target of TARGETS) {
      const { schema } = one(
        { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
        target,
      );
      expect(schema).toMatchObject({ items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } });
      expect(schema?.description).toContain('In this order: string, ');
    }
  });

  it('keeps the bounds that a dialect knows and says the others', () => {
    const number = { type: 'integer', minimum: 1, maximum: 9 };
    expect(one(number, 'openai-strict').schema).toEqual(number);
    expect(one(number, 'anthropic-strict').schema).toEqual({ type: 'integer', description: 'At least 1. At most 9.' });
    expect(one({ type: 'string', format: 'uri' }, 'openai-strict').schema).toEqual({
      type: 'string',
      description: 'Format: uri.',
    });
    expect(one({ type: 'string', format: 'uri' }, 'anthropic-strict').schema).toEqual({
      type: 'string',
      format: 'uri',
    });
    expect(one({ type: 'string', pattern: '^(?=a)', minLength: 2 }, 'openai-strict').schema?.description).toBe(
      'Pattern: ^(?=a) At least 2 characters.',
    );
  });

  it('does not mix up a text and a JSON text', () => {
    const { schema, restore } = one({ anyOf: [{ type: 'string' }, { type: 'object' }] }, 'openai-strict');
    expect(schema?.type).toBe('string');
    expect(restore('"{}"')).toBe('{}');
    expect(restore('{}')).toEqual({});
  });

  it('comes in the plain dialect where a limit cannot be kept', () => {
    const properties = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: 'string' }]));
    const { strict, notes, schema, restoreArguments } = convertSchema(
      { type: 'object', properties },
      'anthropic-strict',
    );
    expect(strict).toBe(false);
    expect(notes).toContain('cannot be held to strictly: 30 optional arguments, 24 are taken');
    expect(schema).toEqual({ type: 'object', properties });
    expect(restoreArguments({ p1: null })).toEqual({ p1: null });
    expect(convertSchema({ type: 'object', properties }, 'openai-strict').strict).toBe(true);
  });
});
