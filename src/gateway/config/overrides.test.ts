import { describe, expect, it } from 'vitest';
import { processEnvironment } from '../../sources/index.ts';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const load = (config: unknown): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify(config), { path: '/of-test/toolscout.json', environment: processEnvironment() });

describe('the section overrides', () => {
  it('names tools by server and own name', async () => {
    const overrides = { 'git/create': { name: 'new_issue', description: 'Opens an issue.' }, 'git/a/b': {} };
    expect((await load({ overrides })).overrides).toEqual(overrides);
    expect((await load({})).overrides).toEqual({});
  });

  it.each([
    [{ create: { name: 'x' } }, 'overrides.create'],
    [{ 'git/create': { name: 7 } }, 'overrides.git/create.name'],
    [{ 'git/create': 'x' }, 'overrides.git/create'],
  ])('refuses %j by key', async (overrides, key) => {
    await expect(load({ overrides })).rejects.toMatchObject({ code: 'CONFIG_INVALID', details: { key } });
  });
});
