import { afterEach, describe, expect, it } from 'vitest';
import { type PolicyBook, toCallFailure } from '../calling/index.ts';
import type { SearchAnswer } from '../disclosure/index.ts';
import type { ToolEntry } from '../tools/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

const open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

const ENTRIES: readonly ToolEntry[] = [
  { source: { kind: 'mcp', name: 'shop' }, definition: { name: 'list_orders', description: 'List orders' } },
  { source: { kind: 'mcp', name: 'hr' }, definition: { name: 'export_salaries', description: 'Export salaries' } },
];

function openGateway(policy: PolicyBook, options: Partial<GatewayOptions> = {}): Gateway {
  const gateway = new Gateway({
    servers: [],
    entries: ENTRIES,
    execute: async () => ({ content: [] }),
    policy,
    startGrace: false,
    ...options,
  });
  open.push(gateway);
  return gateway;
}
const ids = (session: { catalog(): { tools: readonly { id: string }[] } }) =>
  session.catalog().tools.map(({ id }) => id);
const SHOP = { agents: { clerk: { allow: ['shop/*'] } } };

describe('the gateway’s own session', () => {
  it('has the rights of the names that it was given', () => {
    const gateway = openGateway(SHOP, { session: { agent: 'clerk' } });
    expect(ids(gateway)).toEqual(['mcp:shop:list_orders']);
  });

  it('may use nothing where there are tables and it is in none', async () => {
    const gateway = openGateway(SHOP);
    expect(ids(gateway)).toEqual([]);
    const [search] = await gateway.bridgeTools();
    expect(search!.description).toContain('No tools are connected');
  });

  it('is refused with rules that cannot be read, whoever they are for', () => {
    expect(() => openGateway({ agents: { other: { alow: ['*'] } as never } })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringContaining('agents.other.alow') }),
    );
  });
});

describe('a session', () => {
  it('is refused a filter over tags that nobody knows', () => {
    const gateway = openGateway({ tags: ['tenant'] });
    expect(() => gateway.session({ filter: 'NOT tenat=t1' })).toThrow(
      expect.objectContaining({ code: 'FILTER_INVALID', next: 'Did you mean "tenant"?' }),
    );
    expect(ids(gateway.session({ filter: 'tenant=t1' }))).toEqual([]);
  });

  it('shares its catalog with all sessions of the same rights', () => {
    const gateway = openGateway({ agents: { a: { allow: ['shop/*'] }, b: { allow: ['shop/*'] }, c: {} } });
    const [a, b, c] = ['a', 'b', 'c'].map((agent) => gateway.session({ agent }).catalog());
    expect(b).toBe(a);
    expect(c).not.toBe(a);
  });

  it('is asked with the tags that the tool has by then, not with those that it was found with', async () => {
    const ran: string[] = [];
    const low = { allow: [{ tags: 'level=low' }] };
    const update = (level: string) => ({
      servers: [],
      policy: { agents: { clerk: low }, tags: ['level'] },
      tagged: { shop: { level: [level] } },
    });
    const gateway: Gateway = openGateway(update('low').policy, {
      tagged: update('low').tagged,
      execute: async (tool) => {
        ran.push(tool.id);
        return { content: [] };
      },
      hooks: [{ before: () => void gateway.update(update('high')) }],
    });
    const call = gateway.session({ agent: 'clerk' }).call({ name: 'shop/list_orders', arguments: {} });
    expect(await call.catch(toCallFailure)).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
    expect(ran).toEqual([]);
  });

  it('is asked for its rights again on the way to the tool', async () => {
    const ran: string[] = [];
    const gateway = openGateway(SHOP, {
      execute: async (tool) => {
        ran.push(tool.id);
        return { content: [] };
      },
      hooks: [
        {
          // The name is resolved by now. Changed arguments are decided on once more.
          before: () => {
            gateway.setPolicy({ agents: { clerk: { allow: [] } } });
            return { arguments: { changed: true } };
          },
        },
      ],
    });
    const session = gateway.session({ agent: 'clerk' });
    const failure = await session.call({ name: 'list_orders', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'NOT_ALLOWED', tool: 'shop__list_orders', ran: false });
    expect(ran).toEqual([]);
  });

  it('follows new rules at once, and keeps the old ones where the new cannot be read', () => {
    const gateway = openGateway(SHOP);
    const session = gateway.session({ agent: 'clerk' });
    const worker = session.session({ rules: { deny: ['nothing'] } });
    gateway.setPolicy({ agents: { clerk: { allow: ['hr/*'] } } });
    expect([ids(session), ids(worker)]).toEqual([['mcp:hr:export_salaries'], ['mcp:hr:export_salaries']]);
    expect(() => gateway.setPolicy({ agents: { clerk: { allow: null } as never } })).toThrow('agents.clerk.allow');
    expect(ids(session)).toEqual(['mcp:hr:export_salaries']);
  });

  it('hears of its own changes and of no other', () => {
    const gateway = openGateway({ agents: { clerk: { allow: ['shop/*'] }, other: {} } });
    const heard: string[] = [];
    const stop = gateway.session({ agent: 'clerk' }).onCatalogChange(() => heard.push('clerk'));
    gateway.setPolicy({ agents: { clerk: { allow: ['shop/*'] }, other: { deny: ['*'] } } });
    expect(heard).toEqual([]);
    gateway.setPolicy({ agents: { clerk: {} } });
    expect(heard).toEqual(['clerk']);
    stop();
    gateway.setPolicy(SHOP);
    expect(heard).toEqual(['clerk']);
  });
});

describe('servers that are down', () => {
  const failed = ['hr', 'shop'].map((name) => ({ name, message: `${name} does not start`, origin: 'test' }));

  it('are told to those alone who may use them', async () => {
    const gateway = openGateway(SHOP, { failed, entries: [] });
    const clerk = gateway.session({ agent: 'clerk' });
    expect(clerk.statuses().map(({ name }) => name)).toEqual(['shop']);
    const answer = (await clerk.search({ query: 'salaries' })) as SearchAnswer;
    expect(answer.unavailable?.map(({ server }) => server)).toEqual(['shop']);
    const failure = await clerk.call({ name: 'hr/export_salaries', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'UNKNOWN_TOOL' });
    expect(JSON.stringify(failure)).not.toContain('hr does not start');
  });
});

describe('an explanation', () => {
  it('says to the operator which layer and which rule object', () => {
    const gateway = openGateway(SHOP);
    const session = gateway.session({ agent: 'clerk' });
    expect(session.explain('export_salaries').decision).toEqual({
      allowed: false,
      layer: 'agent "clerk"',
      rule: 'no rule of allow matches',
    });
    expect(session.explain('list_orders').decision).toEqual({ allowed: true });
    expect(() => session.explain('nothing')).toThrow(expect.objectContaining({ code: 'UNKNOWN_TOOL' }));
  });
});

describe('a session within another', () => {
  it('is not taken for the outer one by the memory of what was searched for', async () => {
    const gateway = openGateway({ sessions: { outer: {} } });
    const outer = gateway.session({ session: 'outer' });
    const inner = outer.session({ rules: { allow: ['shop/*'] } });
    const ask = { query: 'list the orders' };
    const first = await outer.search(ask);
    expect(await outer.search(ask)).not.toEqual(first);
    expect(await inner.search(ask)).toEqual(await outer.session({ rules: { allow: ['shop/*'] } }).search(ask));
  });
});

describe('rules over a tag that no tool carries', () => {
  const rules = { deny: [{ tags: 'tenat=t1' }] };
  const entries = [{ ...ENTRIES[0]!, tags: { tenant: ['t1'] } }];

  it('are refused, since a mistyped one would hold nobody back', () => {
    const refusal = expect.objectContaining({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('over the tag "tenat"'),
      next: expect.stringContaining('Did you mean "tenant"?'),
    });
    expect(() => openGateway({ agents: { a: rules } }, { entries })).toThrow(refusal);
    const gateway = openGateway({}, { entries });
    expect(() => gateway.setPolicy({ all: rules })).toThrow(refusal);
    expect(() => gateway.session({ rules })).toThrow(refusal);
  });

  it('are taken where the tag is declared', () => {
    expect(ids(openGateway({ all: rules, tags: ['tenat'] }, { entries }))).toEqual(['mcp:shop:list_orders']);
  });
});
