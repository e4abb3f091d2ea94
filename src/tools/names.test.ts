import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSource } from './definition.ts';
import { fallbackName, preferredName, toolId } from './names.ts';

const mcp = (name: string): ToolSource => ({ kind: 'mcp', name });
const SAFE = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

describe('preferredName', () => {
  it('joins server and tool when both are safe', () => {
    expect(preferredName(mcp('github'), 'create_issue')).toBe('github__create_issue');
    expect(preferredName(mcp('my-server'), '_private')).toBe('my-server___private');
  });

  it('leaves core and client tools under the name the host knows', () => {
    expect(preferredName({ kind: 'core', name: 'host' }, 'read_file')).toBe('read_file');
    expect(preferredName({ kind: 'client', name: 'app' }, 'showToast')).toBe('showToast');
  });

  it('keeps pairs apart that clean to the same text', () => {
    const names = ['a.b', 'a_b', 'a/b', 'a b'].map((tool) => preferredName(mcp('s1'), tool));
    expect(new Set(names).size).toBe(4);
    expect(names[1]).toBe('s1__a_b');
  });

  it('keeps pairs apart whose separator could stand in two places', () => {
    expect(preferredName(mcp('a'), 'b__c')).not.toBe(preferredName(mcp('a__b'), 'c'));
    expect(preferredName(mcp('a_'), 'b')).not.toBe(preferredName(mcp('a'), '_b'));
  });

  it('never begins with a digit or a dash', () => {
    expect(preferredName(mcp('1password'), '2fa_reset')).toMatch(SAFE);
    expect(preferredName(mcp('-x'), 'y')).toMatch(SAFE);
    expect(preferredName({ kind: 'core', name: '' }, '3d_render')).toMatch(SAFE);
  });

  it('shortens long names at both ends and keeps them apart', () => {
    const server = mcp('corplabs.invoice-spend-analytics-mcp-server');
    const one = preferredName(server, 'invoice_spend_analytics_get_reserved_capacity_utilization');
    const two = preferredName(server, 'invoice_spend_analytics_get_reserved_capacity_utilization_detail');
    expect(one).toMatch(SAFE);
    expect(two).toMatch(SAFE);
    expect(one).not.toBe(two);
  });

  it.each([
    ['a b', 'x', /^a_b__x_[0-9a-z]{8}$/],
    ['a__b', 'x', /^a__b__x_[0-9a-z]{8}$/],
    ['a_', 'x', /^a___x_[0-9a-z]{8}$/],
    ['1a', 'x', /^_1a__x_[0-9a-z]{8}$/],
    ['-a', 'x', /^_-a__x_[0-9a-z]{8}$/],
    ['_a', 'x', /^_a__x_[0-9a-z]{8}$/],
    ['日本', 'x', /^x__x_[0-9a-z]{8}$/],
    ['a', '日本', /^a__x_[0-9a-z]{8}$/],
    ['a', 'b  c', /^a__b_c_[0-9a-z]{8}$/],
    ['a1', '1', /^a1__1$/],
    ['a-b_c', 'D', /^a-b_c__D$/],
  ])('of %j and %j keeps what is readable, with a hash where it is not exact', (server, tool, name) => {
    expect(preferredName(mcp(server), tool)).toMatch(name);
  });

  it('is as long as models take, not shorter than it must be', () => {
    const [fits, tooLong] = ['b'.repeat(61), 'b'.repeat(62)];
    expect(preferredName(mcp('a'), fits)).toBe(`a__${fits}`);
    expect(preferredName(mcp('a'), tooLong)).toMatch(/^a__b{52}_[0-9a-z]{8}$/);
    // The server keeps a third of the room, and more where the tool's name leaves some.
    expect(preferredName(mcp('a'.repeat(70)), 'b'.repeat(70))).toMatch(/^a{17}__b{36}_[0-9a-z]{8}$/);
    expect(preferredName(mcp('a'.repeat(70)), 'bbb')).toMatch(/^a{50}__bbb_[0-9a-z]{8}$/);
    expect(preferredName(mcp('aaa'), 'b'.repeat(70))).toMatch(/^aaa__b{50}_[0-9a-z]{8}$/);
    expect(preferredName({ kind: 'core', name: 'h' }, 'b'.repeat(64))).toBe('b'.repeat(64));
    expect(preferredName({ kind: 'core', name: 'h' }, 'b'.repeat(65))).toMatch(/^b{55}_[0-9a-z]{8}$/);
  });

  it('is the bare one of what the host knows by name, and of a source without a name', () => {
    for (const source of [mcp(''), { kind: 'client', name: 'c' }, { kind: 'core', name: 'c' }] as const) {
      expect(preferredName(source, '_x')).toBe('_x');
      expect(preferredName(source, '1x')).toMatch(/^_1x_[0-9a-z]{8}$/);
      expect(fallbackName(source, 'x')).toMatch(/^x_[0-9a-z]{16}$/);
    }
    for (const kind of ['plugin', 'openapi'] as const) expect(preferredName({ kind, name: 'c' }, 'x')).toBe('c__x');
    expect(fallbackName(mcp('a'), 'x')).toMatch(/^a__x_[0-9a-z]{16}$/);
  });

  it('differs by the kind of source where it has a hash', () => {
    const names = (['mcp', 'plugin', 'openapi'] as const).map((kind) => preferredName({ kind, name: 'a b' }, 'x'));
    expect(new Set(names).size).toBe(3);
  });

  it('is safe for any pair and different for different pairs', () => {
    const pair = fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1 }));
    fc.assert(
      fc.property(pair, pair, (left, right) => {
        const a = preferredName(mcp(left[0]), left[1]);
        const b = preferredName(mcp(right[0]), right[1]);
        expect(a).toMatch(SAFE);
        expect(fallbackName(mcp(left[0]), left[1])).toMatch(SAFE);
        if (left[0] !== right[0] || left[1] !== right[1]) {
          // An empty server name gives bare names, which can equal a joined one; the catalog settles that.
          if (left[0] !== '' && right[0] !== '') expect(a).not.toBe(b);
        } else {
          expect(a).toBe(b);
        }
      }),
    );
  });
});

describe('toolId', () => {
  it('reads like kind:server:tool', () => {
    expect(toolId(mcp('calendar'), 'create_event')).toBe('mcp:calendar:create_event');
  });

  it('writes a colon and a percent sign of the source as codes, and the name of the tool as it is', () => {
    expect(toolId(mcp('a:b%c:d'), 'x:y%z')).toBe('mcp:a%3Ab%25c%3Ad:x:y%z');
  });

  it('cannot be forged by a colon in a name', () => {
    expect(toolId(mcp('a:b'), 'c')).not.toBe(toolId(mcp('a'), 'b:c'));
    expect(toolId(mcp('a%3Ab'), 'c')).not.toBe(toolId(mcp('a:b'), 'c'));
  });
});
