import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolDefinition } from '../tools/index.ts';
import { clampLimit } from './limits.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { searchTools } from './search.ts';

const backendOf = (tools: readonly (ToolDefinition & { server?: string })[]) =>
  createMemoryBackend(
    createCatalog(
      tools.map(({ server = 's1', ...definition }) => ({
        source: { kind: 'mcp', name: server as string },
        definition: definition as ToolDefinition,
      })),
    ),
  );
const search = async (
  tools: Parameters<typeof backendOf>[0],
  query: string,
  more: { limit?: number; server?: string } = {},
) => {
  const result = await searchTools(backendOf(tools), { query, ...more });
  return { ...result, names: result.hits.map((hit) => hit.tool.originalName) };
};

const OFFICE = [
  { name: 'create_event', description: 'Create a calendar event.', server: 'calendar' },
  { name: 'send_email', description: 'Send through the office relay.', server: 'office' },
  { name: 'send_email', description: 'Send through the marketing tool.', server: 'marketing' },
  { name: 'search', description: 'Search the web.', server: 'web' },
  { name: 'schedule', description: 'Schedule a recurring task.', server: 'jobs' },
  { name: 'spreadsheet_open', description: 'Open a spreadsheet.', server: 'office' },
  { name: 'поиск_заказов', description: 'Ищет заказы по номеру.', server: 'shop' },
  { name: '検索_注文', description: '注文を検索します。', server: 'shop' },
];

describe('exact names before any ranking', () => {
  it('finds every exact name that a query holds', async () => {
    const { names, verdict } = await search(
      OFFICE,
      'use create_event and calendar__create_event, then spreadsheet_open',
    );
    expect(names.slice(0, 2)).toEqual(['create_event', 'spreadsheet_open']);
    expect(verdict).toBe('exact');
  });

  it('gives both owners of one name and calls it ambiguous', async () => {
    const { hits, verdict } = await search(OFFICE, 'send_email');
    expect(hits.map((hit) => [hit.tool.source.name, hit.sure])).toEqual([
      ['marketing', 'exact'],
      ['office', 'exact'],
    ]);
    expect(verdict).toBe('ambiguous');
  });

  it('does not let a tool called search capture a sentence', async () => {
    const { hits, verdict } = await search(OFFICE, 'search for an order by its number, заказы');
    expect(hits.every((hit) => hit.sure !== 'exact')).toBe(true);
    expect(verdict).not.toBe('exact');
    expect((await search(OFFICE, 'search')).verdict).toBe('exact');
    expect((await search(OFFICE, 'call `search` now')).verdict).toBe('exact');
  });

  it('takes neither a number nor a product in a sentence for the name of a tool', async () => {
    const tools = [
      ...OFFICE,
      { name: '404', description: 'A page that is missing.', server: 'web' },
      { name: 'whatsapp', description: 'Look a number up.', server: 'phones' },
    ];
    for (const query of ['why do I get a 404 since 9:30', 'send this to Ann on WhatsApp, please']) {
      const { hits } = await search(tools, query);
      expect(
        hits.filter((hit) => hit.sure === 'exact'),
        query,
      ).toEqual([]);
    }
    expect((await search(tools, '404')).verdict).toBe('exact');
    expect((await search(tools, 'ask `404` and "WhatsApp"')).names).toEqual(['404', 'whatsapp']);
  });

  it('ignores letter case when looking for names', async () => {
    expect((await search(OFFICE, 'Create_Event')).names).toEqual(['create_event']);
  });

  it('takes names in any script', async () => {
    expect((await search(OFFICE, 'поиск_заказов')).verdict).toBe('exact');
    expect((await search(OFFICE, '検索_注文')).verdict).toBe('exact');
  });
});

describe('lexical search', () => {
  it('finds other forms of a word', async () => {
    expect((await search(OFFICE, 'scheduling recurring tasks')).names[0]).toBe('schedule');
    expect((await search(OFFICE, 'найти заказ')).names[0]).toBe('поиск_заказов');
  });

  it('finds words of a language without blanks', async () => {
    expect((await search(OFFICE, '注文')).names[0]).toBe('検索_注文');
  });

  it('does not find letters inside a word', async () => {
    expect((await search(OFFICE, 'read')).names).toEqual([]);
  });

  it('says shown and total', async () => {
    const result = await search(OFFICE, 'send email', { limit: 1 });
    expect(result.hits).toHaveLength(1);
    expect(result.total).toBe(2);
  });

  it('keeps to one server when asked', async () => {
    const result = await search(OFFICE, 'send email', { server: 'marketing' });
    expect(result.hits.map((hit) => hit.tool.source.name)).toEqual(['marketing']);
    expect((await search(OFFICE, 'send email', { server: 'nowhere' })).reason).toBe('unknown-server');
  });

  it('gives the same order every time', async () => {
    const twins = Array.from({ length: 30 }, (_, i) => ({ name: `copy_${i}`, description: 'Copy a file.' }));
    const once = await search(twins, 'copy a file', { limit: 30 });
    const again = await search([...twins].reverse(), 'copy a file', { limit: 30 });
    expect(again.names).toEqual(once.names);
    expect(once.names).toHaveLength(30);
  });
});

describe('degenerate cases', () => {
  it('says none when nothing matches, with the reason', async () => {
    expect(await search(OFFICE, 'transplant a kidney')).toMatchObject({
      verdict: 'none',
      hits: [],
      total: 0,
      reason: 'no-match',
    });
  });

  it('says none for stop words and for no words, not the whole catalog', async () => {
    expect(await search(OFFICE, 'is it the')).toMatchObject({ verdict: 'none', hits: [], reason: 'stop-words-only' });
    expect(await search(OFFICE, '?!…')).toMatchObject({ verdict: 'none', hits: [], reason: 'no-words' });
    expect(await search(OFFICE, '')).toMatchObject({ verdict: 'none', hits: [] });
  });

  it('says none in an empty catalog', async () => {
    expect(await search([], 'anything')).toMatchObject({ verdict: 'none', reason: 'empty-catalog' });
  });

  it('finds the only tool of a catalog', async () => {
    expect(
      (await search([{ name: 'get_weather', description: 'Weather for a city.' }], 'weather in Oslo')).names,
    ).toEqual(['get_weather']);
  });

  it('lists all, marked weak, when every name holds the word', async () => {
    const hub = ['create_issue', 'list_pulls', 'merge'].map((name) => ({
      name: `github_${name}`,
      description: 'On GitHub.',
    }));
    const { hits, verdict } = await search(hub, 'github');
    expect(hits).toHaveLength(3);
    expect(hits.every((hit) => hit.sure === 'weak')).toBe(true);
    expect(verdict).toBe('ambiguous');
  });

  it('finds a literal that is glued into every name', async () => {
    const glued = ['createissue', 'listpulls', 'merge'].map((name) => ({ name: `github${name}`, description: '' }));
    expect((await search(glued, 'github')).hits.map((hit) => hit.sure)).toEqual(['weak', 'weak', 'weak']);
  });

  it('survives ten thousand characters', async () => {
    const long = `${'please look into the history of everything and '.repeat(220)} calendar event`;
    expect(long.length).toBeGreaterThan(10_000);
    const { verdict } = await search(OFFICE, long);
    expect(['none', 'ambiguous', 'confident']).toContain(verdict);
  });
});

describe('clampLimit', () => {
  it.each([
    [undefined, 5],
    [0, 1],
    [-3, 1],
    [7.9, 7],
    [1000, 50],
    [Number.NaN, 5],
  ])('turns %s into %s', (given, expected) => {
    expect(clampLimit(given)).toBe(expected);
  });
});

describe('a tool that its maker calls deprecated', () => {
  const PAY = [
    {
      name: 'create_refund',
      description: 'Deprecated: use refund_create. Create a refund for a payment of a customer.',
    },
    { name: 'refund_create', description: 'Create a refund for a payment.' },
    { name: 'send_invoice', description: 'Send an invoice to a customer. (deprecated)' },
    { name: 'forecast', description: 'The weather of tomorrow in a city.' },
  ];

  it('comes behind one that does the same, and is never strong', async () => {
    const { hits, names, verdict, reason } = await search(PAY, 'create a refund for the payment of a customer');
    expect(names.slice(0, 2)).toEqual(['refund_create', 'create_refund']);
    expect(hits.map((hit) => hit.deprecated).slice(0, 2)).toEqual([undefined, true]);
    expect(hits[1]!.sure).toBe('weak');
    expect({ verdict, reason }).not.toMatchObject({ reason: 'deprecated' });
  });

  it('comes first where nothing else does what it does, and the answer says so and is not confident', async () => {
    const { names, verdict, reason } = await search(PAY, 'send an invoice to a customer');
    expect(names[0]).toBe('send_invoice');
    expect({ verdict, reason }).toEqual({ verdict: 'ambiguous', reason: 'deprecated' });
  });

  it('gives its place to the one that it names, however differently that one is described', async () => {
    const files = [
      { name: 'read_file', description: 'Read the contents of a file. DEPRECATED: Use load_text instead.' },
      { name: 'load_text', description: 'Give back what a path holds, as text.' },
      { name: 'read_files', description: 'Read the contents of several files at once.' },
    ];
    const { names, hits } = await search(files, 'read the contents of a file, as text');
    expect(names.slice(0, 2)).toEqual(['load_text', 'read_files']);
    expect(hits[0]!.deprecated).toBeUndefined();
  });

  it('is found by its name all the same', async () => {
    const { names, verdict, reason } = await search(PAY, 'create_refund');
    expect({ names, verdict, reason }).toEqual({ names: ['create_refund'], verdict: 'exact', reason: 'deprecated' });
  });
});
