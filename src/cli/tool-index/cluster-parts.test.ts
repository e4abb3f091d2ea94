import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRemoteBackend } from '../../retrieval/index.ts';
import { createTestRemoteIndex, tenantsTool } from '../../retrieval/indexed/test-remote-index.ts';
import { createClusterParts } from './cluster-parts.ts';

const ENTRIES = [
  tenantsTool('crm', 'get_deal', 't1'),
  tenantsTool('crm', 'list_deals', 't1'),
  tenantsTool('crm', 'export_deals', 't2'),
  tenantsTool('mail', 'send_mail', 't2'),
];
const T1 = { op: 'in', tag: 'tenant', values: ['t1'] } as const;

function open() {
  const index = createTestRemoteIndex(ENTRIES);
  const warnings: string[] = [];
  const parts = createClusterParts(createRemoteBackend(index), (message) => warnings.push(message));
  return { index, warnings, parts, part: parts(T1) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a part of an index in a cluster', () => {
  it('is one for all who may see the same, and lists nothing of another', async () => {
    const { parts, part } = open();
    expect(parts({ op: 'in', tag: 'tenant', values: ['t1'] })).toBe(part);
    expect(part.current()).toMatchObject({ unread: true, catalog: { size: 0 } });
    const { catalog } = await part.read();
    expect(catalog.tools.map(({ originalName }) => originalName)).toEqual(['get_deal', 'list_deals']);
    expect((await parts(undefined).read()).catalog.size).toBe(4);
  });

  it('is read once by all who ask at once, and not again for a moment', async () => {
    const { index, part } = open();
    await Promise.all([part.read(), part.lately(), part.read()]);
    await part.read();
    expect(index.asked.filter((question) => question === 'list')).toHaveLength(1);
    vi.advanceTimersByTime(5_000);
    await part.read();
    expect(index.asked.filter((question) => question === 'list')).toHaveLength(2);
  });

  it('is told as it is to who counts, and as it was within a minute to who searches', async () => {
    const { index, part } = open();
    await part.read();
    index.hold(ENTRIES.slice(1));
    vi.advanceTimersByTime(6_000);
    expect((await part.lately()).catalog.size).toBe(2);
    expect((await part.read()).catalog.size).toBe(1);
    index.hold(ENTRIES);
    vi.advanceTimersByTime(61_000);
    expect((await part.lately()).catalog.size).toBe(2);
  });

  it('waits after a minute also for what somebody else has begun to ask', async () => {
    const { index, part } = open();
    await part.read();
    index.hold(ENTRIES.slice(1));
    vi.advanceTimersByTime(61_000);
    expect(part.current().catalog.size).toBe(2);
    expect((await part.lately()).catalog.size).toBe(1);
  });

  it('is the same object as long as it has not changed', async () => {
    const { part } = open();
    const { catalog } = await part.read();
    vi.advanceTimersByTime(61_000);
    expect((await part.read()).catalog).toBe(catalog);
    const leafed = await part.current().leafed!();
    vi.advanceTimersByTime(61_000);
    expect(await part.current().leafed!()).toBe(leafed);
  });

  it('has no answer where nobody answers, unless something was known before', async () => {
    const { index, warnings, part } = open();
    index.come('not at all');
    await expect(part.read()).rejects.toThrow('nobody answers');
    await expect(part.lately()).rejects.toThrow('nobody answers');
    index.come('whole');
    expect((await part.lately()).catalog.size).toBe(2);
    index.come('not at all');
    vi.advanceTimersByTime(61_000);
    expect((await part.lately()).catalog.size).toBe(2);
    expect(warnings).toEqual(['the index is listed as it was: nobody answers']);
    await expect(part.read()).rejects.toThrow('nobody answers');
  });

  it('that came short is told as short to who counts, and not in place of the whole to who searches', async () => {
    const { index, part } = open();
    index.come('short');
    expect((await part.read()).catalog).toMatchObject({ size: 1, short: true });
    index.come('whole');
    expect((await part.read()).catalog).toMatchObject({ size: 2, short: false });
    index.come('short');
    vi.advanceTimersByTime(6_000);
    expect((await part.read()).catalog).toMatchObject({ size: 1, short: true });
    expect((await part.lately()).catalog).toMatchObject({ size: 2, short: false });
  });

  it('counts servers within it, in one question for a moment, and refuses half a count', async () => {
    const { index, part, parts } = open();
    const { sizesOf } = part.current();
    expect(await sizesOf!(['crm', 'mail'])).toEqual(new Map([['crm', 2]]));
    await sizesOf!(['crm', 'mail']);
    expect(index.asked.filter((question) => question === 'values')).toHaveLength(1);
    expect(await parts(undefined).current().sizesOf!(['mail'])).toEqual(new Map([['mail', 1]]));
    index.come('short');
    vi.advanceTimersByTime(5_000);
    await expect(sizesOf!(['crm', 'mail'])).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
    index.come('whole');
    expect(await sizesOf!(['crm', 'mail'])).toEqual(new Map([['crm', 2]]));
  });

  it('is leafed through for a minute as it was, and asked for that by nobody else', async () => {
    const { index, part } = open();
    await part.read();
    const lists = () => index.asked.filter((question) => question === 'list').length;
    const before = lists();
    const leafed = await part.current().leafed!();
    expect(leafed.tools.map(({ id }) => leafed.byId(id)?.id)).toEqual(['mcp:crm:get_deal', 'mcp:crm:list_deals']);
    await part.current().leafed!();
    expect(lists()).toBe(before + 1);
    index.hold(ENTRIES.slice(1));
    vi.advanceTimersByTime(60_000);
    expect((await part.current().leafed!()).tools).toHaveLength(1);
    index.come('short');
    vi.advanceTimersByTime(60_000);
    await expect(part.current().leafed!()).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
  });
});
