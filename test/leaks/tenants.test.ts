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
const PATIENCE_MS = PROOF ? 3_600_000 : 240_000;

afterEach(closeAll);

async function openWorld(kinds: readonly Kind[]) {
  const upstreams = await startUpstreams();
  openThings.push(upstreams);
  const file = join(mkdtempSync(join(tmpdir(), 'tenants-')), 'keys.json');
  const book = new KeyBook(file);
  const keys = new Map(
    TENANTS.map((tenant, i) => [tenant, book.create({ name: tenant, grant: grantOf(tenant, kinds[i]!) }).key]),
  );
  return { open: (tenants: readonly string[]) => openTenants(tenants, upstreams.url, file), keys };
}

/** What the others do: search, call, wait for consent, and keep a session open. Gives the id of that session. */
async function actAs(
  others: readonly string[],
  { http }: TenantGateway,
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
    ask('/v1/call', { name: `desk-${other}__${other}_payroll_export`, arguments: { month: `of ${other}` } }).catch(
      () => {},
    );
  }
  return session;
}

async function see({ http: { url } }: TenantGateway, who: Curiosity): Promise<string> {
  const seen: unknown[] = [];
  for (const era of ['legacy', 'modern'] as const) {
    for (const path of ['', '/map', '/flat', '/code']) {
      // Snippets are the same in both eras.
      if (path === '/code' && (era === 'modern' || !PROOF)) continue;
      seen.push([era, path, await seenOverMcp(`${url}${path}`, era, who)]);
    }
  }
  seen.push(await seenOverHttp(url, who));
  return leveled(JSON.stringify(seen, null, 1), url);
}

describe('a tenant of one gateway', () => {
  it.each(
    PROOF
      ? []
      : ([
          ['amber', 'filter'],
          ['fjord', 'profile'],
          ['jasper', 'rules'],
        ] as const),
  )(
    'sees, byte for byte, what it would see without the nine others (%s, by %s)',
    async (tenant, kind) => {
      await compare(
        [tenant],
        TENANTS.map(() => kind),
      );
    },
    PATIENCE_MS,
  );

  it.runIf(PROOF)(
    'sees it whoever it is, and whatever keeps it to its own',
    async () => {
      const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: TENANTS.length, maxLength: TENANTS.length });
      const seed = Number(process.env.SEED ?? Date.now());
      console.log(`tenants: seed ${seed}`);
      await fc.assert(
        fc.asyncProperty(kinds, (some) => compare(TENANTS, some)),
        { numRuns: 3, seed, endOnFailure: true },
      );
    },
    PATIENCE_MS,
  );
});

async function compare(tenants: readonly string[], kinds: readonly Kind[]): Promise<void> {
  const { open, keys } = await openWorld(kinds);
  for (const tenant of tenants) {
    // Each with fresh gateways: what a tenant did before is remembered to it.
    const [whole, alone] = [await open(TENANTS), await open([tenant])];
    const others = TENANTS.filter((one) => one !== tenant);
    const foreignSession = await actAs(others, whole, keys);
    const other = others[tenants.indexOf(tenant) % others.length]!;
    const who = { key: keys.get(tenant)!, own: tenant, other };
    const seen = await see(whole, { ...who, foreignSession });
    expect(seen).toBe(await see(alone, { ...who, foreignSession: crypto.randomUUID() }));
    expect(seen).toContain(`${tenant}_payroll_export`);
    await Promise.all([whole.gateway.close(), alone.gateway.close()]);
  }
}
