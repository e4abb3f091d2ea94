import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import { createInPlaceLoops } from './in-place-loops.ts';

/** Schemas by name; `$ref` leads to a name. */
function loopsOf(schemas: Readonly<Record<string, JsonObject>>) {
  const loops = createInPlaceLoops((reference) => schemas[reference]);
  return (from: string, to: string) => loops.share(schemas[from]!, schemas[to]!);
}

const to = ($ref: string): JsonObject => ({ $ref });

describe('createInPlaceLoops', () => {
  it('finds a circle through every keyword that looks at the same value, and through no other', () => {
    for (const keyword of ['not', 'if', 'then', 'else']) {
      const share = loopsOf({ a: { [keyword]: to('b') }, b: to('a') });
      expect([share('a', 'b'), share('b', 'a')], keyword).toEqual([true, true]);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      expect(loopsOf({ a: { [keyword]: [{}, true, to('b')] }, b: to('a') })('a', 'b'), keyword).toBe(true);
    }
    for (const [keyword, value] of [
      ['items', to('b')],
      ['properties', { x: to('b') }],
      ['prefixItems', [to('b')]],
      ['additionalProperties', to('b')],
    ] as const) {
      expect(loopsOf({ a: { [keyword]: value }, b: to('a') })('a', 'b'), keyword).toBe(false);
    }
  });

  it('takes a schema for a circle with itself', () => {
    expect(loopsOf({ a: to('a') })('a', 'a')).toBe(true);
    expect(loopsOf({ a: {} })('a', 'a')).toBe(true);
  });

  it('tells circles from what leads to them or out of them', () => {
    const share = loopsOf({
      in: to('a'),
      a: to('b'),
      b: to('c'),
      c: { anyOf: [to('a'), to('out')] },
      out: to('end'),
      end: {},
    });
    for (const from of ['a', 'b', 'c']) for (const other of ['a', 'b', 'c']) expect(share(from, other)).toBe(true);
    for (const one of ['a', 'b', 'c', 'out', 'end']) expect(share('in', one)).toBe(false);
    for (const one of ['a', 'b', 'c', 'in', 'end']) expect(share('out', one)).toBe(false);
    expect(share('in', 'in')).toBe(true);
  });

  it('tells two circles apart that one leads to, whichever is asked first', () => {
    const schemas = () => ({
      a: { anyOf: [to('b'), to('x')] },
      b: to('a'),
      x: to('y'),
      y: { allOf: [to('z'), to('x')] },
      z: to('y'),
    });
    for (const first of ['a', 'b', 'x', 'y', 'z'] as const) {
      const share = loopsOf(schemas());
      share(first, first === 'a' ? 'b' : 'a');
      expect([share('a', 'b'), share('x', 'z'), share('z', 'x'), share('y', 'z')], first).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect([share('a', 'x'), share('y', 'b'), share('z', 'a')], first).toEqual([false, false, false]);
    }
  });

  it('sees a circle that is closed far below where it began', () => {
    // a → b → c → d → b, and d → a by another branch.
    const share = loopsOf({
      a: to('b'),
      b: to('c'),
      c: { anyOf: [to('d'), to('e')] },
      d: to('b'),
      e: { anyOf: [{}, to('f')] },
      f: to('a'),
    });
    for (const one of ['b', 'c', 'd', 'e', 'f']) expect([share('a', one), share(one, 'a')], one).toEqual([true, true]);
  });

  it('goes along thousands of references', () => {
    const schemas: Record<string, JsonObject> = {};
    for (let index = 0; index < 20_000; index++) schemas[`s${index}`] = to(`s${(index + 1) % 20_000}`);
    expect(loopsOf(schemas)('s0', 's19999')).toBe(true);
    schemas.s19999 = {};
    expect(loopsOf(schemas)('s0', 's19999')).toBe(false);
  });
});
