import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder, createCatalog, createMemoryBackend, searchTools } from '../src/index.ts';

const catalog = createCatalog(
  [
    { name: 'create_issue', description: 'Create a new issue in a repository.' },
    { name: 'update_issue', description: 'Change an existing issue.' },
    { name: 'get_weather', description: 'Current weather for a city.' },
    { name: 'resize_image', description: 'Scale a picture to a given width.' },
  ].map((definition) => ({ source: { kind: 'mcp' as const, name: 'mixed' }, definition })),
);

describe('what is offered of a ranking', () => {
  it('is not filled up with tools that are merely the nearest of the rest', async () => {
    const backend = createMemoryBackend(catalog, { embedder: createBuiltInEmbedder() });
    // On a busy machine the vectors may take longer than a search waits for them.
    await backend.prepare?.();
    const { hits, ranked, total } = await searchTools(backend, { query: 'создать новую задачу', limit: 4 });
    expect(hits[0]!.tool.originalName).toBe('create_issue');
    expect(hits.map((hit) => hit.tool.originalName)).not.toContain('resize_image');
    expect(total).toBe(hits.length);
    // Tooling sees the whole order.
    expect(ranked).toHaveLength(4);
  });
});
