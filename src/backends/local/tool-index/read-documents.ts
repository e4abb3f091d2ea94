import { type Embedder, type QuantisedVector, quantiseInto, type SegmentDocument } from '../../../engine/index.ts';
import { embedTools, IndexDocuments, toIndexDocument } from '../../../retrieval/index.ts';
import type { CatalogRow } from '../../../sources/index.ts';
import { KnownSchemas, type PassingTool, readPassingEntry, type ToolEntry } from '../../../tools/index.ts';
import { SeenIds } from './seen-ids.ts';

export interface ReadDocumentsOptions {
  readonly embedder?: Embedder | undefined;
  /** Told of each row that is left out, and why. */
  readonly onProblem: (message: string) => void;
  /** Number the terms: worth it for as many as an index begins with. */
  readonly numbered?: boolean;
}

type MakeDocument = (passing: PassingTool, vector?: QuantisedVector) => SegmentDocument;

/**
 * Tools that are handed on together: each batch of an update costs a write to the disk, while for an index that is built
 * short-lived objects in their thousands cost most, which the collector copies as long as they are waited for.
 */
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
  { embedder, onProblem, numbered = false }: ReadDocumentsOptions,
): AsyncGenerator<readonly SegmentDocument[]> {
  const seen = new SeenIds();
  const schemas = new KnownSchemas();
  const many = numbered ? new IndexDocuments() : undefined;
  const make: MakeDocument =
    many === undefined
      ? ({ tool }, vector) => toIndexDocument(tool, vector)
      : (passing, vector) => many.make(passing, vector);
  let tools: PassingTool[] = [];
  let batch: SegmentDocument[] = [];
  for await (const row of rows) {
    const passing = 'error' in row ? undefined : readPassingEntry(row.entry, schemas);
    if (passing === undefined) onProblem('error' in row ? row.error.message : namelessMessage(row.entry));
    else if (!seen.add(passing.tool.id))
      onProblem(`${passing.tool.id} was there before; the first definition is used.`);
    else tools.push(passing);
    if (tools.length < EMBED_SIZE) continue;
    batch.push(...(await toDocuments(tools, embedder, make)));
    tools = [];
    if (!numbered && batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (tools.length > 0) batch.push(...(await toDocuments(tools, embedder, make)));
  if (batch.length > 0) yield batch;
}

async function toDocuments(
  tools: readonly PassingTool[],
  embedder: Embedder | undefined,
  make: MakeDocument,
): Promise<SegmentDocument[]> {
  if (embedder === undefined) return tools.map((passing) => make(passing));
  const vectors = await embedTools(
    embedder,
    tools.map(({ tool }) => tool),
    { examples: true },
  );
  const { dimensions } = embedder;
  const values = new Int8Array(tools.length * dimensions);
  return tools.map((passing, i) =>
    make(passing, quantiseInto(vectors[i]!, values.subarray(i * dimensions, (i + 1) * dimensions))),
  );
}

function namelessMessage({ source }: ToolEntry): string {
  return `A tool of ${source.kind} source "${source.name}" has no usable name.`;
}
