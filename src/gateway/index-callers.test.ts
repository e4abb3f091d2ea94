import { describe, expect, it } from 'vitest';
import type { FilterExpression } from '../engine/index.ts';
import { createIndexBackend, createIndexCatalog, toIndexDocument } from '../retrieval/index.ts';
import { createPlainIndex } from '../retrieval/indexed/test-engine-index.ts';
import { createCatalog, type ToolEntry } from '../tools/index.ts';
import { createIndexCallers } from './index-callers.ts';

const entry = (server: string, name: string, tenant: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description: `Tool ${name} of ${server}.` },
  tags: { tenant: [tenant] },
});
const MINE = [entry('crm', 'get_deal', 't1'), entry('wiki', 'read_page', '*')];

function callersOver(entries: readonly ToolEntry[]) {
  const indexOf = (some: readonly ToolEntry[]) =>
    createPlainIndex(createCatalog(some).tools.map((tool) => toIndexDocument(tool)));
  let index = indexOf(entries);
  const part = (scope: FilterExpression | undefined) => {
    let made: { readonly from: typeof index } & ReturnType<typeof read> = { from: index, ...read() };
    function read() {
      const whole = createIndexBackend(index);
      return {
        backend: scope === undefined ? whole : whole.partition(scope),
        catalog: createIndexCatalog(index, scope),
      };
    }
    return {
      current: () => {
        if (made.from !== index) made = { from: index, ...read() };
        return made;
      },
    };
  };
  const callers = createIndexCallers({
    part,
    tagKeys: () => index.tagKeys,
    book: { all: { deny: [{ tags: 'region=eu' }] }, tags: ['region'] },
  });
  return {
    callers,
    change: (some: readonly ToolEntry[]) => {
      index = indexOf(some);
    },
  };
}

describe('callers of an index', () => {
  it.each([
    [{ filter: { tenant: 't1' } }, ['get_deal', 'read_page']],
    [{ filter: 'tenant=t2' }, ['export_deals', 'read_page']],
    [{ rules: { deny: [{ tags: 'NOT tenant=t1' }] } }, ['get_deal', 'read_page']],
    [{ rules: { allow: [{ server: 'crm', tags: { tenant: 't2' } }] } }, ['export_deals']],
    [{ rules: { allow: ['*'], deny: [{ server: 'crm' }] } }, ['read_page']],
    [{ rules: { allow: [] } }, []],
    [{ filter: '' }, []],
    [{ filter: { tenant: 't1' }, rules: { allow: [{ server: 'wiki' }] } }, ['read_page']],
    [{}, ['export_deals', 'get_deal', 'read_page']],
  ])('with %j see %j', (scope, names) => {
    const { callers } = callersOver([...MINE, entry('crm', 'export_deals', 't2')]);
    const seen = callers.session(scope).catalog().tools;
    expect(seen.map(({ originalName }) => originalName).sort()).toEqual(names);
  });

  it.each([
    { rules: { allow: ['crm/get_deal'] } },
    { rules: { deny: ['*:delete_*'] } },
    { rules: { allow: [{ server: 'cr*' }] } },
    { rules: { allow: [{ source: 'mcp' as const }] } },
    { rules: { deny: [{ annotations: { readOnlyHint: true } }] } },
  ])('are refused with %j, which an index cannot follow', (scope) => {
    const { callers } = callersOver(MINE);
    expect(() => callers.session(scope)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it('are refused with a filter over a tag that nothing has, and with a view', () => {
    const { callers } = callersOver(MINE);
    expect(() => callers.session({ filter: 'NOT tennant=t1' })).toThrow(
      expect.objectContaining({ code: 'FILTER_INVALID' }),
    );
    expect(() => callers.session({}, 'map')).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it('are told of changes of their own part, and of no other', async () => {
    const { callers, change } = callersOver([...MINE, entry('crm', 'export_deals', 't2')]);
    const session = callers.session({ filter: { tenant: 't1' } });
    let told = 0;
    session.onCatalogChange(() => told++);
    const before = session.catalog().epoch;
    change([...MINE, entry('crm', 'export_deals', 't2'), entry('crm', 'drop_deals', 't2')]);
    await session.search({ query: 'deals' });
    expect([told, session.catalog().epoch]).toEqual([0, before]);
    change([...MINE, entry('crm', 'close_deal', 't1')]);
    await session.search({ query: 'deals' });
    expect(told).toBe(1);
  });
});
