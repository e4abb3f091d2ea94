import { describe, expect, it } from 'vitest';
import { readApprovalRules } from './rules.ts';

describe('rules for approvals that are read', () => {
  it.each([
    [[]],
    [[{ decide: 'auto', id: 'a' }]],
    [[{ decide: 'prompt', id: 'a', reason: 'it costs' }]],
    [[{ decide: 'deny', server: 's', source: 'mcp', annotations: { readOnlyHint: false }, tags: 'a=b' }]],
    [[{ decide: 'deny', arguments: [{ path: '', glob: '' }] }]],
    [
      [
        {
          decide: 'deny',
          id: 'a',
          arguments: [
            { path: '/a', matches: '^x' },
            { path: '/a/*', glob: '*' },
          ],
        },
      ],
    ],
  ])('are taken as they are: %j', async (rules) => {
    expect(await readApprovalRules(rules, 'r')).toBe(rules);
  });

  const pattern = (change: object) => [{ decide: 'deny', arguments: [{ path: '/a', glob: 'x' }, change] }];
  it.each<[unknown, string, string]>([
    [undefined, 'r', 'list'],
    [[null], 'r[0]', 'id, source, server, annotations, tags, arguments, decide, reason'],
    [[{ id: 'a' }], 'r[0].decide', 'auto, prompt, deny'],
    [[{ id: 'a', decide: null }], 'r[0].decide', 'auto, prompt, deny'],
    [[{ id: 'a', decide: 'deny' }, { decide: 'deny' }], 'r[1]', 'condition'],
    [[{ id: 'a', decide: 'deny', reason: 7 }], 'r[0].reason', 'text'],
    [[{ id: 'a', decide: 'deny', reason: null }], 'r[0].reason', 'text'],
    [[{ id: '', decide: 'deny', arguments: [{ path: '/a', glob: 'x' }] }], 'r[0].id', 'empty'],
    [[{ decide: 'deny', arguments: {} }], 'r[0].arguments', 'list'],
    [[{ decide: 'deny', arguments: [] }], 'r[0].arguments', 'list'],
    [pattern({ path: '/a', glob: 'x', more: 1 }), 'r[0].arguments[1].more', 'path, matches, glob'],
    [pattern({ path: 7, glob: 'x' }), 'r[0].arguments[1].path', 'pointer'],
    [pattern({ glob: 'x' }), 'r[0].arguments[1].path', 'pointer'],
    [pattern({ path: 'a', glob: 'x' }), 'r[0].arguments[1].path', 'pointer'],
    [pattern({ path: '/a', glob: 'x', matches: 'x' }), 'r[0].arguments[1]', 'either'],
    [pattern({ path: '/a' }), 'r[0].arguments[1]', 'either'],
    [pattern({ path: '/a', glob: 7 }), 'r[0].arguments[1].glob', 'text'],
    [pattern({ path: '/a', matches: 7 }), 'r[0].arguments[1].matches', 'text'],
    [pattern({ path: '/a', matches: '(' }), 'r[0].arguments[1].matches', 'no pattern: .'],
  ])('are refused, with the key that is at fault: %j', async (rules, key, problem) => {
    await expect(readApprovalRules(rules, 'r')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      details: { key, problem: expect.stringMatching(problem) },
    });
  });
});
