import { describe, expect, it } from 'vitest';
import { expand } from './expand.ts';

const expanded = (value: unknown): unknown => expand(value, { tmp: '/t/1' });

describe('generate', () => {
  it('stands for many tools among others', () => {
    expect(expanded([{ name: 'a' }, { generate: { count: 2, name: 't_{i}', tags: ['x{i}'] } }, { name: 'b' }])).toEqual(
      [{ name: 'a' }, { name: 't_0', tags: ['x0'] }, { name: 't_1', tags: ['x1'] }, { name: 'b' }],
    );
  });

  it('stands for a list of values', () => {
    expect(expanded({ enum: { generate: { count: 3, value: 'v {i}' } } })).toEqual({ enum: ['v 0', 'v 1', 'v 2'] });
  });

  it('refuses a count that is none', () => {
    expect(() => expanded({ generate: { count: -1, value: 'x' } })).toThrow('generate.count');
  });
});

describe('repeat and nest', () => {
  it('write out a long text', () => {
    expect(expanded({ description: { repeat: { text: 'ab ', count: 3 } } })).toEqual({ description: 'ab ab ab ' });
  });

  it('wrap an input in calls, and anything else in objects', () => {
    const nest = { levels: 2, name: 'tool_call', inner: { name: 'x' } };
    expect(expanded({ input: { nest } })).toEqual({
      input: { name: 'tool_call', arguments: { name: 'tool_call', arguments: { name: 'x' } } },
    });
    expect(expanded({ deep: { nest: { levels: 2, name: 'a', inner: 1 } } })).toEqual({ deep: { a: { a: 1 } } });
  });

  it('are left alone beside other members', () => {
    const tool = { generate: { count: 1 }, name: 'x' };
    expect(expanded([tool])).toEqual([tool]);
  });
});

describe('everything else', () => {
  it('has the fresh folder in the place of {tmp}', () => {
    expect(expanded({ env: { FILE: '{tmp}/x' } })).toEqual({ env: { FILE: '/t/1/x' } });
  });

  it('keeps keys that look like members of Object.prototype as own keys', () => {
    const value = expanded(JSON.parse('{"__proto__":{"x":1},"constructor":2}')) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  });
});
