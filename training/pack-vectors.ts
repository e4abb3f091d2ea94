/**
 * Writes the deep model's vectors of the pack's example requests, so that nobody who has one of its servers waits for them:
 *
 *   node training/pack-vectors.ts packs/known-servers packs/known-servers/deep-45k-384.vectors
 *
 * One a tool, of all its examples as one text, as `embedTools` reads them; in records as the vector cache keeps them. To be
 * run again after `pack-examples.ts`, and with another deep model. Takes two minutes of one core.
 */
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { loadDeepEmbedder } from '../src/backends/local/built-in-models.ts';
import { VectorCache } from '../src/backends/local/vector-cache.ts';
import { storedScale, writeRecord } from '../src/backends/local/vector-records.ts';
import { quantise } from '../src/engine/index.ts';
import { exampleEmbeddingText } from '../src/retrieval/embedding-text.ts';
import type { PackTool } from '../src/sources/examples/pack-format.ts';

const [pack, out] = process.argv.slice(2);
if (pack === undefined || out === undefined) throw new Error('Usage: node training/pack-vectors.ts PACK OUT.vectors');

const texts = new Set<string>();
for (const file of readdirSync(pack).sort()) {
  if (!file.endsWith('.json.br')) continue;
  const { tools } = JSON.parse(brotliDecompressSync(readFileSync(join(pack, file))).toString('utf8')) as {
    tools: Record<string, PackTool>;
  };
  for (const { examples } of Object.values(tools)) texts.add(exampleEmbeddingText({ examples }));
}
const embedder = await loadDeepEmbedder();
const records = [...texts].map((text, i) => {
  if (i % 250 === 0) console.log(`${i} of ${texts.size}`);
  const { values, scale } = quantise(embedder.embedSync(text, 'document'));
  return writeRecord({ key: VectorCache.keyOf(embedder.id, text), vector: { values, scale: storedScale(scale) } });
});
writeFileSync(out, Buffer.concat(records));
console.log(`${out}: ${records.length} vectors`);
