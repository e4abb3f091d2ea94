import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createStaticEmbedder, type Embedder } from '../../src/engine/index.ts';
import { type EvaluationQuery, readSet } from '../../src/evaluation/index.ts';
import { GUIDE_MODEL } from '../../src/retrieval/guidance/guide-model.ts';
import { createBackgroundEmbedding, createMemoryBackend, type RetrievalBackend } from '../../src/retrieval/index.ts';
import { type Catalog, createCatalog } from '../../src/tools/index.ts';
import { dataRoot } from '../../test/data-root.ts';

/** Requests over a large catalogue. */
export interface LargeSet {
  readonly catalog: Catalog;
  readonly queries: readonly EvaluationQuery[];
}

/**
 * Reads a folder with `queries.jsonl` and `qrels.tsv`. The catalogue is the folder's own, or `tools`, or that of
 * `catalog-real` in the data folder.
 * @param options `held`: requests for tools of every tenth server only, as `training/embedding/split.py` has it;
 * `kind`: those with this mark only; `requests`: at most so many, evenly taken.
 */
export async function readLargeSet(
  folder: string,
  options: {
    readonly tools: string | undefined;
    readonly held: boolean;
    readonly kind?: string | undefined;
    readonly requests: number;
  },
): Promise<LargeSet> {
  const hasTools = ['tools.jsonl', 'tools.jsonl.gz'].some((name) => existsSync(join(folder, name)));
  const ofData = dataRoot === undefined ? undefined : join(dataRoot, 'catalog-real', 'tools.jsonl.gz');
  const toolsFile = options.tools ?? (hasTools ? undefined : ofData);
  const set = await readSet(folder, toolsFile === undefined ? {} : { toolsFile });
  const catalog = createCatalog(set.tools);
  const kinds = options.kind === undefined ? new Map<string, string>() : readKinds(folder);
  const serverOf = (id: string): string => catalog.byId(id)?.source.name ?? '';
  const answerable = set.queries.filter(
    ({ id, noTool, relevant }) =>
      !noTool &&
      (options.kind === undefined || kinds.get(id) === options.kind) &&
      (!options.held || [...relevant.keys()].some((tool) => crc32(serverOf(tool)) % 10 === 0)),
  );
  return { catalog, queries: evenly(answerable, options.requests) };
}

/** Marks of the requests, which an evaluation set does not keep. */
export function readKinds(folder: string, file: string = 'queries.jsonl'): ReadonlyMap<string, string> {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { id, kind = '' } = JSON.parse(line) as { id: string; kind?: string };
      return [id, kind];
    }),
  );
}

/** At most so many of them, evenly spaced. */
export function evenly<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.floor(items.length / step) }, (_, i) => items[Math.floor(i * step)]!);
}

/** What the commands over a large catalogue have in common. */
export const LARGE_OPTIONS = {
  tools: { type: 'string' },
  held: { type: 'boolean', default: false },
  kind: { type: 'string' },
  model: { type: 'string' },
  guide: { type: 'string' },
} as const;

/** How much of the deep model takes part. */
export type LargeTier = 'static' | 'read' | 'rerank';

/** Lets requests be guided by what `fit_guide.py` wrote into a file, instead of by the shipped guide. */
export async function replaceGuide(file: string | undefined): Promise<void> {
  if (file !== undefined) Object.assign(GUIDE_MODEL, (await import(resolve(file))).GUIDE_MODEL);
}

/** A backend of one tier over a catalogue that is too large for the deep model to read. */
export function openTier(
  tier: LargeTier,
  catalog: Catalog,
  embedder: Embedder,
  deepEmbedder: Embedder,
): RetrievalBackend {
  if (tier === 'static') return createMemoryBackend(catalog, { embedder });
  const deep = createBackgroundEmbedding(deepEmbedder, { missing: 'wait' });
  // One that only reads never has the vectors of the best, so that nothing is judged.
  return createMemoryBackend(catalog, {
    embedder,
    deep: tier === 'read' ? { ...deep, some: async () => undefined } : deep,
  });
}

/** The static table in a file in place of the built-in one, as if it were that: weights and verdict are taken as fitted. */
export function openTable(file: string | undefined): Embedder {
  const builtIn = createBuiltInEmbedder();
  if (file === undefined) return builtIn;
  const table = createStaticEmbedder(readFileSync(file));
  return {
    id: builtIn.id,
    dimensions: table.dimensions,
    embed: async (texts, role) => texts.map((text) => table.embedSync(text, role)),
  };
}

export const languageOf = ({ lang }: { readonly lang: string }): string =>
  ['en', 'ru', 'zh'].includes(lang) ? lang : 'other languages';
