import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEEP_DIMENSIONS, DEEP_ID, loadDeepEmbedder } from '../src/backends/local/built-in-models.ts';
import { readShippedVectors } from '../src/backends/local/shipped-vectors.ts';
import { VectorCache } from '../src/backends/local/vector-cache.ts';
import { exampleEmbeddingText } from '../src/retrieval/embedding-text.ts';

const PACK = resolve(import.meta.dirname, '../packs/known-servers');

function textsOfPack(): string[] {
  const files = readdirSync(PACK).filter((file) => file.endsWith('.json.br'));
  return files.flatMap((file) => {
    const { tools } = JSON.parse(brotliDecompressSync(readFileSync(join(PACK, file))).toString('utf8')) as {
      tools: Record<string, { examples: string[] }>;
    };
    return Object.values(tools).map(exampleEmbeddingText);
  });
}

describe('the vectors that are shipped with the example pack', () => {
  const warnings: string[] = [];
  const shipped = readShippedVectors(DEEP_DIMENSIONS, (message) => warnings.push(message));

  it('are there for every tool of the pack, of the deep model that is shipped', () => {
    const missing = textsOfPack().filter((text) => !shipped.has(VectorCache.keyOf(DEEP_ID, text)));
    expect(missing, 'run training/pack-vectors.ts').toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('are what the model gives here, to the rounding', async () => {
    const embedder = await loadDeepEmbedder();
    for (const text of textsOfPack().filter((_, i) => i % 500 === 0)) {
      const { values, scale } = shipped.get(VectorCache.keyOf(DEEP_ID, text))!;
      const vector = embedder.embedSync(text, 'document');
      const off = vector.map((component, i) => Math.abs(component - values[i]! * scale));
      expect(Math.max(...off), text).toBeLessThanOrEqual(0.501 * scale);
    }
  });
});
