import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { CliIo } from '../../src/cli/io.ts';
import { createTestMachine } from '../../src/cli/test-machine.ts';
import { openIndexDoors } from '../../src/cli/tool-index/index-doors.ts';
import type { ServedToolIndex } from '../../src/cli/tool-index/serve-parts.ts';
import { type Grant, httpCallers, KeyBook, loadConfig, serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import type { ToolEntry } from '../../src/tools/index.ts';
import { closeAll, openThings, post } from '../auth/harness.ts';
import { leveled, seenOverHttp, seenOverMcp } from './tenant-eyes.ts';
import { configOf, KINDS, type Kind, startUpstreams, TENANTS, toolsOf } from './tenants.ts';

const PATIENCE_MS = 600_000;

/** Serves an index of these tools, with the configuration `toolscout.json` of this machine. */
export type ServeTools = (entries: readonly ToolEntry[], io: CliIo) => Promise<ServedToolIndex>;

const tagRules = (tenant: string): NonNullable<Grant['rules']> => ({ allow: [{ tags: { tenant } }] });
const may = ['use', 'observe', 'approve'] as const;
const GRANTS: Readonly<Record<Kind, (tenant: string) => Grant>> = {
  filter: (tenant) => ({ may, filter: { tenant } }),
  profile: (tenant) => ({ may, profile: tenant }),
  rules: (tenant) => ({ may, rules: { deny: [{ tags: `NOT tenant=${tenant}` }] } }),
};

/** Serves an index of the tools of these tenants, with the servers of these tenants behind it. */
async function serveIndex(
  serve: ServeTools,
  tenants: readonly string[],
  upstreams: string,
  keys: string,
): Promise<string> {
  const machine = await createTestMachine();
  openThings.push({ close: () => machine.remove() });
  const { mcpServers, policy, auth } = configOf(tenants, upstreams, keys) as Record<string, object>;
  const profiles = { '*': {}, ...Object.fromEntries(TENANTS.map((t) => [t, tagRules(t)])) };
  await machine.write('project/toolscout.json', JSON.stringify({ mcpServers, policy: { ...policy, profiles }, auth }));
  const config = await loadConfig(machine.at('project/toolscout.json'), machine.io.environment);
  const io = { ...machine.io, environment: { ...machine.io.environment, env: { TOOLSCOUT_LOG: 'silent' } } };
  const served = await serve(toolsOf(tenants), io);
  const log = silentLogger();
  const callers = httpCallers(served.callers, { auth: config.auth, session: config.policy.session, log });
  const doors = await openIndexDoors(served.doors, config, io);
  const http = await serveGatewayHttp(served.session, { port: 0, ...callers, ...doors }, log);
  openThings.push(served, http);
  return http.url;
}

async function openWorld(serve: ServeTools, grants: Readonly<Record<string, Grant>>) {
  const upstreams = await startUpstreams();
  const machine = await createTestMachine();
  openThings.push(upstreams, { close: () => machine.remove() });
  const file = join(machine.at('home'), 'keys.json');
  const book = new KeyBook(file);
  const keyOf = Object.fromEntries(
    Object.entries(grants).map(([name, grant]) => [name, book.create({ name, grant }).key]),
  );
  return { open: (tenants: readonly string[]) => serveIndex(serve, tenants, upstreams.url, file), keyOf };
}

/** The same for one index that is served to ten tenants, each the part that its rights leave. */
export function testIndexTenants(serve: ServeTools): void {
  afterEach(closeAll);

  it(
    'sees, byte for byte, what it would see of an index without the nine others',
    async () => {
      const kindOf = (i: number): Kind => KINDS[i % KINDS.length]!;
      const { open, keyOf } = await openWorld(
        serve,
        Object.fromEntries(TENANTS.map((tenant, i) => [tenant, GRANTS[kindOf(i)](tenant)])),
      );
      const whole = await open(TENANTS);
      const asked = process.env.PROOF === '1' ? TENANTS : TENANTS.slice(0, KINDS.length);
      for (const [i, own] of asked.entries()) {
        const alone = await open([own]);
        const who = { key: keyOf[own]!, own, other: TENANTS[(i + 4) % TENANTS.length]!, foreignSession: '' };
        for (const era of ['legacy', 'modern'] as const) {
          const see = async (url: string) => leveled(JSON.stringify(await seenOverMcp(url, era, who), null, 1), url);
          const seen = await see(whole);
          expect(seen).toBe(await see(alone));
          expect(seen).toContain(`"name": "desk-${own}__${own}_payroll_export"`);
          expect(seen).toContain('create_invoice ran');
        }
        const beside = async (url: string, foreignSession: string) =>
          leveled(JSON.stringify(await seenOverHttp(url, { ...who, foreignSession }), null, 1), url);
        const other = await post(whole, keyOf[who.other]);
        const seen = await beside(whole, other.headers.get('mcp-session-id')!);
        expect(seen).toBe(await beside(alone, crypto.randomUUID()));
        expect(seen).toContain(`mcp:desk-${own}:${own}_payroll_export`);
      }
    },
    PATIENCE_MS,
  );

  it.each<[string, Grant]>([
    ['names single tools', { may, rules: { allow: ['desk-amber/create_invoice'] } }],
    ['is about annotations', { may, rules: { deny: [{ annotations: { readOnlyHint: false } }] } }],
    ['is about servers by a pattern', { may, rules: { allow: [{ server: 'desk-*' }] } }],
    ['is about a tag that nothing has', { may, filter: { tennant: 'amber' } }],
    ['names a view', { may, views: ['map'] }],
  ])(
    'is served nothing where its right %s: an index cannot follow that',
    async (_what, grant) => {
      const { open, keyOf } = await openWorld(serve, { one: grant });
      const response = await post(await open(['amber']), keyOf.one);
      expect(response.status).toBe(403);
      expect(await response.text()).not.toContain('amber');
    },
    PATIENCE_MS,
  );

  it(
    'is known by its key, and nobody without one is let in',
    async () => {
      const { open, keyOf } = await openWorld(serve, {
        amber: GRANTS.filter('amber'),
        birch: { may, rules: { allow: [{ server: 'desk-birch' }] } },
      });
      const url = await open(TENANTS);
      expect((await post(url, undefined)).status).toBe(401);
      const id = (await post(url, keyOf.amber)).headers.get('mcp-session-id')!;
      const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
      expect((await post(url, keyOf.birch, { method: 'tools/list' }, headers)).status).toBe(404);
      const listed = await (await post(url, keyOf.amber, { method: 'tools/list' }, headers)).text();
      expect(listed).toContain('desk-amber');
      expect(listed).not.toContain('desk-birch');
    },
    PATIENCE_MS,
  );
}
