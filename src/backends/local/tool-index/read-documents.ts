import { type Embedder, type QuantisedVector, quantiseInto, type SegmentDocument } from '../../../engine/index.ts';
import { embedTools, IndexDocuments, toIndexDocument } from '../../../retrieval/index.ts';
import type { CatalogRow } from '../../../sources/index.ts';
import { type PassingTool, readPassingEntry, type ToolEntry } from '../../../tools/index.ts';
import { SeenIds } from './seen-ids.ts';

export interface ReadDocumentsOptions {
  readonly embedder?: Embedder | undefined;
  /** Told of each row that is left out, and why. */
  readonly onProblem: (message: string) => void;
  /** Number the terms: worth it for as many as an index begins with. */
  readonly numbered?: boolean;
}

type MakeDocument = (passing: PassingTool, vector?: QuantisedVector) => SegmentDocument;

/** Tools that are read, embedded and handed on together: enough for hosted embedders, few enough for the memory. */
const BATCH_SIZE = 512;
/** Texts a call to an embedder. */
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
  const many = numbered ? new IndexDocuments() : undefined;
  const make: MakeDocument =
    many === undefined
      ? ({ tool }, vector) => toIndexDocument(tool, vector)
      : (passing, vector) => many.make(passing, vector);
  let batch: PassingTool[] = [];
  for await (const row of rows) {
    const passing = 'error' in row ? undefined : readPassingEntry(row.entry);
    if (passing === undefined) onProblem('error' in row ? row.error.message : namelessMessage(row.entry));
    else if (!seen.add(passing.tool.id))
      onProblem(`${passing.tool.id} was there before; the first definition is used.`);
    else batch.push(passing);
    if (batch.length < BATCH_SIZE) continue;
    yield await toDocuments(batch, embedder, make);
    batch = [];
  }
  if (batch.length > 0) yield await toDocuments(batch, embedder, make);
}

async function toDocuments(
  tools: readonly PassingTool[],
  embedder: Embedder | undefined,
  make: MakeDocument,
): Promise<SegmentDocument[]> {
  if (embedder === undefined) return tools.map((passing) => make(passing));
  const documents: SegmentDocument[] = [];
  for (let start = 0; start < tools.length; start += EMBED_SIZE) {
    const some = tools.slice(start, start + EMBED_SIZE);
    const vectors = await embedTools(
      embedder,
      some.map(({ tool }) => tool),
      { examples: true },
    );
    const { dimensions } = embedder;
    const values = new Int8Array(some.length * dimensions);
    for (const [i, passing] of some.entries()) {
      const rounded = quantiseInto(vectors[i]!, values.subarray(i * dimensions, (i + 1) * dimensions));
      documents.push(make(passing, rounded));
    }
  }
  return documents;
}

function namelessMessage({ source }: ToolEntry): string {
  return `A tool of ${source.kind} source "${source.name}" has no usable name.`;
}
