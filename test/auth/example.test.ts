import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/gateway/index.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/auth.md'), 'utf8');
const load = (text: string) =>
  parseConfig(text, {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
  });

describe('docs/auth.md', () => {
  it('shows configurations that load as they stand', async () => {
    const [whole, views] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map((match) => match[1]!);
    const { auth, warnings, failed } = await load(whole!);
    expect([warnings, failed]).toEqual([[], []]);
    expect(auth?.keys).toEqual({ file: '/project/toolscout.keys.json' });
    expect(auth?.oauth?.claims).toEqual({
      id: 'sub',
      filter: {},
      profile: { claim: 'role' },
      toolsets: { claim: 'groups', default: ['reading'] },
      views: { claim: 'project', default: ['office'] },
    });
    expect((await load(views!)).views).toMatchObject({ ide: { servers: ['git*'], expose: 'tools' } });
  });
});

const OAUTH = { issuer: 'https://login.example.com', resource: 'https://tools.example.com/mcp' };

describe('the section auth', () => {
  it.each<[string, string, object]>([
    ['lets nobody in', 'auth names nothing', { auth: {} }],
    ['is mistyped', 'did you mean auth', { auht: { keys: true } }],
    ['has a key that is not known', 'auth.oauth.audiences', { auth: { oauth: { ...OAUTH, audiences: 'x' } } }],
    ['names no issuer', 'issuer is missing', { auth: { oauth: { resource: OAUTH.resource } } }],
    ['asks a server over plain HTTP', 'https', { auth: { oauth: { ...OAUTH, issuer: 'http://login.example.com' } } }],
    ['allows a shared secret', 'algorithms', { auth: { oauth: { ...OAUTH, algorithms: ['HS256'] } } }],
    ['allows no signature', 'algorithms', { auth: { oauth: { ...OAUTH, algorithms: ['none'] } } }],
    ['allows no algorithm at all', 'empty', { auth: { oauth: { ...OAUTH, algorithms: [] } } }],
    [
      'maps names to rules that are not there',
      'policy.profiles',
      { auth: { oauth: { ...OAUTH, claims: { profile: 'p' } } } },
    ],
    ['maps toolsets that are not there', 'toolsets', { auth: { oauth: { ...OAUTH, claims: { toolsets: 't' } } } }],
    ['has broken toolsets', 'toolsets.a', { auth: { oauth: { ...OAUTH, toolsets: { a: { alow: [] } } } } }],
    ['is no object', 'auth', { auth: true }],
  ])('stops the start where it %s', async (_what, message, config) => {
    await expect(load(JSON.stringify(config))).rejects.toThrowError(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it('has views that are read as strictly', async () => {
    for (const views of [
      { a: { server: ['x'] } },
      { 'a/b': {} },
      { a: { rules: { allow: [''] } } },
      { a: { mode: 'x' } },
    ]) {
      await expect(load(JSON.stringify({ views }))).rejects.toThrowError(
        expect.objectContaining({ code: 'CONFIG_INVALID' }),
      );
    }
  });
});
