import { describe, expect, it } from 'vitest';
import { checkRule, readPolicyRules } from './rules.ts';

const refusal = (key: string, ...problem: readonly string[]) =>
  expect.objectContaining({
    code: 'CONFIG_INVALID',
    next: expect.stringContaining(key),
    details: { key, problem: expect.stringMatching(new RegExp(problem.join('.*'))) },
  });

describe('rules', () => {
  it.each([
    'x'.repeat(1_000),
    { id: 'x' },
    { server: 'x', source: 'core' },
    { source: 'plugin' },
    { source: 'mcp' },
    { source: 'client' },
    { source: 'openapi' },
    { annotations: { readOnlyHint: true, level: 3, team: 'a' } },
    { tags: { tenant: 't1' } },
  ])('may be %j', (rule) => {
    expect(() => checkRule(rule, 'r')).not.toThrow();
    expect(() => readPolicyRules({ allow: [rule], deny: [rule] }, 'x')).not.toThrow();
  });

  it.each<[unknown, string, ...string[]]>([
    [{ id: 3 }, 'r.id', 'text', 'a number'],
    [{ id: null }, 'r.id', 'text', 'null'],
    [{ id: undefined }, 'r.id', 'text', 'nothing'],
    [{ server: ['x'] }, 'r.server', 'text', 'a list'],
    [{ server: {} }, 'r.server', 'text', 'an object'],
    [{ server: true }, 'r.server', 'text', 'a boolean'],
    [' \t', 'r', 'empty'],
    [{ id: '' }, 'r.id', 'empty'],
    ['x'.repeat(1_001), 'r', '1000'],
    [null, 'r', 'id, source, server, annotations, tags', 'null'],
    [undefined, 'r', 'nothing'],
    [[], 'r', 'a list'],
    [7, 'r', 'a number'],
    [{ zzzzzz: 1 }, 'r.zzzzzz', 'id, source, server, annotations, tags'],
    [{ tag: 'a=b' }, 'r.tag', 'tags\\?'],
    [{ source: 'http' }, 'r.source', 'core, plugin, mcp, client, openapi', '"http"'],
    [{ source: 'x'.repeat(100) }, 'r.source', `"${'x'.repeat(80)}"$`],
    [{ source: 4 }, 'r.source', 'a number'],
    [{ source: undefined }, 'r.source', 'nothing'],
    [{ annotations: [] }, 'r.annotations', 'readOnlyHint', 'a list'],
    [{ annotations: 'x' }, 'r.annotations', 'a string'],
    [{ annotations: { ok: 1, bad: [] } }, 'r.annotations.bad', 'a number', 'a list'],
    [{ tags: 'tenant' }, 'r.tags', 'no filter: .'],
  ])('may not be %j', (rule, key, ...problem) => {
    expect(() => checkRule(rule, 'r')).toThrow(refusal(key, ...problem));
  });

  it.each<[unknown, string, ...string[]]>([
    [null, 'x', 'allow, deny', 'null'],
    [{ allow: undefined }, 'x.allow', 'list', 'nothing'],
    [{ deny: { a: 1 } }, 'x.deny', 'list', 'an object'],
    [{ allow: ['ok', ''] }, 'x.allow[1]', 'empty'],
    [{ deny: [{ id: 'ok' }, { server: '' }] }, 'x.deny[1].server', 'empty'],
  ])('of a layer may not be %j', (rules, key, ...problem) => {
    expect(() => readPolicyRules(rules, 'x')).toThrow(refusal(key, ...problem));
  });
});
