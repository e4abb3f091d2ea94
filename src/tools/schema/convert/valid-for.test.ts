import { describe, expect, it } from 'vitest';
import { isSchemaValidFor } from './valid-for.ts';

const with_ = (x: unknown) => ({ type: 'object', properties: { x } });

describe('isSchemaValidFor', () => {
  it('accepts plain schemas for all targets', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      expect(isSchemaValidFor(with_({ type: 'array', items: { type: 'string' } }), target)).toEqual([]);
    }
  });

  it('refuses roots that are no plain objects', () => {
    for (const target of ['anthropic', 'openai', 'gemini'] as const) {
      for (const root of [
        null,
        true,
        { type: 'string' },
        { type: 'object', anyOf: [{}] },
        { type: 'object', allOf: [{}] },
        { $ref: '#' },
      ]) {
        expect(isSchemaValidFor(root, target), JSON.stringify(root)).not.toEqual([]);
      }
    }
  });

  it('knows what JSON Schema 2020-12 refuses', () => {
    const bad = [
      true,
      { type: 'int' },
      { type: [] },
      { exclusiveMinimum: true },
      { enum: [] },
      { enum: 'a' },
      { items: [{}] },
      { $ref: '#/$defs/Gone' },
      { $ref: 'https://example.test/x' },
      { minLength: -1 },
      { pattern: '(' },
      { nullable: true },
      { type: 'object', properties: { $top: {} } },
      { type: 'object', required: ['a', 'a'] },
      { type: 'object', properties: [] },
      { anyOf: [] },
      { description: null },
    ];
    for (const node of bad) expect(isSchemaValidFor(with_(node), 'anthropic'), JSON.stringify(node)).not.toEqual([]);
  });

  it('wants items for openai', () => {
    expect(isSchemaValidFor(with_({ type: 'array' }), 'openai')).toEqual(['/properties/x: array without items']);
    expect(isSchemaValidFor(with_({ type: 'array' }), 'anthropic')).toEqual([]);
  });

  it('knows the subset of gemini', () => {
    const bad = [
      {},
      { type: ['string', 'null'] },
      { type: 'null' },
      { $ref: '#/properties/x' },
      { type: 'array' },
      { type: 'string', enum: [1] },
      { type: 'integer', enum: ['1'] },
      { type: 'string', enum: [''] },
      { type: 'string', format: 'uri' },
      { type: 'string', pattern: 'a' },
      { type: 'object', additionalProperties: false },
      { type: 'object', properties: {}, required: ['a'] },
      { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'x' },
      { anyOf: [{ type: 'string' }] },
    ];
    for (const node of bad) expect(isSchemaValidFor(with_(node), 'gemini'), JSON.stringify(node)).not.toEqual([]);
  });
});
