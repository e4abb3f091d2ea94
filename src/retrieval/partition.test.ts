import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolEntry, type ToolTags } from '../tools/index.ts';
import { createBackgroundEmbedding } from './background-embedding.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder } from './test-embedder.ts';

const entry = (name: string, description: string, tags: ToolTags): ToolEntry => ({
  source: { kind: 'mcp', name: 's1' },
  definition: { name, description },
  tags,
});
const MINE = { tenant: ['t1'] };
const mine = [
  entry('invoice_viewer', 'View or export one invoice.', MINE),
  entry('report_sender', 'Send a report by mail.', { tenant: ['*'] }),
];
const theirs = Array.from({ length: 80 }, (_, i) =>
  entry(`invoice_export_${i}`, `Export invoices, variant ${i}.`, { tenant: ['t2'], region: ['eu'] }),
);
const whole = () => createMemoryBackend(createCatalog([...theirs, ...mine]));

describe('a search under a filter', () => {
  it('answers like a catalog that never held the other tools', async () => {
    for (const query of [
      'export invoices',
      'invoice_export_3',
      'report',
      'select:invoice_export_1',
      '/invoice/',
      'send mail',
    ]) {
      const filtered = await searchTools(whole(), { query, filter: 'tenant=t1' });
      expect(filtered).toEqual(await searchTools(createMemoryBackend(createCatalog(mine)), { query }));
    }
  });

  it('takes the filter as text and as JSON', async () => {
    for (const filter of ['tenant=t1', '{"tenant":["t1"]}', { tenant: 't1' }]) {
      const { ranked } = await searchTools(whole(), { query: 'invoice', filter });
      expect(ranked.map((hit) => hit.tool.originalName)).toEqual(['invoice_viewer']);
    }
  });

  it.each(['', {}, { tenant: [] }, 'tenant=t3 AND region=eu'])(
    'sees nothing where %j grants nothing',
    async (filter) => {
      const result = await searchTools(whole(), { query: 'invoice_viewer', filter });
      expect(result).toMatchObject({ verdict: 'none', hits: [], ranked: [], total: 0, reason: 'empty-catalog' });
    },
  );

  it('refuses a tag that no tool carries, unless it was declared', async () => {
    const search = (tagKeys: readonly string[]) =>
      searchTools(createMemoryBackend(createCatalog(mine), { tagKeys }), { query: 'invoice', filter: 'NOT region=eu' });
    await expect(search([])).rejects.toMatchObject({ code: 'FILTER_INVALID', next: 'Known tags: tenant.' });
    expect((await search(['region'])).hits).toHaveLength(1);
  });

  it('keeps one index for one filter, however it is written', () => {
    const backend = whole();
    const part = backend.partition({ op: 'in', tag: 'tenant', values: ['t1', 't3'] });
    expect(backend.partition({ op: 'in', tag: 'tenant', values: ['t3', 't1'] })).toBe(part);
    for (let i = 0; i < 100; i++) backend.partition({ op: 'in', tag: 'tenant', values: [`x${i}`] });
    expect(backend.partition({ op: 'in', tag: 'tenant', values: ['t1', 't3'] })).not.toBe(part);
  });

  it('uses the deep leg although the whole is too large for it', async () => {
    const embedder = createTestEmbedder();
    const deep = createBackgroundEmbedding(createTestEmbedder('deep'), { limit: 10 });
    const catalog = createCatalog([...theirs, ...mine]);
    await deep.embed(catalog.tools);
    const backend = createMemoryBackend(catalog, { embedder, deep });
    expect((await searchTools(backend, { query: 'mail' })).tier).not.toContain('deep');
    const ask = () => searchTools(backend, { query: 'mail', filter: 'tenant=t1' });
    await ask();
    expect((await ask()).tier).toContain('deep');
  });
});
