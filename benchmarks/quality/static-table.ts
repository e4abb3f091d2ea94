/**
 * What the built-in static table finds alone, without any lexical part: `node benchmarks/quality/static-table.ts
 * [SET…]`, by default mcp-requests. Texts are put together exactly as they were in training, so the figures are
 * comparable with those of the training code.
 */
import { join } from 'node:path';
import { loadStaticEmbedder } from '../../src/backends/index.ts';
import { buildVectorIndex, type StaticEmbedder } from '../../src/engine/index.ts';
import { type EvaluationSet, evaluate, readSet } from '../../src/evaluation/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';

/** Characters (code points) of a tool's text that were embedded in training; of its server's name; of a request. */
const TOOL_LENGTH = 400;
const SERVER_LENGTH = 60;
const REQUEST_LENGTH = 600;

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
  const index = buildVectorIndex(
    set.tools.map((tool) => embedder.embedSync(toolText(tool), 'document')),
    embedder.dimensions,
  );
  const buildMs = performance.now() - start;
  const { byLang } = await evaluate(
    set,
    async ({ text, limit }) => {
      const found = index.search(embedder.embedSync(cut(text, REQUEST_LENGTH), 'query'), { limit });
      return { verdict: 'ambiguous', ranked: found.map(({ doc }) => ({ id: set.tools[doc]!.id! })), callable: true };
    },
    { buildMs },
  );
  console.log(`${name}: ${set.tools.length} tools, built in ${buildMs.toFixed(0)} ms`);
  for (const [lang, { queries, recall, ndcg }] of Object.entries(byLang)) {
    const figures = [...DEPTHS.map((depth) => recall[depth]), ndcg[10]].map((share) => (100 * share!).toFixed(1));
    console.log(`  ${lang.padEnd(8)} ${String(queries).padStart(6)} requests  ${figures.join(' / ')}`);
  }
}

/** Name, server and description, with identifiers parted so that the cut falls where it fell in training. */
function toolText({ source, definition }: ToolEntry): string {
  const server = [...partIdentifier(source.name)].slice(-SERVER_LENGTH).join('');
  const description = (definition.description ?? '').replace(/\s+/g, ' ').trim();
  return cut(`${partIdentifier(definition.name)} . ${server} . ${description}`, TOOL_LENGTH);
}

function partIdentifier(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .trim();
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
