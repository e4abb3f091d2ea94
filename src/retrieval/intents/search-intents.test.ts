import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { searchTools } from '../search.ts';

const tools = [
  ['find_invoice', 'Find an invoice by month or customer'],
  ['list_invoices', 'List all invoices of a customer'],
  ['void_invoice', 'Void an invoice that was sent by mistake'],
  ['send_email', 'Send an email to a person'],
  ['book_hotel', 'Book a hotel room in a city'],
  ['get_weather', 'Weather forecast for a city'],
] as const;
const catalog = createCatalog(
  tools.map(([name, description]) => ({
    source: { kind: 'mcp' as const, name: 'office' },
    definition: { name, description },
  })),
);
const backend = createMemoryBackend(catalog);
const idOf = (name: string) => `mcp:office:${name}`;
const namesOf = ({ hits }: { hits: readonly { tool: { originalName: string } }[] }) =>
  hits.map(({ tool }) => tool.originalName);

describe('a compound request', () => {
  it('is answered for each of its parts, and says which hit serves which', async () => {
    const result = await searchTools(backend, { query: 'find the invoice of March and send an email to Anna' });
    expect(namesOf(result)).toEqual(expect.arrayContaining(['find_invoice', 'send_email']));
    expect(result.intents?.map(({ text }) => text)).toEqual(['find the invoice of March', 'send an email to Anna']);
    expect(result.intents?.[0]?.hits[0]).toBe(idOf('find_invoice'));
    expect(result.intents?.[1]?.hits[0]).toBe(idOf('send_email'));
  });

  it('leaves room for each part where hits are few', async () => {
    const query = 'find the invoice of March, void the invoice of May and book a hotel room in Rome';
    const { hits } = await searchTools(backend, { query, limit: 3 });
    expect(namesOf({ hits }).sort()).toEqual(['book_hotel', 'find_invoice', 'void_invoice']);
  });

  it('ranks no tool twice, best first', async () => {
    const { ranked } = await searchTools(backend, { query: 'list all invoices and send an email to Anna' });
    expect(new Set(ranked.map(({ tool }) => tool.id)).size).toBe(ranked.length);
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('names the part that nothing fits', async () => {
    const result = await searchTools(backend, { query: 'book a hotel room in Rome and deploy kubernetes clusters' });
    expect(namesOf(result)[0]).toBe('book_hotel');
    expect(result.intents?.[1]).toEqual({ text: 'deploy kubernetes clusters', verdict: 'none', hits: [] });
  });

  it('is nothing where nothing fits any part', async () => {
    const result = await searchTools(backend, { query: 'paint my fence and then deploy kubernetes clusters' });
    expect(result).toMatchObject({ verdict: 'none', hits: [] });
    expect(result.intents).toBeUndefined();
  });

  it('asks the backend for the whole and all parts before any answer is there', async () => {
    const asked: string[] = [];
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      ...backend,
      candidates: async (request: Parameters<typeof backend.candidates>[0]) => {
        asked.push(request.query);
        if (asked.length === 3) release();
        await gate;
        return backend.candidates(request);
      },
    };
    await searchTools(slow, { query: 'find the invoice of March and send an email to Anna' });
    expect(asked).toHaveLength(3);
  });

  it('is one request where it names tools outright or splitting is switched off', async () => {
    const named = await searchTools(backend, { query: 'call find_invoice for March and then send_email to Anna' });
    expect(named.verdict).toBe('exact');
    expect(named.intents).toBeUndefined();
    const query = 'find the invoice of March and send an email to Anna';
    expect((await searchTools(backend, { query, intents: false })).intents).toBeUndefined();
  });

  it('answers a plain request as before', async () => {
    const query = 'find the invoice of March';
    expect(await searchTools(backend, { query })).toEqual(await searchTools(backend, { query, intents: false }));
  });
});
