import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
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
const PATIENCE_MS = PROOF ? 3_600_000 : 900_000;
const WAYS = (['legacy', 'modern'] as const).flatMap((era) =>
  ['', '/map', '/flat', '/code'].map((view) => ({ era, view })),
);

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

/** What tenants do: search, call, wait for consent, and keep a session open. Gives the ids of the sessions. */
async function actAs(
  tenants: readonly string[],
  { http, gateway }: TenantGateway,
  keys: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const sessions = new Map<string, string>();
  for (const tenant of tenants) {
    const key = keys.get(tenant);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = (path: string, body: object) =>
      fetch(new URL(path, http.url), { method: 'POST', headers, body: JSON.stringify(body) });
    sessions.set(tenant, (await post(http.url, key)).headers.get('mcp-session-id')!);
    await ask('/v1/search', { query: `${tenant} report` });
    await ask('/v1/call', { name: 'common__list_orders', arguments: {} });
    // What waits for consent: a tool of its own, and one that is everybody's, with arguments of its own.
    for (const name of [`desk-${tenant}__${tenant}_payroll_export`, 'common__list_orders']) {
      const waiting = gateway.pendingApprovals().length;
      // Not `fetch`, which gives up after five minutes.
      const waits = request(new URL('/v1/call', http.url), { method: 'POST', headers });
      waits.on('error', () => {});
      waits.end(JSON.stringify({ name, arguments: { month: `secret of ${tenant}` } }));
      // One after the other: in which order they wait is told.
      await expect.poll(() => gateway.pendingApprovals().length, { timeout: 20_000 }).toBe(waiting + 1);
    }
  }
  return sessions;
}

/** What one gateway of all tenants is asked: each tenant under one kind of rights, by some of the ways, about one other. */
interface Round {
  readonly kinds: readonly Kind[];
  readonly waysOf: (position: number) => typeof WAYS;
  /** The other is so many places further. */
  readonly distance: number;
}

/** Two ways for each, so that each is taken by several kinds. */
const SAMPLE: readonly Round[] = [
  {
    kinds: TENANTS.map((_, i) => KINDS[i % KINDS.length]!),
    waysOf: (i) => WAYS.slice((2 * i) % WAYS.length).slice(0, 2),
    distance: 3,
  },
];

/**
 * Three rounds that cover, whatever is drawn: every tenant under every kind, every tenant by every way, every way under
 * every kind by three tenants or more. All of all would be three times as many and show no pair that is not here.
 */
function roundsOf(seed: number): readonly Round[] {
  const shuffled = <T>(values: readonly T[]): fc.Arbitrary<readonly T[]> =>
    fc.shuffledSubarray([...values], { minLength: values.length });
  const drawn = fc.record({
    order: shuffled(KINDS),
    places: shuffled(TENANTS.map((_, i) => i)),
    distances: shuffled(TENANTS.map((_, i) => i).slice(1)),
  });
  const { order, places, distances } = fc.sample(drawn, { seed, numRuns: 1 })[0]!;
  return order.map((_, round) => ({
    kinds: places.map((place) => order[(place + round) % order.length]!),
    waysOf: (i) => WAYS.filter((_way, w) => (places[i]! + w) % order.length === round),
    distance: distances[round]!,
  }));
}

async function see({ http: { url } }: TenantGateway, who: Curiosity, ways: typeof WAYS): Promise<string> {
  const seen: unknown[] = [];
  for (const { era, view } of ways) seen.push([era, view, await seenOverMcp(url + view, era, who)]);
  seen.push(await seenOverHttp(url, who));
  return leveled(JSON.stringify(seen, null, 1), url);
}

/** Every tenant asks one gateway of all ten, and a gateway of its own that never knew the others. */
async function compareAll({ kinds, waysOf, distance }: Round): Promise<void> {
  const { open, keys } = await openWorld((i) => kinds[i]!);
  const whole = await open(TENANTS);
  const sessions = await actAs(TENANTS, whole, keys);
  for (const [i, own] of TENANTS.entries()) {
    const alone = await open([own]);
    await actAs([own], alone, keys);
    const other = TENANTS[(i + distance) % TENANTS.length]!;
    const who = { key: keys.get(own)!, own, other };
    const [seen, expected] = await Promise.all([
      see(whole, { ...who, foreignSession: sessions.get(other)! }, waysOf(i)),
      // There it is nobody's.
      see(alone, { ...who, foreignSession: crypto.randomUUID() }, waysOf(i)),
    ]);
    expect(seen).toBe(expected);
    expect(seen).toContain(`${own}_payroll_export`);
    expect(seen).toContain(`secret of ${own}`);
    await alone.close();
    console.log(`tenants: ${own} (${kinds[i]}) sees its own, ${waysOf(i).length + 1} ways, ${seen.length} characters`);
  }
  await whole.close();
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
  it(
    'sees, byte for byte, what it would see without the others',
    async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
      if (PROOF) console.log(`tenants: SEED=${seed}`);
      for (const round of PROOF ? roundsOf(seed) : SAMPLE) await compareAll(round);
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
