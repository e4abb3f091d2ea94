import type { ChangeCounts, Embedder, IndexChange, SegmentDocument } from '../../../engine/index.ts';
import type { CatalogRow } from '../../../sources/index.ts';
import { buildIndex, type IndexBuild } from '../index-store/build-index.ts';
import { openIndexWriter } from '../index-store/index-writer.ts';
import { holdsIndex } from '../index-store/manifest.ts';
import { mergeInWorker } from '../index-store/merge-in-worker.ts';
import { averageLengthsOf, LENGTH_SAMPLE } from './average-lengths.ts';
import { makeParts } from './make-parts.ts';
import { type ReadDocumentsOptions, readDocuments } from './read-documents.ts';
import { checkEmbedder, checkToolIndex, toolIndexSettings } from './settings.ts';

/** Handed on as they are embedded: the collector copies short-lived objects for as long as they are waited for. */
const BUILD_SIZE = 1;
/** Each batch of an update costs a write to the disk. */
const UPDATE_SIZE = 512;

export interface WriteToolIndexOptions {
  /** Embeds the tools; without one the index finds by words only. */
  readonly embedder?: Embedder | undefined;
  /** Told after each batch how many tools have been taken in. */
  readonly onTools?: (tools: number) => void;
  /** Told of each row that is left out, and why. */
  readonly onProblem?: (message: string) => void;
  /** Told what went wrong beside the work. */
  readonly warn?: (message: string) => void;
}

/**
 * Makes an index of tools in a folder, of rows as `readCatalogRows` reads them or `{entry}` each. What was there before stays until the new one is whole, and where not one tool was
 * read.
 * @returns how many tools it holds
 * @throws ToolscoutError `INDEX_LOCKED`, `FILE_NOT_WRITTEN`; what the source or the embedder throws
 */
export async function buildToolIndex(
  folder: string,
  rows: AsyncIterable<CatalogRow>,
  options: WriteToolIndexOptions = {},
): Promise<number> {
  const first: SegmentDocument[] = [];
  let build: IndexBuild | undefined;
  const begin = (): IndexBuild => {
    build = buildIndex(folder, toolIndexSettings(options.embedder, averageLengthsOf(first)), makeParts);
    for (const document of first.splice(0)) build.add(document);
    return build;
  };
  let whole: IndexBuild;
  try {
    await eachBatch(rows, { ...options, batchSize: BUILD_SIZE }, (documents) => {
      if (build !== undefined) for (const document of documents) build.add(document);
      else if (first.push(...documents) >= LENGTH_SAMPLE) begin();
    });
    if (build === undefined && first.length === 0 && holdsIndex(folder)) return 0;
    whole = build ?? begin();
  } catch (error) {
    build?.abort();
    throw error;
  }
  return whole.finish();
}

export interface UpdateToolIndexOptions extends WriteToolIndexOptions {
  /** Ids of tools to take out, before anything is put in. */
  readonly remove?: readonly string[];
  /** Told of each id to take out that no tool has. */
  readonly onAbsent?: (id: string) => void;
}

/**
 * Puts tools into an index, in place of those with the same ids; equal ones cost nothing. Each batch is on the disk
 * before the next is read.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`, `FILE_NOT_WRITTEN`;
 * `CONFIG_INVALID` for another embedder than that of the index
 */
export async function updateToolIndex(
  folder: string,
  rows: AsyncIterable<CatalogRow>,
  options: UpdateToolIndexOptions = {},
): Promise<ChangeCounts & { readonly tools: number }> {
  const writer = openIndexWriter(folder, makeParts, {
    runMerge: mergeInWorker,
    ...(options.warn === undefined ? {} : { warn: options.warn }),
  });
  try {
    checkToolIndex(writer.settings, folder);
    checkEmbedder(writer.settings, options.embedder, folder);
    const counts = { added: 0, replaced: 0, removed: 0, unchanged: 0 };
    const apply = (changes: readonly IndexChange[]): void => {
      const news = writer.apply(changes);
      for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += news[key];
    };
    const { remove = [], onAbsent = () => {} } = options;
    for (const id of remove) if (writer.index.find(id) === undefined) onAbsent(id);
    if (remove.length > 0) apply(remove.map((key) => ({ op: 'remove', key })));
    let held = 0;
    const isHeld = (key: string, hash: Uint8Array): boolean => {
      if (!writer.holds(key, hash)) return false;
      held++;
      return true;
    };
    await eachBatch(rows, { ...options, batchSize: UPDATE_SIZE, isHeld }, (documents) =>
      apply(documents.map((document) => ({ op: 'put', document }))),
    );
    await writer.settle();
    return { ...counts, unchanged: counts.unchanged + held, tools: writer.index.size };
  } finally {
    await writer.close();
  }
}

async function eachBatch(
  rows: AsyncIterable<CatalogRow>,
  {
    embedder,
    onTools = () => {},
    onProblem = () => {},
    batchSize,
    isHeld = () => false,
  }: WriteToolIndexOptions & Pick<ReadDocumentsOptions, 'isHeld'> & { readonly batchSize: number },
  take: (documents: readonly SegmentDocument[]) => void,
): Promise<void> {
  let tools = 0;
  const reading = {
    embedder,
    onProblem,
    batchSize,
    isHeld: (key: string, hash: Uint8Array): boolean => {
      if (!isHeld(key, hash)) return false;
      // No batch comes of those.
      if (++tools % batchSize === 0) onTools(tools);
      return true;
    },
  };
  for await (const documents of readDocuments(rows, reading)) {
    take(documents);
    tools += documents.length;
    onTools(tools);
  }
}
