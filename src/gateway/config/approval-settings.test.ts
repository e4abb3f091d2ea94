import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';

const ENVIRONMENT = { platform: 'linux', home: '/home/u', cwd: '/work', env: {} } as const;
const parse = (root: Record<string, unknown>) =>
  parseConfig(JSON.stringify(root), { path: '/project/toolscout.json', environment: ENVIRONMENT });

describe('the section "approvals"', () => {
  it('is read whole, with its folder beside the file', async () => {
    const rules = [{ annotations: { destructiveHint: true }, decide: 'prompt' }];
    const { approvals } = await parse({
      approvals: { rules, otherwise: 'deny', ask: 'operator', timeoutMs: 5_000, folder: 'asks' },
    });
    expect(approvals).toEqual({ rules, otherwise: 'deny', ask: 'operator', timeoutMs: 5_000, folder: '/project/asks' });
    expect((await parse({})).approvals).toEqual({ rules: [] });
  });

  it.each([
    [{ approval: { rules: [] } }, 'approval'],
    [{ approvals: [] }, 'approvals'],
    [{ approvals: { rule: [] } }, 'approvals.rule'],
    [{ approvals: { ask: 'nobody' } }, 'approvals.ask'],
    [{ approvals: { rules: [{ id: 'a', decide: 'perhaps' }] } }, 'approvals.rules[0].decide'],
    [
      { approvals: { rules: [{ arguments: [{ path: '/a', matches: '(' }], decide: 'deny' }] } },
      'approvals.rules[0].arguments[0].matches',
    ],
  ])('stops the start where it cannot be meant: %j', async (root, key) => {
    await expect(parse(root)).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: { key } });
  });
});
