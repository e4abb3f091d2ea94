import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { toProviderSchema } from './json-schema.ts';

type Target = 'anthropic' | 'openai';

function convert(schema: JsonObject, target: Target = 'anthropic') {
  const notes = new Set<string>();
  return { schema: toProviderSchema(schema, target, notes), notes: [...notes] };
}

describe('toProviderSchema', () => {
  it('gives a sound schema back as it is', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    expect(convert(schema).schema).toBe(schema);
  });

  it('writes booleans as schemas, and leaves out what nothing can fill where that may be left out', () => {
    const yes = { title: 'T' };
    for (const [before, after, leftOut] of [
      [{ properties: { a: true, b: yes } }, { properties: { a: {}, b: yes } }, false],
      [{ properties: { a: false, b: yes } }, { properties: { b: yes } }, true],
      [{ anyOf: [false, yes, true] }, { anyOf: [yes, {}] }, true],
      [{ oneOf: [yes, false] }, { oneOf: [yes] }, true],
      [{ anyOf: [false] }, {}, true],
      [{ allOf: [false, true] }, { allOf: [{ not: {} }, {}] }, false],
      [{ not: false, if: true }, { not: { not: {} }, if: {} }, false],
      [{ patternProperties: { a: false } }, { patternProperties: { a: { not: {} } } }, false],
      [{ items: true }, { items: {} }, false],
      [{ items: false }, { items: false }, false],
      [{ items: { properties: { a: false } } }, { items: { properties: {} } }, true],
    ] as const) {
      expect(convert(before), JSON.stringify(before)).toEqual({
        schema: after,
        notes: leftOut ? ['left out what no value can satisfy'] : [],
      });
    }
    const open = { additionalProperties: false, unevaluatedProperties: true, unevaluatedItems: false };
    expect(convert(open).schema).toBe(open);
  });

  it('requires no member that it left out', () => {
    const required = (properties: JsonObject, ...names: readonly string[]) =>
      convert({ properties, required: names }).schema.required;
    expect(required({ a: false, b: {} }, 'a', 'b', 'c')).toEqual(['b', 'c']);
    expect(required({ a: false }, 'a')).toBeUndefined();
    expect(required({ a: {} }, 'a', 'c')).toEqual(['a', 'c']);
    expect(convert({ required: ['a'] }).schema).toEqual({ required: ['a'] });
  });

  it('gives every list items for openai, as an object', () => {
    const text = { type: 'string' };
    for (const [before, after] of [
      [{ type: 'array' }, { type: 'array', items: {} }],
      [{ type: ['array', 'null'] }, { type: ['array', 'null'], items: {} }],
      [
        { type: 'array', items: text },
        { type: 'array', items: text },
      ],
      [
        { type: 'array', items: false },
        { type: 'array', items: {} },
      ],
      [
        { prefixItems: [text], items: false },
        { prefixItems: [text], items: { anyOf: [text] } },
      ],
      [{ prefixItems: [text] }, { prefixItems: [text], items: {} }],
      [{ type: 'string', items: false }, { type: 'string' }],
      [text, text],
    ] as const) {
      expect(convert(before, 'openai').schema, JSON.stringify(before)).toEqual(after);
      expect(convert(before, 'anthropic').schema).toBe(before);
    }
  });

  it('leaves out patterns that a provider cannot read, and says so', () => {
    for (const [pattern, ...readers] of [
      ['^a', 'anthropic', 'openai'],
      ['\\p{L}', 'anthropic'],
      ['\\P{L}', 'anthropic'],
      ['(?<name>a)', 'anthropic'],
      ['(?<!a)b', 'anthropic', 'openai'],
      ['(?<=a)b', 'anthropic', 'openai'],
      ['('],
      // Only without the mode that the standard asks for.
      ['\\-'],
    ] as const) {
      for (const target of ['anthropic', 'openai'] as const) {
        const isRead = (readers as readonly string[]).includes(target);
        expect(convert({ items: { pattern } }, target), `${pattern} ${target}`).toEqual({
          schema: { items: isRead ? { pattern } : {} },
          notes: isRead ? [] : ['left out a pattern that the provider cannot read'],
        });
      }
    }
  });
});
