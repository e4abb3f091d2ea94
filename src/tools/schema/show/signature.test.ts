import { describe, expect, it } from 'vitest';
import { toSignature } from './signature.ts';

const signature = (properties: Record<string, unknown>, more: Record<string, unknown> = {}, maxLength?: number) =>
  toSignature({ type: 'object', properties, ...more } as never, maxLength === undefined ? {} : { maxLength });

describe('toSignature', () => {
  it('writes required arguments first and marks the others', () => {
    expect(
      signature(
        {
          state: { type: 'string', enum: ['open', 'closed'] },
          labels: { type: 'array', items: { type: 'string' } },
          owner: { type: 'string' },
          count: { type: 'integer' },
        },
        { required: ['count', 'owner'] },
      ),
    ).toBe('{ owner: string, count: number, state?: "open" | "closed", labels?: string[] }');
  });

  it('writes {} where there is nothing to give', () => {
    expect(signature({})).toBe('{}');
    expect(toSignature({ type: 'object' })).toBe('{}');
  });

  it('writes nulls, constants, unions, tuples, maps and open values', () => {
    expect(
      signature({
        a: { type: ['string', 'null'] },
        b: { const: 5 },
        c: { anyOf: [{ type: 'array', items: { type: ['string', 'number'] } }, { type: 'null' }] },
        d: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
        e: { type: 'object', additionalProperties: { type: 'boolean' } },
        f: {},
        g: true,
        h: { type: 'object' },
        i: { type: 'array' },
        j: false,
      }),
    ).toBe(
      '{ a?: string | null, b?: 5, c?: (string | number)[] | null, d?: [string, number], e?: Record<string, boolean>, f?: unknown, g?: unknown, h?: object, i?: unknown[] }',
    );
  });

  it('writes nested objects two levels deep and then object', () => {
    const leaf = { type: 'object', properties: { deep: { type: 'string' } } };
    const middle = { type: 'object', properties: { leaf } };
    expect(signature({ a: { type: 'object', properties: { middle }, required: ['middle'] } })).toBe(
      '{ a?: { middle: { leaf?: object } } }',
    );
    expect(signature({ list: { type: 'array', items: leaf } })).toBe('{ list?: { deep?: string }[] }');
  });

  it('writes a recursion as its name', () => {
    const Node = {
      type: 'object',
      properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
    };
    expect(signature({ root: { $ref: '#/$defs/Node' } }, { $defs: { Node } })).toBe(
      '{ root?: { label?: string, children?: Node[] } }',
    );
  });

  it('writes a union at the root as a union of forms', () => {
    const form = (kind: string, field: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, [field]: { type: 'string' } },
      required: ['kind', field],
    });
    expect(toSignature({ type: 'object', oneOf: [form('invoice', 'number'), form('order', 'ref')] })).toBe(
      '{ kind: "invoice", number: string } | { kind: "order", ref: string }',
    );
  });

  it('lays allOf, unions and conditions over the properties beside them', () => {
    expect(
      signature(
        { repo: { type: 'string' }, files: { type: 'array', items: { type: 'string' } } },
        {
          required: ['repo'],
          anyOf: [{ required: ['files'] }, { properties: { all: { type: 'boolean' } } }],
          allOf: [{ required: ['files'] }],
        },
      ),
    ).toBe('{ repo: string, files: string[], all?: boolean }');
  });

  it('says which of several optional arguments is needed', () => {
    expect(
      signature({ files: {}, areas: {} }, { anyOf: [{ required: ['files'] }, { required: ['areas', 'a-b'] }] }),
    ).toBe('{ files?: unknown, areas?: unknown } // needs files or areas and "a-b"');
  });

  it('names required arguments that nobody described', () => {
    expect(signature({}, { required: ['tag'] })).toBe('{ tag: unknown }');
  });

  it('quotes keys that are no identifiers and makes hidden characters visible', () => {
    const text = signature({
      '@odata.type': { type: 'string' },
      'a\u202eb': {},
      ㅤ: {},
      'x\ny': { enum: ['\u{e0041}', 'l1\u2028l2'] },
    });
    expect(text).toBe(
      '{ "@odata.type"?: string, "a\\u202eb"?: unknown, "ㅤ"?: unknown, "x\\ny"?: "\\udb40\\udc41" | "l1\\u2028l2" }'.replace(
        'ㅤ',
        '\\u3164',
      ),
    );
    expect(text).not.toMatch(/[\n\u202e\u2028]/);
  });

  it('bounds enums and long values, and says how many are left', () => {
    const values = Array.from({ length: 8_000 }, (_, index) => `v${index}`);
    const text = signature({ a: { enum: values } });
    expect(text).toContain('"v11" | … +7988');
    expect(signature({ a: { const: 'x'.repeat(500) } }).length).toBeLessThan(100);
  });

  it('writes a union of constants as the enum that it is', () => {
    const oneOf = Array.from({ length: 30 }, (_, index) => ({ const: index, title: `Choice ${index}` }));
    expect(signature({ a: { oneOf } })).toBe('{ a?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | … +18 }');
  });

  it('gives up depth first', () => {
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, { type: 'string' }]));
    expect(
      signature({ body: { type: 'object', properties: wide }, id: { type: 'string' } }, { required: ['id'] }, 100),
    ).toBe('{ id: string, body?: object }');
  });

  it('then gives up optional arguments and counts them', () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, { type: 'string' }]));
    const text = signature(many, { required: ['field49'] }, 120);
    expect(text).toMatch(/^\{ field49: string, field0\?: string, .*, … \+\d+ more \}$/);
    const shown = text.split(',').length - 1;
    expect(text).toContain(`+${50 - shown} more`);
    expect(text.length).toBeLessThanOrEqual(120);
  });

  it('never exceeds its length', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`a rather long key number ${index}`, { enum: ['x'.repeat(99)] }]),
    );
    for (const maxLength of [10, 40, 100, 400])
      expect(signature(many, { required: Object.keys(many) }, maxLength).length).toBeLessThanOrEqual(maxLength);
  });

  it('ends soon on references that multiply', () => {
    const $defs: Record<string, unknown> = {};
    for (let level = 0; level < 40; level++) {
      const next = { $ref: `#/$defs/L${level + 1}` };
      $defs[`L${level}`] = { anyOf: [next, next, { type: 'array', items: next }] };
    }
    $defs.L40 = { type: 'string' };
    expect(signature({ start: { $ref: '#/$defs/L0' } }, { $defs }).length).toBeLessThanOrEqual(400);
  });

  it('writes what is at the root by what it has', () => {
    const text = (schema: object) => toSignature(schema as never);
    const a = { properties: { a: { type: 'string' } } };
    expect(text({ type: 'object', additionalProperties: { type: 'number' } })).toBe('Record<string, number>');
    expect(text({ type: 'object', properties: {}, additionalProperties: false })).toBe('{}');
    expect(text({ type: 'string' })).toBe('{}');
    expect(text({ anyOf: [{ type: 'string' }, { type: 'number' }] })).toBe('string | number');
    expect(text({ properties: {}, anyOf: [a, { type: 'null' }] })).toBe('{ a?: string } | null');
    expect(text({ properties: null, oneOf: [a] })).toBe('{ a?: string }');
    expect(text({ ...a, oneOf: [{ properties: { b: {} } }, {}] })).toBe('{ a?: string, b?: unknown }');
    expect(text({ allOf: [a, { required: ['b'] }] })).toBe('{ b: unknown, a?: string }');
    expect(text({ required: ['x'] })).toBe('{ x: unknown }');
  });

  it('says which arguments are needed by unions that only ask for names', () => {
    const needed = (more: Record<string, unknown>) => signature({ a: {}, b: {} }, more).split(' // ')[1];
    expect(needed({ oneOf: [{ required: ['a'] }, { required: ['b'] }] })).toBe('needs a or b');
    expect(
      needed({
        oneOf: [
          { required: ['a'], title: 'A' },
          { required: ['b'], type: 'object', description: 'B' },
        ],
      }),
    ).toBe('needs a or b');
    expect(needed({ anyOf: [{ required: ['a', 'b'] }, { required: ['c d'] }] })).toBe('needs a and b or "c d"');
    expect(needed({ anyOf: [{ properties: {} }], oneOf: [{ required: ['a'] }, { required: ['b'] }] })).toBe(
      'needs a or b',
    );
    for (const none of [
      { anyOf: [{ required: ['a'] }] },
      { anyOf: [{ required: ['a'] }, {}] },
      { anyOf: [{ required: ['a'] }, { required: [] }] },
      { anyOf: [{ required: ['a'] }, { required: ['b'], minProperties: 2 }] },
      { anyOf: [{ required: ['a'] }, true] },
      { anyOf: [] },
      { allOf: [{ required: ['a'] }, { required: ['b'] }] },
    ]) {
      expect(needed(none)).toBeUndefined();
    }
  });

  it('loses depth level by level, then values, then arguments', () => {
    const deep = { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'string' } } } } };
    const values = Array.from({ length: 12 }, (_, index) => `value${index}`);
    const shown = (maxLength: number) => signature({ a: deep, d: { enum: values } }, { required: ['a'] }, maxLength);
    const list = (count: number) =>
      values
        .slice(0, count)
        .map((value) => `"${value}"`)
        .join(' | ');
    const texts = [
      `{ a: { b?: { c?: string } }, d?: ${list(12)} }`,
      `{ a: { b?: object }, d?: ${list(12)} }`,
      `{ a: object, d?: ${list(12)} }`,
      `{ a: object, d?: ${list(4)} | … +8 }`,
      '{ a: object, … +1 more }',
    ];
    for (const [index, text] of texts.entries()) {
      expect(shown(text.length)).toBe(text);
      if (index > 0) expect(shown(texts[index - 1]!.length - 1)).toBe(text);
    }
    expect(shown(20)).toBe('{ … +2 more }');
    expect(shown(5)).toBe('{ ……');
  });

  it('fills its length to the last character', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, { type: 'string' }]));
    for (let maxLength = 60; maxLength < 90; maxLength++) {
      const text = signature(many, {}, maxLength);
      expect(text.length).toBeLessThanOrEqual(maxLength);
      // One argument more would not have fitted.
      expect(text.length).toBeGreaterThan(maxLength - ', field10?: string'.length - 2);
      const [, shown = '', left] = /^(.*), … \+(\d+) more \}$/.exec(text) ?? [];
      expect(shown.split(',').length + Number(left)).toBe(30);
    }
    const exact = '{ field0?: string, field1?: string }';
    const two = { field0: { type: 'string' }, field1: { type: 'string' } };
    expect(signature(two, {}, exact.length)).toBe(exact);
    expect(signature(two, {}, exact.length - 1)).toBe('{ field0?: string, … +1 more }');
  });
});
