import { describe, expect, it } from 'vitest';
import { type PolicyRules, toCallFailure } from '../../src/calling/index.ts';
import type { SearchAnswer } from '../../src/disclosure/index.ts';
import { Gateway, type GatewaySession } from '../../src/gateway/index.ts';
import type { SourceKind, ToolEntry } from '../../src/tools/index.ts';

/**
 * One test for each fault about rights that users of other tool searches reported; the numbers are those of the list of
 * probes that the faults were collected in.
 */
const entry = (
  name: string,
  server: string,
  description = name.replaceAll('_', ' '),
  kind: SourceKind = 'mcp',
): ToolEntry => ({
  source: { kind, name: server },
  definition: { name, description },
});

function open(entries: readonly ToolEntry[], agents: Record<string, PolicyRules>) {
  const ran: string[] = [];
  const saw: string[] = [];
  const gateway = new Gateway({
    servers: [],
    entries,
    execute: async (tool) => {
      ran.push(tool.id);
      return { content: [] };
    },
    hooks: [{ before: ({ tool }) => void saw.push(tool.originalName) }],
    policy: { agents },
    startGrace: false,
  });
  return { gateway, ran, saw };
}

const TOOLS = [
  entry('list_orders', 'a'),
  entry('create_order', 'a'),
  entry('export_salaries', 'b'),
  entry('fire_employee', 'b'),
];

async function answers(session: GatewaySession, name: string): Promise<string> {
  return JSON.stringify([
    await session.search({ query: name }),
    await session.search({ query: name.replaceAll('_', ' ') }),
    await session.describe({ name }).catch(toCallFailure),
    await session.call({ name, arguments: {} }).catch(toCallFailure),
    await session.call({ name: `${name}x`, arguments: {} }).catch(toCallFailure),
    await session.bridgeTools(),
  ]);
}

describe('probe 1: a restricted session could search and call the whole registry', () => {
  it('finds, describes, calls and suggests nothing outside its scope', async () => {
    const { gateway, ran } = open(TOOLS, { worker: { allow: ['a/*'] } });
    const worker = gateway.session({ agent: 'worker' });
    for (const name of ['export_salaries', 'b__export_salaries', 'mcp:b:export_salaries', 'fire_employee']) {
      // The caller's own words are echoed; beyond them nothing of the tool may stand there.
      const said = (await answers(worker, name)).replaceAll(name, '');
      expect(said).not.toMatch(/export_salaries|fire_employee|export salaries|fire employee|"b"/);
    }
    expect(ran).toEqual([]);
  });
});

describe('probe 2: runs of another kind had other catalogs', () => {
  it('gives one catalog to one set of rights, whatever the way in', () => {
    const { gateway } = open(TOOLS, { '*': { allow: ['a/*'] } });
    const [chat, scheduled] = ['chat', 'scheduled'].map((agent) => gateway.session({ agent }));
    const child = chat!.session({ agent: 'child' });
    expect(scheduled!.catalog()).toBe(chat!.catalog());
    expect(child.catalog()).toBe(chat!.catalog());
  });
});

describe('probe 3: the search ranked over another inventory than calls resolve to', () => {
  it('can describe and call whatever it finds, in every scope', async () => {
    const { gateway, ran } = open(TOOLS, { worker: { deny: ['*:fire_*'] }, root: {} });
    for (const agent of ['worker', 'root']) {
      const session = gateway.session({ agent });
      const { hits } = (await session.search({ query: '/./', limit: 50 })) as SearchAnswer;
      expect(hits).toHaveLength(agent === 'root' ? 4 : 3);
      ran.length = 0;
      for (const { id } of hits) {
        expect(await session.describe({ id })).toMatchObject({ id });
        await session.call({ id, arguments: {} });
      }
      expect(ran).toEqual(hits.map(({ id }) => id));
    }
  });
});

describe('probe 9: subagents lacked the deferred tools', () => {
  it('finds the same with the same rights, and a part with fewer', async () => {
    const many = Array.from({ length: 50 }, (_, i) => entry(`note_${i}`, i % 2 === 0 ? 'even' : 'odd'));
    const { gateway } = open(many, { parent: {} });
    const parent = gateway.session({ agent: 'parent' });
    const ask = { query: '/note/', limit: 50 };
    const found = async (session: GatewaySession) => {
      const { hits } = (await session.search(ask)) as SearchAnswer;
      return hits.map(({ id }) => id);
    };
    const all = await found(parent);
    expect(await found(parent.session({}))).toEqual(all);
    const fewer = await found(parent.session({ rules: { allow: ['odd/*'] } }));
    expect(fewer).toHaveLength(20);
    expect(fewer.filter((id) => !id.startsWith('mcp:odd:'))).toEqual([]);
  });
});

describe('probe 28: rules matched the name of the bridge, so that every rule for hidden tools was void', () => {
  it.each(['delete_repo', 'github__delete_repo', 'mcp:github:delete_repo', 'github/delete_*', '*:delete_*'])(
    'denies by the real tool, however the rule names it: %s',
    async (rule) => {
      const tools = [entry('delete_repo', 'github'), entry('get_repo', 'github')];
      const { gateway, ran, saw } = open(tools, { a: { deny: [rule] } });
      const session = gateway.session({ agent: 'a' });
      for (const name of ['delete_repo', 'github__delete_repo']) {
        expect(await session.call({ name, arguments: {} }).catch(toCallFailure)).toMatchObject({
          code: 'UNKNOWN_TOOL',
        });
      }
      await session.call({ name: 'get_repo', arguments: {} });
      expect([ran, saw]).toEqual([['mcp:github:get_repo'], ['get_repo']]);
    },
  );

  it('does not deny the bridge by rules for its own names', async () => {
    const { gateway, ran } = open(TOOLS, { a: { deny: ['tool_call', 'tool_*'] } });
    await gateway.session({ agent: 'a' }).call({ name: 'list_orders', arguments: {} });
    expect(ran).toEqual(['mcp:a:list_orders']);
  });
});

describe('probe 54: tools were classified by a prefix of their name', () => {
  it('decides by the source that was recorded', () => {
    const tools = [
      entry('core_read', 'files', 'read'),
      entry('mcp__files__write', 'host', 'write', 'core'),
      entry('files__list', 'files', 'list', 'plugin'),
    ];
    const { gateway } = open(tools, { core: { allow: [{ source: 'core' }] }, mcp: { allow: [{ source: 'mcp' }] } });
    const ids = (agent: string) =>
      gateway
        .session({ agent })
        .catalog()
        .tools.map(({ id }) => id);
    expect(ids('core')).toEqual(['core:host:mcp__files__write']);
    expect(ids('mcp')).toEqual(['mcp:files:core_read']);
  });
});
