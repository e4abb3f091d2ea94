import { type Embedder, quantiseInto, type SegmentDocument } from '../../../engine/index.ts';
import { documentHash, embedTools, IndexDocuments } from '../../../retrieval/index.ts';
import type { CatalogRow } from '../../../sources/index.ts';
import { KnownSchemas, type PassingTool, readPassingEntry, type ToolEntry } from '../../../tools/index.ts';
import { SeenIds } from './seen-ids.ts';

export interface ReadDocumentsOptions {
  readonly embedder?: Embedder | undefined;
  /** Told of each row that is left out, and why. */
  readonly onProblem: (message: string) => void;
  /** Tools that are handed on together, at least. */
  readonly batchSize?: number;
  /** Asked of each tool: one that is held with this hash is left out before anything else is made of it. */
  readonly isHeld?: (key: string, hash: Uint8Array) => boolean;
}

const BATCH_SIZE = 512;

/** Tools that are read and embedded together: enough for hosted embedders. */
const EMBED_SIZE = 96;

/**
 * Reads, analyses and embeds tools as they come, in batches. A bad row costs itself alone; of two tools with one id the
 * first stays.
 * @throws what the source or the embedder throws: half of the vectors would be worse than none
 */
export async function* readDocuments(
  rows: AsyncIterable<CatalogRow>,
  { embedder, onProblem, batchSize = BATCH_SIZE, isHeld = () => false }: ReadDocumentsOptions,
): AsyncGenerator<readonly SegmentDocument[]> {
  const seen = new SeenIds();
  const schemas = new KnownSchemas();
  const made = new IndexDocuments();
  let tools: PassingTool[] = [];
  let batch: SegmentDocument[] = [];
  for await (const row of rows) {
    const passing = 'error' in row ? undefined : readPassingEntry(row.entry, schemas);
    if (passing === undefined) onProblem('error' in row ? row.error.message : namelessMessage(row.entry));
    else if (!seen.add(passing.tool.id))
      onProblem(`${passing.tool.id} was there before; the first definition is used.`);
    else if (!isHeld(passing.tool.id, documentHash(passing.tool))) tools.push(passing);
    if (tools.length < EMBED_SIZE) continue;
    batch.push(...(await toDocuments(tools, embedder, made)));
    tools = [];
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (tools.length > 0) batch.push(...(await toDocuments(tools, embedder, made)));
  if (batch.length > 0) yield batch;
}

async function toDocuments(
  tools: readonly PassingTool[],
  embedder: Embedder | undefined,
  made: IndexDocuments,
): Promise<SegmentDocument[]> {
  if (embedder === undefined) return tools.map((passing) => made.make(passing));
  const vectors = await embedTools(
    embedder,
    tools.map(({ tool }) => tool),
    { examples: 'each' },
  );
  const { dimensions } = embedder;
  const values = new Int8Array(tools.length * dimensions);
  return tools.map((passing, i) =>
    made.make(passing, quantiseInto(vectors[i]!, values.subarray(i * dimensions, (i + 1) * dimensions))),
  );
}

function namelessMessage({ source }: ToolEntry): string {
  return `A tool of ${source.kind} source "${source.name}" has no usable name.`;
}
