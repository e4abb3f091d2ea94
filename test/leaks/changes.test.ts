import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { compilePolicy, layersOf, toCallFailure } from '../../src/calling/index.ts';
import { ScopedCatalogs } from '../../src/gateway/scoped-catalogs.ts';
import { observe, openSubject, toText } from './observe.ts';
import { type Registry, registry, rulesOf, scopeOf } from './registries.ts';

const embedder = createBuiltInEmbedder();
const RUNS = 20;
const PATIENCE_MS = 240_000;

const policyOf = ({ rights }: Pick<Registry, 'rights'>) =>
  compilePolicy(layersOf({ agents: { a: rulesOf(rights) } }, scopeOf(rights)));

describe('what changes beside a session', () => {
  it('leaves its catalog the very same object', () => {
    fc.assert(
      fc.property(registry, registry, (first, second) => {
        const policy = policyOf(first);
        // The registry of another moment, with the same visible tools.
        const later = second.all.filter((entry) => !second.visible.includes(entry)).concat(first.visible);
        fc.pre(second.rights === first.rights);
        let entries = first.all;
        const catalogs = new ScopedCatalogs({ entries: () => entries, onDenseError: () => {} });
        const before = catalogs.catalog(policy);
        entries = later;
        catalogs.changed();
        expect(catalogs.catalog(policy)).toBe(before);
        expect(before.tools.length).toBeLessThanOrEqual(first.visible.length);
      }),
      { numRuns: 200 },
    );
  });

  it('wakes nobody who has no part in it', async () => {
    const { gateway, view, close } = openSubject([], 'servers', { embedder });
    let woken = 0;
    view.onCatalogChange(() => woken++);
    gateway.setPolicy({ agents: { a: rulesOf('servers'), root: { deny: ['*'] }, b: {} }, tags: ['tenant'] });
    expect(woken).toBe(0);
    await close();
  });
});

describe('rights that are taken away', () => {
  it('leave what a session was not told of as if it had never been there', { timeout: PATIENCE_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(registry, async ({ all, visible, rights }) => {
        const { gateway, close } = openSubject(all, rights, { embedder });
        const open = { agents: { a: {} }, tags: ['tenant'] };
        gateway.setPolicy(open);
        const view = gateway.session(scopeOf(rights));
        // It could have found everything, and asked for nothing.
        expect(view.catalog().tools.length).toBeGreaterThanOrEqual(rights === 'filter' ? 0 : visible.length);
        gateway.setPolicy({ ...open, agents: { a: rulesOf(rights) } });
        const alone = openSubject(visible, rights, { embedder });
        expect(toText(await observe(view))).toBe(toText(await observe(alone.view)));
        await Promise.all([close(), alone.close()]);
      }),
      { numRuns: RUNS },
    );
  });

  it('are told of to a session that knew the tool, and to no other', async () => {
    const entries = ['create_invoice', 'list_orders'].map((name) => ({
      source: { kind: 'mcp' as const, name: 'shop' },
      definition: { name, description: name.replace('_', ' ') },
    }));
    const { gateway, close } = openSubject(entries, 'annotations', { embedder });
    gateway.setPolicy({ agents: { a: {} } });
    const told = gateway.session({ agent: 'a' });
    const untold = gateway.session({ agent: 'a' });
    await told.search({ query: 'create_invoice' });
    gateway.setPolicy({ agents: { a: { deny: ['shop/*'] } } });
    const call = (view: typeof told, name: string) => view.call({ name, arguments: {} }).catch(toCallFailure);
    const describeIt = (view: typeof told, name: string) => view.describe({ name }).catch(toCallFailure);
    for (const ask of [call, describeIt]) {
      expect(await ask(told, 'create_invoice')).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
      expect(await ask(told, 'list_orders')).toMatchObject({ code: 'UNKNOWN_TOOL' });
      expect(await ask(untold, 'create_invoice')).toMatchObject({ code: 'UNKNOWN_TOOL' });
    }
    // Given back, it is there at once.
    gateway.setPolicy({ agents: { a: {} } });
    expect(await call(told, 'create_invoice')).toMatchObject({ content: [{ type: 'text' }] });
    await close();
  });
});

describe('a session within a session', () => {
  it('never has what the outer one has not, whatever it asks for', () => {
    fc.assert(
      fc.property(registry, fc.constantFrom('*', 'mcp:hr*', 'shop/*'), ({ all, rights }, wanted) => {
        const { view, close } = openSubject(all, rights, { embedder });
        const outer = new Set(view.catalog().tools.map(({ id }) => id));
        const inner = view.session({ agent: 'root', rules: { allow: [wanted] } }).session({ rules: {} });
        expect(inner.catalog().tools.filter(({ id }) => !outer.has(id))).toEqual([]);
        if (wanted === '*') expect(inner.catalog().tools.length).toBe(outer.size);
        void close();
      }),
      { numRuns: 60 },
    );
  });
});
