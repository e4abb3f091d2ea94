import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { KeyBook } from '../../src/gateway/index.ts';
import { closeAll, openThings, post } from '../auth/harness.ts';
import { type Curiosity, leveled, seenOverHttp, seenOverMcp } from './tenant-eyes.ts';
import { openTenants, type TenantGateway } from './tenant-gateway.ts';
import { grantOf, KINDS, type Kind, startUpstreams, TENANTS } from './tenants.ts';

/**
 * SPEC C6 for many tenants of one gateway: whatever a tenant asks, over any door, it is answered byte for byte what a
 * gateway would answer that never held the tools of the others. Figures of time and ids that are drawn by lot aside.
 */
const PROOF = process.env.PROOF === '1';
const PATIENCE_MS = PROOF ? 3_600_000 : 360_000;
const ERAS = ['legacy', 'modern'] as const;
const VIEWS = ['', '/map', '/flat', '/code'];
/** What every run looks at of these. */
const SAMPLED: ReadonlySet<string> = new Set(['legacy', 'modern', 'legacy/map', 'modern/flat']);

afterEach(closeAll);

async function openWorld(kindOf: (position: number) => Kind) {
  const upstreams = await startUpstreams();
  openThings.push(upstreams);
  const file = join(mkdtempSync(join(tmpdir(), 'tenants-')), 'keys.json');
  const book = new KeyBook(file);
  const keys = new Map(TENANTS.map((name, i) => [name, book.create({ name, grant: grantOf(name, kindOf(i)) }).key]));
  const open = (tenants: readonly string[], lost = true) => openTenants(tenants, upstreams.url, file, lost);
  return { open, keys };
}

/** What the others do: search, call, wait for consent, and keep a session open. Gives the id of the last session. */
async function actAs(
  others: readonly string[],
  { http, gateway }: TenantGateway,
  keys: ReadonlyMap<string, string>,
): Promise<string> {
  let session = '';
  for (const other of others) {
    const key = keys.get(other);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = (path: string, body: object) =>
      fetch(new URL(path, http.url), { method: 'POST', headers, body: JSON.stringify(body) });
    session = (await post(http.url, key)).headers.get('mcp-session-id') ?? session;
    await ask('/v1/search', { query: `${other} report` });
    await ask('/v1/call', { name: 'common__list_orders', arguments: {} });
    // What waits for consent: a tool of its own, and one that is everybody's, with arguments of its own.
    for (const name of [`desk-${other}__${other}_payroll_export`, 'common__list_orders']) {
      ask('/v1/call', { name, arguments: { month: `secret of ${other}` } }).catch(() => {});
    }
  }
  await expect.poll(() => gateway.pendingApprovals().length, { timeout: 20_000 }).toBe(2 * others.length);
  return session;
}

async function see({ http: { url } }: TenantGateway, who: Curiosity): Promise<string> {
  const seen: unknown[] = [];
  for (const era of ERAS) {
    for (const view of VIEWS) {
      if (!PROOF && !SAMPLED.has(era + view)) continue;
      seen.push([era, view, await seenOverMcp(url + view, era, who)]);
    }
  }
  seen.push(await seenOverHttp(url, who));
  return leveled(JSON.stringify(seen, null, 1), url);
}

async function compare(whole: TenantGateway, alone: TenantGateway, who: Curiosity): Promise<void> {
  const seen = await see(whole, who);
  expect(seen).toBe(await see(alone, { ...who, foreignSession: crypto.randomUUID() }));
  expect(seen).toContain(`${who.own}_payroll_export`);
  await alone.gateway.close();
}

async function compareAll(kinds: readonly Kind[]): Promise<void> {
  const { open, keys } = await openWorld((i) => kinds[i]!);
  for (const own of TENANTS) {
    // Each with fresh gateways: what a tenant did before is remembered to it.
    const whole = await open(TENANTS);
    const others = TENANTS.filter((one) => one !== own);
    const foreignSession = await actAs(others, whole, keys);
    const other = others[TENANTS.indexOf(own) % others.length]!;
    await compare(whole, await open([own]), { key: keys.get(own)!, own, other, foreignSession });
    await whole.gateway.close();
  }
}

async function firstEvent(stream: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const event = /^data: .*$/m.exec(text);
    if (event !== null) return event[0];
  }
  return text;
}

describe('a tenant of one gateway', () => {
  it.skipIf(PROOF)(
    'sees, byte for byte, what it would see without the others',
    async () => {
      const { open, keys } = await openWorld((i) => KINDS[i % KINDS.length]!);
      const whole = await open(TENANTS);
      const asked = TENANTS.slice(3, 3 + KINDS.length);
      const others = TENANTS.filter((one) => !asked.includes(one));
      const foreignSession = await actAs(others, whole, keys);
      for (const [i, own] of asked.entries()) {
        await compare(whole, await open([own]), { key: keys.get(own)!, own, other: others[i]!, foreignSession });
      }
    },
    PATIENCE_MS,
  );

  it.runIf(PROOF)(
    'sees it whoever it is, and whatever keeps it to its own',
    async () => {
      const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: TENANTS.length, maxLength: TENANTS.length });
      const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
      console.log(`tenants: SEED=${seed}`);
      await fc.assert(fc.asyncProperty(kinds, compareAll), { numRuns: 3, seed, endOnFailure: true });
    },
    PATIENCE_MS,
  );

  it(
    'hears nothing of what others do, nor that servers of theirs come and go',
    async () => {
      const { open, keys } = await openWorld(() => 'filter');
      // A server of its own that is down would be tried again now and then, which it is told of.
      const whole = await open(TENANTS, false);
      const [own, ...others] = TENANTS as [string, ...string[]];
      const view = whole.gateway.session({ filter: { tenant: own } });
      const heard: unknown[] = [];
      view.onCatalogChange(() => heard.push('tools'));
      view.features.onNotice((notice) => heard.push(notice));
      const headers = { authorization: `Bearer ${keys.get(own)}`, 'content-type': 'application/json' };
      // Its servers have all said that they are there.
      await whole.gateway.bridgeTools();
      const live = await fetch(new URL('/dashboard/api/live', whole.http.url), { headers });
      heard.length = 0;
      await actAs(others, whole, keys);
      await whole.hold(TENANTS.slice(0, 5));
      // Something of its own at last, which it is told of, and of nothing before it.
      await fetch(new URL('/v1/search', whole.http.url), { method: 'POST', headers, body: '{"query":"orders"}' });
      expect(await firstEvent(live)).toBe('data: activity');
      expect(heard.filter((one) => !isOwnStart(one))).toEqual([]);
      // Once of its resources and once of its prompts; nine others have come up as well.
      expect(heard.length).toBeLessThanOrEqual(2);
      await whole.hold(TENANTS.slice(1));
      expect(heard).toContain('tools');
    },
    PATIENCE_MS,
  );
});

/** Its own server has just come up, which is told a moment later. */
function isOwnStart(notice: unknown): boolean {
  const { method = '' } = notice as { method?: string };
  return /^notifications\/(?:resources|prompts)\/list_changed$/.test(method);
}
