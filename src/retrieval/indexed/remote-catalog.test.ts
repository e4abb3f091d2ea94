import { describe, expect, it } from 'vitest';
import { createRemoteBackend } from './remote-backend.ts';
import { readRemoteCatalog, unreadRemoteCatalog, withReferences } from './remote-catalog.ts';
import { createTestRemoteIndex, tenantsTool } from './test-remote-index.ts';

const ENTRIES = [
  tenantsTool('crm', 'get_deal', 't1'),
  tenantsTool('crm', 'export_deals', 't2'),
  tenantsTool('mail', 'get_deal', 't2'),
  ...Array.from({ length: 300 }, (_, i) => tenantsTool('shop', `export_invoice_${i}`, 't1')),
];

function openIndex() {
  const index = createTestRemoteIndex(ENTRIES);
  const whole = createRemoteBackend(index);
  return { index, whole, part: whole.partition({ op: 'in', tag: 'tenant', values: ['t1'] }) };
}

describe('an index elsewhere as a catalog', () => {
  it('counts what is there now, whatever a search has heard before', async () => {
    const { index, part } = openIndex();
    expect(await readRemoteCatalog(part)).toMatchObject({ size: 301, short: false });
    index.hold(ENTRIES.slice(0, 10));
    expect(await readRemoteCatalog(part)).toMatchObject({ size: 8 });
  });

  it('holds as many of the first tools as are asked for, and knows their ids and no name', async () => {
    const { part } = openIndex();
    const catalog = await readRemoteCatalog(part, 2);
    expect(catalog.tools.map(({ id }) => id)).toEqual(['mcp:crm:get_deal', 'mcp:shop:export_invoice_0']);
    expect(catalog.byId('mcp:crm:get_deal')).toBe(catalog.tools[0]);
    expect(catalog.byId('mcp:shop:export_invoice_1')).toBeUndefined();
    expect(catalog.resolve('get_deal')).toEqual({ kind: 'unknown', similar: [] });
  });

  it('knows the names that were asked for, within its part', async () => {
    const { whole, part } = openIndex();
    const catalog = await withReferences(await readRemoteCatalog(part), part, [' get_deal', 'mcp:crm:export_deals']);
    expect(catalog.resolve('get_deal')).toMatchObject({ kind: 'found', tool: { id: 'mcp:crm:get_deal' } });
    expect(catalog.byId('mcp:crm:export_deals')).toBeUndefined();
    const all = await withReferences(await readRemoteCatalog(whole), whole, ['get_deal']);
    expect(all.resolve('get_deal').kind).toBe('ambiguous');
  });

  it('does not have a tool any more that was asked for and is gone, though it is listed still', async () => {
    const { index, part } = openIndex();
    const before = await readRemoteCatalog(part);
    index.hold(ENTRIES.slice(1));
    const catalog = await withReferences(before, part, ['mcp:crm:get_deal']);
    expect(catalog.byId('mcp:crm:get_deal')).toBeUndefined();
  });

  it('says where a part did not answer, and takes no name for unknown or for the only one then', async () => {
    const { index, whole } = openIndex();
    index.come('short');
    const catalog = await readRemoteCatalog(whole);
    expect(catalog).toMatchObject({ size: 302, short: true });
    await expect(withReferences(catalog, whole, ['nothing'])).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
    await expect(withReferences(catalog, whole, ['get_deal'])).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
    const named = await withReferences(catalog, whole, ['mcp:crm:get_deal']);
    expect(named.byId('mcp:crm:get_deal')).toBeDefined();
    expect(unreadRemoteCatalog()).toMatchObject({ size: 0, short: true });
  });

  it('counts the tools of sources within its part, in one question', async () => {
    const { index, part } = openIndex();
    const begun = await part.begin();
    const before = index.asked.length;
    const sizes = await begun.sizesOf(['crm', 'shop', 'mail', 'nobody', 'crm']);
    expect([...sizes]).toEqual([
      ['crm', 1],
      ['shop', 300],
    ]);
    expect(index.asked.slice(before)).toEqual(['values']);
    expect(await begun.sizesOf([])).toEqual(new Map());
  });
});
