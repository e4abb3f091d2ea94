import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolAnnotations, type ToolDefinition } from '../../tools/index.ts';
import type { CallArguments, CallEvent } from '../types.ts';
import { checkApprovalTags, consentRules, createApprovalPolicy } from './approval-policy.ts';
import { type ApprovalRule, readApprovalRules } from './rules.ts';

const eventOf = (
  name: string,
  args: CallArguments = {},
  more: { annotations?: ToolAnnotations; tags?: Record<string, string[]> } = {},
): CallEvent => {
  const { annotations, tags } = more;
  const definition: ToolDefinition = { name, ...(annotations === undefined ? {} : { annotations }) };
  const [tool] = createCatalog([
    { source: { kind: 'mcp', name: 's1' }, definition, ...(tags === undefined ? {} : { tags }) },
  ]).tools;
  return { callId: 'c', tool: tool!, arguments: args, session: undefined, entrance: 'direct' };
};
const decide = async (rules: readonly ApprovalRule[], event: CallEvent, otherwise?: 'auto' | 'prompt' | 'deny') => {
  const decision = await createApprovalPolicy({ rules, ...(otherwise === undefined ? {} : { otherwise }) })(event);
  return decision === true ? 'auto' : typeof decision === 'string' ? 'deny' : 'prompt';
};
const shell = (...patterns: NonNullable<ApprovalRule['arguments']>): ApprovalRule => ({
  id: 's1/shell',
  arguments: patterns,
  decide: 'prompt',
});

describe('rules for approvals', () => {
  it('let the first one decide whose conditions hold', async () => {
    const rules: ApprovalRule[] = [
      { id: 's1/read_*', decide: 'auto' },
      { server: 's1', decide: 'prompt' },
      { id: 's1/read_secret', decide: 'deny' },
    ];
    expect(await decide(rules, eventOf('read_secret'))).toBe('auto');
    expect(await decide(rules, eventOf('write'))).toBe('prompt');
    expect(await decide([], eventOf('write'))).toBe('auto');
    expect(await decide([], eventOf('write'), 'deny')).toBe('deny');
  });

  it('go by hints, where silence counts as MCP says, and by tags', async () => {
    const rules: ApprovalRule[] = [
      { annotations: { destructiveHint: true }, decide: 'prompt' },
      { tags: { tier: 'gold' }, decide: 'deny' },
    ];
    expect(await decide(rules, eventOf('silent'))).toBe('prompt');
    expect(await decide(rules, eventOf('reads', {}, { annotations: { readOnlyHint: true } }))).toBe('auto');
    const harmless = { annotations: { destructiveHint: false }, tags: { tier: ['gold'] } };
    expect(await decide(rules, eventOf('gold', {}, harmless))).toBe('deny');
  });

  it('hold a tool up by its bare name and let none run by it', async () => {
    expect(await decide([{ id: 'drop', decide: 'deny' }], eventOf('drop'))).toBe('deny');
    expect(await decide([{ id: 'drop', decide: 'auto' }], eventOf('drop'), 'prompt')).toBe('prompt');
  });

  it('look at arguments by pattern and by glob, at any depth', async () => {
    const rm = [shell({ path: '/command', matches: '^rm ' })];
    expect(await decide(rm, eventOf('shell', { command: 'rm -rf x' }))).toBe('prompt');
    expect(await decide(rm, eventOf('shell', { command: 'ls' }))).toBe('auto');
    expect(await decide(rm, eventOf('shell', {}))).toBe('auto');
    const etc = [shell({ path: '/files/*/path', glob: '/etc/*' })];
    expect(await decide(etc, eventOf('shell', { files: [{ path: '/tmp/a' }, { path: '/etc/passwd' }] }))).toBe(
      'prompt',
    );
    const amount = [shell({ path: '/amount', matches: '^\\d{4,}$' })];
    expect(await decide(amount, eventOf('shell', { amount: 12_345_678_901_234_567_890n }))).toBe('prompt');
    const escaped = [shell({ path: '/a~1b', glob: 'x' })];
    expect(await decide(escaped, eventOf('shell', { 'a/b': 'x' }))).toBe('prompt');
  });

  it('let a call run only where every value at the place is harmless', async () => {
    const rules: ApprovalRule[] = [
      { id: 's1/*', arguments: [{ path: '/files/*', glob: '/tmp/*' }], decide: 'auto' },
      { server: 's1', decide: 'deny' },
    ];
    expect(await decide(rules, eventOf('t', { files: ['/tmp/a', '/tmp/b'] }))).toBe('auto');
    expect(await decide(rules, eventOf('t', { files: ['/tmp/a', '/etc/b'] }))).toBe('deny');
    expect(await decide(rules, eventOf('t', { files: [] }))).toBe('deny');
  });

  it('take what is too long to be looked at for the worse', async () => {
    const huge = 'a'.repeat(20_000_000);
    const pattern = { path: '/command', matches: '(rm|mv|dd|mkfs|shutdown)( .*)?x$' };
    expect(await decide([shell(pattern)], eventOf('shell', { command: huge }))).toBe('prompt');
    const auto: ApprovalRule = { id: 's1/shell', arguments: [pattern], decide: 'auto' };
    expect(await decide([auto], eventOf('shell', { command: huge }), 'deny')).toBe('deny');
  });

  it('name the rule, so that consent can be remembered for it', async () => {
    const rule = shell({ path: '/command', glob: '*' });
    const decision = await createApprovalPolicy({ rules: [{ ...rule, reason: 'it runs commands' }] })(
      eventOf('shell', { command: 'ls' }),
    );
    expect(decision).toEqual({ ask: 'it runs commands', rule: expect.stringContaining('"/command"') });
  });

  it('say why they hold a call up, in their own words where they have some', async () => {
    const answer = (rule: Partial<ApprovalRule>) =>
      createApprovalPolicy({ rules: [{ id: 's1/a', decide: 'deny', ...rule }] })(eventOf('a'));
    expect(await answer({ reason: 'it costs' })).toBe('it costs');
    expect(await answer({ decide: 'prompt', reason: 'it costs' })).toMatchObject({ ask: 'it costs' });
    expect(await answer({})).toMatch(/forbid/);
    expect(await answer({ decide: 'prompt' })).toMatchObject({ ask: expect.stringMatching(/consent/) });
    expect(await createApprovalPolicy({ rules: [], otherwise: 'prompt' })(eventOf('a'))).toMatchObject({
      rule: 'otherwise',
    });
  });

  it('say of a tool, before any call, what holds and what depends on the arguments', () => {
    const { tool } = eventOf('shell', {});
    const rm = shell({ path: '/command', matches: '^rm ' });
    expect(consentRules({ rules: [{ id: 's2/shell', decide: 'deny' }, rm], otherwise: 'deny' }, tool)).toEqual([
      { decide: 'prompt', rule: JSON.stringify(rm), byArguments: true },
      { decide: 'deny', rule: 'otherwise', byArguments: false },
    ]);
    const all = { server: 's1', decide: 'deny' } as const;
    expect(consentRules({ rules: [all, rm] }, tool)).toEqual([
      { decide: 'deny', rule: JSON.stringify(all), byArguments: false },
    ]);
    expect(consentRules({ rules: [] }, tool)).toEqual([{ decide: 'auto', rule: 'otherwise', byArguments: false }]);
  });

  it.each([
    [{}, 'r'],
    [[{ decide: 'ask', id: 'a' }], 'r[0].decide'],
    [[{ decide: 'auto' }], 'r[0]'],
    [[{ decide: 'auto', idd: 'a' }], 'r[0].idd'],
    [[{ decide: 'auto', id: 'a', arguments: [] }], 'r[0].arguments'],
    [[{ decide: 'auto', arguments: [{ path: 'command', glob: 'x' }] }], 'r[0].arguments[0].path'],
    [[{ decide: 'auto', arguments: [{ path: '/c' }] }], 'r[0].arguments[0]'],
    [[{ decide: 'auto', arguments: [{ path: '/c', matches: '(?=x)' }] }], 'r[0].arguments[0].matches'],
  ])('are refused where they cannot be meant: %j', async (rules, key) => {
    await expect(readApprovalRules(rules, 'r')).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: { key } });
  });

  it('are refused over a tag that nobody knows', () => {
    const rules = [{ tags: { teir: 'gold' }, decide: 'deny' }] as const;
    expect(() => checkApprovalTags({ rules: [{ id: 'a', decide: 'deny' }, ...rules] }, ['tier'])).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        details: { key: 'approvals.rules[1].tags', tag: 'teir' },
      }),
    );
    expect(() => checkApprovalTags({ rules }, ['teir'])).not.toThrow();
  });
});
