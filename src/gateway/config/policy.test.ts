import { describe, expect, it } from 'vitest';
import { compilePolicy, layersOf } from '../../calling/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const load = (policy: unknown, more: object = {}): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify({ policy, ...more }), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
  });
const TOOLS = createCatalog(
  ['create_issue', 'delete_repo'].map((name) => ({ source: { kind: 'mcp', name: 'github' }, definition: { name } })),
).tools;
const visible = ({ policy: { book, session } }: LoadedConfig, scope = session): string[] => {
  const policy = compilePolicy(layersOf(book, scope));
  return TOOLS.filter((tool) => policy.allows(tool)).map((tool) => tool.originalName);
};
const refusal = (policy: unknown, more?: object) => load(policy, more).then(String, (error: Error) => error.message);

describe('the section policy', () => {
  it('holds nobody back where it is not given', async () => {
    expect(
      visible(
        await parseConfig('{}', { path: '/x.json', environment: { platform: 'linux', home: '/', cwd: '/', env: {} } }),
      ),
    ).toEqual(['create_issue', 'delete_repo']);
  });

  it('says who the gateway’s own session is, and what that may use', async () => {
    const config = await load({
      all: { deny: ['*:delete_*'] },
      agents: { writer: { allow: ['mcp:github:*'] }, reader: { allow: [{ annotations: { readOnlyHint: true } }] } },
      tags: ['tenant'],
      use: { agent: 'writer' },
    });
    expect(config.warnings).toEqual([]);
    expect(visible(config)).toEqual(['create_issue']);
    expect(visible(config, { agent: 'reader' })).toEqual([]);
    expect(config.policy.book.tags).toEqual(['tenant']);
  });

  it.each<[unknown, string]>([
    [[], 'policy must be an object'],
    [{ agent: { writer: {} } }, 'policy.agent is not known; did you mean agents?'],
    [{ all: { alow: ['*'] } }, 'policy.all.alow is not known; did you mean allow?'],
    [{ all: { deny: [{ servr: 'x' }] } }, 'policy.all.deny[0].servr is not known'],
    [{ agents: [] }, 'policy.agents must be an object of rules by name'],
    [{ agents: { writer: { allow: null } }, use: { agent: 'writer' } }, 'policy.agents.writer.allow must be a list'],
    [{ agents: { '*': null } }, 'policy.agents.* must be an object'],
    [{ use: { agnt: 'x' } }, 'policy.use.agnt is not known; did you mean agent?'],
    [{ use: { agent: 7 } }, 'policy.use.agent must be a text'],
    [{ use: { filter: 'tenant=' } }, 'policy.use.filter is no filter'],
    [{ tags: 'tenant' }, 'policy.tags must be a list of texts'],
  ])('stops the start where %j cannot be meant', async (policy, message) => {
    expect(await refusal(policy)).toContain(`toolscout.json: ${message}`);
  });

  it('stops the start where its own key is mistyped', async () => {
    expect(await refusal({}, { polices: { all: { deny: ['*'] } } })).toContain(
      'polices is not known; did you mean policy?',
    );
  });

  it('gives nothing to those of others whose rules cannot be read, and says so', async () => {
    const config = await load({
      sessions: { a: { allow: ['*'] }, b: { allow: null }, c: { alow: ['*'] } },
      use: { session: 'a' },
    });
    expect(['a', 'b', 'c', 'd'].map((session) => visible(config, { session }).length)).toEqual([2, 0, 0, 0]);
    expect(config.warnings.map(({ path, message }) => [path, message])).toEqual([
      ['policy.sessions.b', expect.stringContaining('policy.sessions.b.allow must be a list of rules, not null')],
      ['policy.sessions.c', expect.stringContaining('did you mean allow?; until it is corrected, "c" may use nothing')],
    ]);
  });

  it('warns where the gateway’s own session is nobody', async () => {
    const { warnings } = await load({
      agents: { a: {} },
      channels: { '*': {} },
      profiles: { p: {} },
      use: { profile: 'q' },
    });
    expect(warnings.map(({ path }) => path)).toEqual(['policy.use.agent', 'policy.use.profile']);
    expect(warnings[1]!.message).toContain('names "q", which is not there');
  });
});
