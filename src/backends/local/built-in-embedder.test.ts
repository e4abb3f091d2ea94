import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from './built-in-embedder.ts';
import { loadStaticEmbedder } from './built-in-models.ts';

describe('the built-in embedder', () => {
  it('says before loading what the file says after', async () => {
    const { id, dimensions } = createBuiltInEmbedder();
    const loaded = await loadStaticEmbedder();
    expect({ id, dimensions }).toEqual({ id: loaded.id, dimensions: loaded.dimensions });
  });

  it('puts a request near what it means, across languages', async () => {
    const embedder = createBuiltInEmbedder();
    const [request] = await embedder.embed(['создать задачу в GitHub'], 'query');
    const tools = await embedder.embed(
      ['create issue . github . Create a new issue', 'get weather . meteo . Current weather'],
      'document',
    );
    const [issue, weather] = tools.map((tool) => tool.reduce((sum, component, i) => sum + component * request![i]!, 0));
    expect(issue!).toBeGreaterThan(weather! + 0.2);
  });
});
