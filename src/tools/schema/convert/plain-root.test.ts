import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { toPlainRoot } from './plain-root.ts';

const TEXT: JsonObject = { type: 'string' };
const NUMBER: JsonObject = { type: 'number' };

/** A root as it was read → without its unions, and the keywords that are gone. */
type Row = readonly [schema: JsonObject, plain: JsonObject, gone: string];

function expectEach(rows: readonly Row[]): void {
  for (const [schema, plain, gone] of rows) {
    expect(toPlainRoot(schema), JSON.stringify(schema)).toEqual({
      schema: plain,
      notes: [`merged ${gone} at the root into one object`],
    });
  }
}

const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
});

/** What two branches say of `x` → what the root says. */
function merged(...variants: readonly (JsonObject | boolean)[]): unknown {
  const { schema } = toPlainRoot({ type: 'object', anyOf: variants.map((x) => ({ properties: { x } })) });
  return (schema.properties as JsonObject).x;
}

/** The words that a union at the root is put into. */
function rules(root: JsonObject): unknown {
  return toPlainRoot({ type: 'object', ...root }).schema.description;
}

describe('toPlainRoot', () => {
  it('gives a root without unions back as it is', () => {
    const schema = object({ a: { anyOf: [TEXT, NUMBER] } }, ['a']);
    expect(toPlainRoot(schema)).toEqual({ schema, notes: [] });
    expect(toPlainRoot(schema).schema).toBe(schema);
  });

  it('lays every keyword that no provider takes over the object', () => {
    const branch = object({ a: TEXT }, ['a']);
    expectEach([
      [{ anyOf: [branch] }, object({ a: TEXT }, ['a']), 'anyOf'],
      [{ oneOf: [branch] }, object({ a: TEXT }, ['a']), 'oneOf'],
      [{ allOf: [branch, object({ b: NUMBER })] }, object({ a: TEXT, b: NUMBER }, ['a']), 'allOf'],
      [{ ...branch, not: { type: 'string' } }, branch, 'not'],
      [{ ...branch, enum: [{ a: 'x' }] }, branch, 'enum'],
      [{ ...branch, const: { a: 'x' } }, branch, 'const'],
      [
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
        { ...branch, if: {}, then: object({ b: NUMBER }, ['b']), else: object({ c: NUMBER }) },
        {
          ...object({ a: TEXT, b: NUMBER, c: NUMBER }, ['a']),
          description: 'Further rules hold for some values and are checked when the tool is called.',
        },
        'if, then, else',
      ],
      [{ $ref: '#/$defs/A', $defs: { A: branch } }, { ...object({ a: TEXT }, ['a']), $defs: { A: branch } }, '$ref'],
      [
        { type: 'object', title: 'T', description: 'D.', allOf: [{}] },
        { ...object({}), title: 'T', description: 'D.' },
        'allOf',
      ],
    ]);
  });

  it('is closed only where the branches are all there is and each is closed', () => {
    const closed = { ...object({ a: TEXT }), additionalProperties: false };
    const isClosed = (schema: JsonObject) => toPlainRoot(schema).schema.additionalProperties;
    expect(isClosed({ anyOf: [closed, closed] })).toBe(false);
    expect(isClosed({ oneOf: [closed], anyOf: [closed] })).toBe(false);
    expect(isClosed({ anyOf: [closed, object({ a: TEXT })] })).toBeUndefined();
    expect(isClosed({ anyOf: [closed], oneOf: [true] })).toBeUndefined();
    expect(isClosed({ anyOf: [closed], properties: {} })).toBeUndefined();
    expect(isClosed({ anyOf: [closed], allOf: [{}] })).toBeUndefined();
    expect(isClosed({ allOf: [closed] })).toBeUndefined();
    expect(isClosed({ anyOf: [closed], additionalProperties: true })).toBe(true);
    expect(isClosed({ anyOf: [object({})], additionalProperties: false })).toBe(false);
  });

  it('takes any of the variants that branches have for one argument', () => {
    expect(merged(TEXT)).toEqual(TEXT);
    expect(merged(TEXT, { ...TEXT })).toEqual(TEXT);
    expect(merged(TEXT, NUMBER)).toEqual({ anyOf: [TEXT, NUMBER] });
    expect(merged(TEXT, false)).toEqual(TEXT);
    expect(merged(false, false)).toBe(false);
    expect(merged(true)).toBe(true);
    expect(merged(TEXT, true)).toEqual({});
    expect(merged(TEXT, {})).toEqual({});
    expect(merged({ const: 'a' }, { const: 'b' })).toEqual({ type: 'string', enum: ['a', 'b'] });
    expect(merged({ const: 'a', description: '' }, { enum: ['b', 'a'], description: 'Which.' })).toEqual({
      type: 'string',
      enum: ['a', 'b'],
      description: 'Which.',
    });
    expect(merged({ const: 'a' }, { const: 1 })).toEqual({ anyOf: [{ const: 'a' }, { const: 1 }] });
    expect(merged({ const: 'a' }, { enum: [] })).toEqual({ anyOf: [{ const: 'a' }, { enum: [] }] });
    expect(merged({ enum: ['a', 1] }, { const: 'b' })).toEqual({ anyOf: [{ enum: ['a', 1] }, { const: 'b' }] });
  });

  it('keeps what holds in any case, whatever the branches add', () => {
    const long = { ...TEXT, minLength: 2 };
    const own = (root: JsonObject) => (toPlainRoot(root).schema.properties as JsonObject).a;
    const anyOf = [object({ a: long }), object({ a: NUMBER })];
    expect(own({ ...object({ a: TEXT }), anyOf })).toEqual(TEXT);
    expect(own({ allOf: [object({ a: TEXT })], anyOf })).toEqual(TEXT);
    expect(own({ $ref: '#/$defs/A', $defs: { A: object({ a: TEXT }) }, anyOf })).toEqual(TEXT);
    expect(own({ allOf: [{ $ref: '#/$defs/A' }], $defs: { A: { allOf: [object({ a: TEXT })] } }, anyOf })).toEqual(
      TEXT,
    );
    // Says nothing of its own.
    expect(own({ ...object({ a: {} }), anyOf: [object({ a: long })] })).toEqual({});
    expect(own({ ...object({ a: true }), allOf: [object({ a: TEXT })], anyOf })).toEqual(TEXT);
    // Refers to itself.
    const loop = { $ref: '#/$defs/A', $defs: { A: { allOf: [{ $ref: '#/$defs/A' }, object({ a: TEXT })] } } };
    expect(own({ ...loop, anyOf })).toEqual(TEXT);
  });

  it('requires what all branches require', () => {
    const both = [object({ a: TEXT, b: TEXT }, ['a', 'b']), object({ a: TEXT, c: TEXT }, ['c', 'a'])];
    expect(toPlainRoot({ anyOf: both }).schema.required).toEqual(['a']);
    expect(toPlainRoot({ allOf: both }).schema.required).toEqual(['a', 'b', 'c']);
    expect(toPlainRoot({ anyOf: [...both, object({})] }).schema).not.toHaveProperty('required');
  });

  it('puts which arguments belong together into words', () => {
    const files = { required: ['files'] };
    const areas = { required: ['areas', 'depth'] };
    expect(rules({ anyOf: [files, areas] })).toBe('Give at least one of these: (files) or (areas, depth).');
    expect(rules({ oneOf: [files, areas] })).toBe('Give exactly one of these: (files) or (areas, depth).');
    expect(rules({ anyOf: [files, areas], oneOf: [files, areas], description: 'D.' })).toBe(
      'D. Give at least one of these: (files) or (areas, depth). Give exactly one of these: (files) or (areas, depth).',
    );
    // Nothing to choose from, or nothing that tells the branches apart.
    expect(rules({ anyOf: [files] })).toBeUndefined();
    expect(rules({ anyOf: [files, files] })).toBeUndefined();
    expect(rules({ anyOf: [files, {}] })).toBeUndefined();
    expect(rules({ anyOf: [files, true, areas] })).toBe('Give at least one of these: (files) or (areas, depth).');
    // Required anyway.
    expect(rules({ required: ['files'], anyOf: [files, areas] })).toBeUndefined();
    expect(
      rules({
        oneOf: [
          object({ kind: { const: 'a' }, size: { const: 3 }, name: TEXT }, ['kind', 'name']),
          object({ kind: { const: 'b' } }, ['kind']),
        ],
      }),
    ).toBe('Give exactly one of these: (kind: "a", size: 3, name) or (kind: "b").');
    expect(rules({ not: { required: ['a', 'b'] } })).toBe('Do not give together: a, b.');
    expect(rules({ not: {} })).toBeUndefined();
    expect(rules({ not: true })).toBeUndefined();
  });

  it('cuts long rules and names, and shows what is hidden in them', () => {
    const long = Array.from({ length: 30 }, (_, index) => ({ required: [`argument_number_${index}`] }));
    const said = rules({ anyOf: long }) as string;
    expect(said.length).toBeLessThanOrEqual(400);
    expect(said.startsWith('Give at least one of these: (argument_number_0) or (argument_number_1)')).toBe(true);
    const name = 'n'.repeat(100);
    expect(rules({ not: { required: [name] } })).toBe(`Do not give together: ${'n'.repeat(59)}….`);
    expect(rules({ not: { required: ['a\u200bb'] } })).toBe('Do not give together: a\\u200bb.');
    const branches = ['a\u200bb', 'v'.repeat(100)].map((value) => object({ kind: { const: value } }));
    expect(rules({ anyOf: branches })).toBe(
      `Give at least one of these: (kind: "a\\u200bb") or (kind: "${'v'.repeat(58)}…).`,
    );
  });

  it('keeps the targets of references into what is gone, each once and under a free name', () => {
    const root = {
      anyOf: [
        object({ a: { ...TEXT, minLength: 2 }, again: { $ref: '#/anyOf/0/properties/a' } }),
        object({ b: { $ref: '#/anyOf/0' }, c: { $ref: '#/anyOf/0' }, d: { $ref: '#/anyOf/1/properties/d' } }),
        object({ e: { $ref: '#/$defs/part_1' }, f: { $ref: '#/nowhere', title: 'F' }, g: { $ref: '#/anyOf/3' } }),
        true,
      ],
      $defs: { part_1: NUMBER },
    };
    const { schema } = toPlainRoot(root);
    expect(schema.properties).toEqual({
      a: { ...TEXT, minLength: 2 },
      again: { $ref: '#/$defs/part_2' },
      b: { $ref: '#/$defs/part_3' },
      c: { $ref: '#/$defs/part_3' },
      d: { $ref: '#/$defs/part_4' },
      e: { $ref: '#/$defs/part_1' },
      f: { title: 'F' },
      g: { $ref: '#/$defs/part_5' },
    });
    expect(schema.$defs).toEqual({
      part_1: NUMBER,
      part_2: { ...TEXT, minLength: 2 },
      part_3: object({ a: { ...TEXT, minLength: 2 }, again: { $ref: '#/$defs/part_2' } }),
      part_4: { $ref: '#/$defs/part_4' },
      part_5: true,
    });
  });
});
