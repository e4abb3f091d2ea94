import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import type { RetrievalBackend } from '../backend.ts';
import { createIndexBackend } from '../indexed/index-backend.ts';
import { toIndexDocument } from '../indexed/index-document.ts';
import { createPlainIndex } from '../indexed/test-engine-index.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { searchTools } from '../search.ts';

const entry = (server: string, name: string, description: string, tenant = 't1'): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  tags: { tenant: [tenant] },
  definition: { name, description },
});
const SHOP = [
  entry('books', 'create_invoice', 'Create an invoice for a customer.'),
  entry('books', 'list_invoices', 'List invoices.'),
  entry('books', 'get_balance', 'Balance of an account.'),
  entry('shop', 'refund_invoice', 'Refund an invoice.'),
  entry('shop', 'list_orders', 'List orders.'),
  entry('calendar', 'create_event', 'Create a calendar event.'),
  entry('mail', 'send_mail', 'Send a mail.'),
];
const inMemory = (entries: readonly ToolEntry[]): RetrievalBackend => createMemoryBackend(createCatalog(entries));
const inIndex = (entries: readonly ToolEntry[]): RetrievalBackend =>
  createIndexBackend(createPlainIndex(createCatalog(entries).tools.map((tool) => toIndexDocument(tool))));
const BACKENDS = [
  ['memory', inMemory],
  ['index', inIndex],
] as const;

describe.each(BACKENDS)('groups of an answer, %s', (_, backendOf) => {
  const groupsOf = async (query: string, entries: readonly ToolEntry[] = SHOP) =>
    (await searchTools(backendOf(entries), { query })).groups;

  it('are the largest sources for a request about everything', async () => {
    expect(await groupsOf('What can you do?')).toEqual([
      { server: 'books', count: 3, purpose: 'invoice, balance, account, customer' },
      { server: 'shop', count: 2, purpose: 'invoice, orders, refund' },
      { server: 'calendar', count: 1, purpose: 'event' },
      { server: 'mail', count: 1, purpose: 'send' },
    ]);
  });

  it('are the sources that fit, with all their tools counted, for a request about something', async () => {
    expect(await groupsOf('what can you do with invoices?')).toMatchObject([
      { server: 'books', count: 3 },
      { server: 'shop', count: 2 },
    ]);
  });

  it('are all there is where nothing fits', async () => {
    expect((await groupsOf('which tools handle submarines?'))?.map(({ server }) => server)).toEqual([
      'books',
      'shop',
      'calendar',
      'mail',
    ]);
  });

  it('are few where the likeliest tools are of many sources', async () => {
    const scattered = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => entry(name, `${name}_notes`, 'Search the notes.'));
    expect(await groupsOf('search notes', scattered)).toHaveLength(4);
  });

  it('are left out where a tool was named, one source stands out, or the search was narrowed', async () => {
    expect(await groupsOf('create_event')).toBeUndefined();
    expect(await groupsOf('list invoices')).toBeUndefined();
    expect(await groupsOf('server:books what can you do?')).toBeUndefined();
  });

  it('leave hits and verdict as they are', async () => {
    const whole = await searchTools(backendOf(SHOP), { query: 'what can you do with invoices?' });
    const { groups: _groups, ...rest } = whole;
    expect(rest.hits.map(({ tool }) => tool.name)).toContain('books__list_invoices');
    expect(rest).toEqual({ ...rest, verdict: whole.verdict });
  });

  it('are those of a catalogue that never held what the caller may not see', async () => {
    const tool = fc.record({
      server: fc.constantFrom('books', 'shop', 'hr', 'secret'),
      name: fc.constantFrom('create_invoice', 'list_invoices', 'export_salaries', 'wipe', 'send_invoice'),
      text: fc.constantFrom('Invoices of customers.', 'Salaries of everybody.', 'Refunds.'),
      tenant: fc.constantFrom('t1', 't2'),
    });
    const unique = fc.uniqueArray(tool, {
      maxLength: 12,
      selector: ({ server, name }) => `${server}/${name}`,
    });
    await fc.assert(
      fc.asyncProperty(unique, async (tools) => {
        fc.pre(tools.some(({ tenant }) => tenant === 't1'));
        const entries = tools.map(({ server, name, text, tenant }) => entry(server, name, text, tenant));
        const whole = backendOf(entries);
        const alone = backendOf(entries.filter(({ tags }) => (tags!.tenant as readonly string[]).includes('t1')));
        for (const query of ['what can you do?', 'what can you do with invoices?', 'invoices or salaries']) {
          const { groups } = await searchTools(whole, { query, filter: 'tenant=t1' });
          expect(groups).toEqual((await searchTools(alone, { query, filter: 'tenant=t1' })).groups);
        }
      }),
      { numRuns: 60 },
    );
  });
});
