/**
 * What the built-in static table finds alone, without any lexical part: `node benchmarks/quality/static-table.ts
 * [SET…]`, by default mcp-requests. Texts are put together exactly as they were in training, so the figures are
 * comparable with those of the training code.
 */
import { join } from 'node:path';
import { loadStaticEmbedder } from '../../src/backends/index.ts';
import { buildVectorIndex, type StaticEmbedder } from '../../src/engine/index.ts';
import { type EvaluationSet, evaluate, readSet } from '../../src/evaluation/index.ts';
import { requestEmbeddingText, toolEmbeddingText } from '../../src/retrieval/embedding-text.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';

const DEPTHS = [1, 5, 10] as const;

if (dataRoot === undefined) {
  console.log(`Skipped: ${DATA_MISSING}`);
} else {
  const sets = process.argv.length > 2 ? process.argv.slice(2) : ['mcp-requests'];
  const embedder = await loadStaticEmbedder();
  console.log(`${embedder.id}: recall@${DEPTHS.join('/')} and nDCG@10, in per cent`);
  for (const name of sets) await report(name, await readSet(join(dataRoot, name)), embedder);
}

async function report(name: string, set: EvaluationSet, embedder: StaticEmbedder): Promise<void> {
  const start = performance.now();
  const { tools } = createCatalog(set.tools);
  const index = buildVectorIndex(
    tools.map((tool) => embedder.embedSync(toolEmbeddingText(tool), 'document')),
    embedder.dimensions,
  );
  const buildMs = performance.now() - start;
  const { byLang } = await evaluate(
    set,
    async ({ text, limit }) => {
      const found = index.search(embedder.embedSync(requestEmbeddingText(text), 'query'), { limit });
      return { verdict: 'ambiguous', ranked: found.map(({ doc }) => ({ id: tools[doc]!.id })), callable: true };
    },
    { buildMs },
  );
  console.log(`${name}: ${set.tools.length} tools, built in ${buildMs.toFixed(0)} ms`);
  for (const [lang, { queries, recall, ndcg }] of Object.entries(byLang)) {
    const figures = [...DEPTHS.map((depth) => recall[depth]), ndcg[10]].map((share) => (100 * share!).toFixed(1));
    console.log(`  ${lang.padEnd(8)} ${String(queries).padStart(6)} requests  ${figures.join(' / ')}`);
  }
}
