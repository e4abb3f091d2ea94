import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { readInputSchema } from './read-input.ts';
import { createReferenceFinder } from './references.ts';

const A: JsonObject = { title: 'A' };
const B: JsonObject = { title: 'B' };

describe('createReferenceFinder', () => {
  it('finds what each kind of reference means', () => {
    const inner: JsonObject = { $id: 'https://x.test/dir/inner.json#', $defs: { B }, items: true };
    const anchored: JsonObject = { $anchor: 'there', $dynamicAnchor: 'then' };
    const old: JsonObject = { id: 'old.json', definitions: { A } };
    const document: JsonObject = {
      $defs: { inner, anchored, yes: true },
      definitions: { A, old },
      list: [{ deep: B }],
    };
    const { find } = createReferenceFinder(document);
    for (const [reference, target] of [
      ['#', document],
      ['', document],
      ['#/$defs/inner', inner],
      ['#/$defs/yes', true],
      ['#/list/0/deep', B],
      ['#/list', undefined],
      ['#/definitions/A', A],
      // A mistaken prefix: the name alone is clear.
      ['#/$defs/A', A],
      ['#/components/schemas/A', A],
      ['A', A],
      ['#A', A],
      ['inner', inner],
      ['#there', anchored],
      ['#then', anchored],
      ['https://x.test/dir/inner.json', inner],
      ['https://x.test/dir/inner.json#', inner],
      ['https://x.test/dir/inner.json#/$defs/B', B],
      ['inner.json#/items', true],
      ['inner.json#/nowhere', undefined],
      ['inner.json#nowhere', undefined],
      ['inner.json', inner],
      ['old.json', old],
      ['old.json#/definitions/A', A],
      ['gone.json', undefined],
      ['#gone', undefined],
      ['toString', undefined],
      ['#/toString', undefined],
    ] as const) {
      expect(find(reference, undefined), reference).toBe(target);
    }
  });

  it('counts pointers from the nearest resource first', () => {
    const base: JsonObject = { $id: 'r', $defs: { A: B } };
    const { find } = createReferenceFinder({ $defs: { A, base } });
    expect(find('#/$defs/A', base)).toBe(B);
    expect(find('#', base)).toBe(base);
    expect(find('#/$defs/base', base)).toBe(base);
    expect(find('#/$defs/A', undefined)).toBe(A);
  });

  it('takes the first of two parts with one name, in the order of the document', () => {
    const first: JsonObject = { $anchor: 'x', title: 'first', items: { $anchor: 'x', title: 'inside' } };
    const document: JsonObject = { properties: { a: first, b: { $anchor: 'x', title: 'second' } } };
    expect(createReferenceFinder(document).find('#x', undefined)).toBe(first);
  });

  it('takes no empty name, and looks no deeper than two hundred levels', () => {
    const nested = (levels: number): JsonObject => (levels === 0 ? { $anchor: 'deep' } : { items: nested(levels - 1) });
    expect(createReferenceFinder(nested(200)).find('#deep', undefined)).toEqual({ $anchor: 'deep' });
    expect(createReferenceFinder(nested(201)).find('#deep', undefined)).toBeUndefined();
    expect(createReferenceFinder({ items: { $id: '#' } }).find('other#', undefined)).toBeUndefined();
  });

  it('tells references that lead back without going down into the data', () => {
    const back: JsonObject = { allOf: [{ $ref: '#/$defs/back' }] };
    const down: JsonObject = { items: { $ref: '#/$defs/down' } };
    const { loops } = createReferenceFinder({ $defs: { back, down, yes: true } });
    expect(loops((back.allOf as JsonObject[])[0]!, '#/$defs/back', undefined)).toBe(true);
    expect(loops(down.items as JsonObject, '#/$defs/down', undefined)).toBe(false);
    expect(loops(A, '#/$defs/yes', undefined)).toBe(false);
    expect(loops(A, '#/$defs/gone', undefined)).toBe(false);
  });
});

describe('references of a schema that is read', () => {
  const read = (raw: JsonObject) => readInputSchema({ type: 'object', ...raw });

  it('get names for targets outside of the usual places, free ones', () => {
    const shared = { components: { schemas: { A: { title: 'shared' } } }, other: { A: { title: 'other' } } };
    const { schema } = read({
      properties: {
        a: { $ref: '#/components/schemas/A' },
        again: { $ref: '#/components/schemas/A' },
        b: { $ref: '#/other/A' },
        own: { $ref: '#/$defs/A' },
        older: { $ref: '#/definitions/A_3' },
      },
      $defs: { A: { title: 'own' } },
      definitions: { A_3: { title: 'older' } },
      ...shared,
    });
    expect(schema.properties).toEqual({
      a: { $ref: '#/$defs/A_2' },
      again: { $ref: '#/$defs/A_2' },
      b: { $ref: '#/$defs/A_4' },
      own: { $ref: '#/$defs/A' },
      older: { $ref: '#/$defs/A_3' },
    });
    expect(schema.$defs).toEqual({
      A: { title: 'own' },
      A_2: { title: 'shared' },
      A_3: { title: 'older' },
      A_4: { title: 'other' },
    });
  });

  it('follow what was adopted on to what it refers to', () => {
    const { schema } = read({
      properties: { a: { $ref: '#/x/A' } },
      x: { A: { items: { $ref: '#/x/B' } }, B: { type: 'int', items: { $ref: '#/x/A' } } },
    });
    expect(schema.properties).toEqual({ a: { $ref: '#/$defs/A' } });
    expect(schema.$defs).toEqual({
      A: { items: { $ref: '#/$defs/B' } },
      B: { type: 'integer', items: { $ref: '#/$defs/A' } },
    });
  });

  it('keep the spelling of a pointer that is sound, and mend another', () => {
    const $defs = { 'a b': {}, 'c/d': {}, "e'f": {} };
    const to = ($ref: string) => (read({ properties: { x: { $ref } }, $defs }).schema.properties as JsonObject).x;
    for (const same of ['#/$defs/a%20b', '#/$defs/c~1d', "#/$defs/e'f", '#/%24defs/a%20b'])
      expect(to(same)).toEqual({ $ref: same });
    for (const [before, after] of [
      ['#/$defs/a b', '#/$defs/a%20b'],
      ['#/definitions/a%20b', '#/$defs/a%20b'],
      ['a b', '#/$defs/a%20b'],
    ] as const) {
      expect(to(before)).toEqual({ $ref: after });
    }
  });

  it('of other kinds become plain ones, unless a plain one stands beside them', () => {
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const one = (more: JsonObject) =>
        (
          read({ properties: { x: { [keyword]: '#/$defs/A', ...more } }, $defs: { A, B } }).schema
            .properties as JsonObject
        ).x;
      expect(one({})).toEqual({ $ref: '#/$defs/A' });
      expect(one({ $ref: '#/$defs/B' })).toEqual({ $ref: '#/$defs/B' });
      expect(one({ [keyword]: 7 })).toEqual({});
      expect(one({ [keyword]: '#/$defs/gone', title: 'T' })).toEqual({ title: 'T' });
    }
  });

  it('count from the subschema with an id of its own', () => {
    const { schema } = read({
      properties: {
        inner: {
          $id: 'https://x.test/inner',
          properties: { a: { $ref: '#/$defs/T' }, b: { $ref: '#' } },
          $defs: { T: B },
        },
        outer: { $ref: '#/$defs/T' },
        named: { $id: '#local', properties: { a: { $ref: '#/$defs/T' } } },
      },
      $defs: { T: A },
    });
    expect(schema.properties).toEqual({
      inner: {
        properties: { a: { $ref: '#/properties/inner/$defs/T' }, b: { $ref: '#/properties/inner' } },
        $defs: { T: B },
      },
      outer: { $ref: '#/$defs/T' },
      named: { properties: { a: { $ref: '#/$defs/T' } } },
    });
  });
});
