import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';
import type { StateSettings } from './state-settings.ts';

const environment = {
  platform: 'linux',
  home: '/h',
  cwd: '/w',
  env: { STORE: 'rediss://me:hidden@store:6380/1' },
} as const;
const read = async (root: object): Promise<StateSettings | undefined> => {
  const { state } = await parseConfig(JSON.stringify({ mcpServers: {}, ...root }), {
    path: '/w/toolscout.json',
    environment,
  });
  return state;
};

describe('the section "state"', () => {
  it('names a server, as it is or by a variable, and nothing where it is absent', async () => {
    expect(await read({})).toBeUndefined();
    expect(await read({ state: { url: 'redis://store:6379' } })).toEqual({ url: 'redis://store:6379' });
    expect(await read({ state: { url: `\${STORE}`, prefix: 'team:' } })).toEqual({
      url: 'rediss://me:hidden@store:6380/1',
      prefix: 'team:',
    });
  });

  it.each([
    ['state', 'redis://store', 'state'],
    ['state', {}, 'state.url'],
    ['state', { url: 'http://store' }, 'state.url'],
    ['state', { url: 'redis://store/keys' }, 'state.url'],
    ['state', { url: `\${MISSING}` }, 'state.url'],
    ['state', { url: 'redis://store', prefx: 'a' }, 'state.prefx'],
    ['state', { url: 'redis://store', prefix: '' }, 'state.prefix'],
  ])('refuses %s %j', async (section, value, key) => {
    await expect(read({ [section]: value })).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: { key } });
  });

  it('lets no password into a file, and shows none', async () => {
    for (const url of ['redis://:hidden@store', 'rediss://me:hidden@store:1', `redis://\${USER}:hidden@store`]) {
      const failure = await read({ state: { url } }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'CONFIG_INVALID', details: { key: 'state.url' } });
      expect(String(failure)).not.toContain('hidden');
    }
  });

  it('has no folder for approvals beside it, where nobody would look', async () => {
    await expect(read({ state: { url: 'redis://store' }, approvals: { folder: 'x' } })).rejects.toMatchObject({
      details: { key: 'approvals.folder' },
    });
  });
});
