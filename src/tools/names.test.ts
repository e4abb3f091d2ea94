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

  it('cannot be forged by a colon in a name', () => {
    expect(toolId(mcp('a:b'), 'c')).not.toBe(toolId(mcp('a'), 'b:c'));
    expect(toolId(mcp('a%3Ab'), 'c')).not.toBe(toolId(mcp('a:b'), 'c'));
  });
});
