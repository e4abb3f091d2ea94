import type { EmbeddingRole, EmbedOptions, SyncEmbedder } from './embedder.ts';
import { invalidModel, readModelFile, writeModelFile } from './model-file.ts';
import type { RowSums } from './row-sums.ts';
import { readTokenTable, type TokenTable, writeTokenTable } from './token-table.ts';
import { createTokenizer, FIRST_PIECE, TOKEN_UNKNOWN, type Tokenizer } from './tokenizer.ts';
import { readVocabulary, writeVocabulary } from './vocabulary.ts';

/**
 * Embeds by table: the vector of a text is the sum of its tokens' vectors, made unit length. How much a token counts
 * is the length of its vector, and in a document also its place: see {@link WHOLE_TOKENS}.
 */
export interface StaticEmbedder extends SyncEmbedder {
  /** The tokenizer of the model, which the deep model shares. */
  readonly tokenizer: Tokenizer;
  /** XXH32 of the model file's content: changes whenever a vector may. */
  readonly checksum: number;
  /** The tokens that make up the vector of `text`, in order, with repetitions. Unknown ones are left out. */
  tokenIds(text: string): number[];
  /** The tokens of a text with their vectors, for late interaction. */
  tokenVectors(text: string): TokenVectors;
  /** Cosine of the vectors of two of this model's token ids. */
  tokenCosine(left: number, right: number): number;
}

/** The tokens of one text. Vectors are made when asked for. */
export interface TokenVectors {
  readonly ids: readonly number[];
  /** The vector that the token at `position` adds to its text's; not unit length. */
  vector(position: number): Float32Array;
  /** Length of that vector. */
  weight(position: number): number;
}

/** The table was trained on texts of at most this many tokens. */
const MAX_TOKENS = 128;
/**
 * So many tokens at the start of a document count whole, the later ones less and less: the token at place p (from 1) has
 * the weight 20 / p. A tool says first what it is for, and at length how it is used; a plain sum of a long text is mostly
 * the latter. Chosen with the table as it was trained, see `benchmarks/README.md`.
 */
const WHOLE_TOKENS = 20;
const DOCUMENT_WEIGHTS = Float64Array.from({ length: MAX_TOKENS }, (_, i) => Math.min(1, WHOLE_TOKENS / (i + 1)));
/** A request is short, and what matters may come last. */
const REQUEST_WEIGHTS = new Float64Array(MAX_TOKENS).fill(1);
/** What is read of a text: 128 tokens of any language fit many times over, and a pasted megabyte costs no more. */
const MAX_UNITS = 4096;
/** Texts after which more are expected, and adding up is worth a copy of the table. */
const MANY_TEXTS = 1_000;
/** What the header of a static model calls itself. */
const KIND = 'static-table';

/**
 * Makes an embedder of a static model file. The file is read in place: `bytes` must not change afterwards.
 * @throws ToolscoutError `MODEL_INVALID` where the bytes are no whole, undamaged static model.
 */
export function createStaticEmbedder(bytes: Uint8Array): StaticEmbedder {
  const file = readModelFile(bytes);
  if (file.facts.kind !== KIND) {
    throw invalidModel(`Model ${file.id} is of kind ${JSON.stringify(file.facts.kind)}, not ${KIND}.`);
  }
  const vocabulary = readVocabulary(file);
  const table = readTokenTable(file, vocabulary.scores.length);
  return new TableEmbedder(file.id, file.checksum, createTokenizer(vocabulary), table);
}

/** What a static model is made of. */
export interface StaticModelParts {
  readonly id: string;
  readonly dimensions: number;
  readonly pieces: readonly string[];
  /** Log-probability of each piece. */
  readonly scores: readonly number[];
  /** `dimensions` values a piece; times the piece's scale they are its vector. */
  readonly rows: Int8Array;
  readonly scales: Float32Array;
}

/** Writes the file that {@link createStaticEmbedder} reads. */
export function writeStaticModel({ id, dimensions, pieces, scores, rows, scales }: StaticModelParts): Uint8Array {
  return writeModelFile(
    id,
    { kind: KIND, dimensions },
    { ...writeVocabulary(pieces, scores), ...writeTokenTable(rows, scales) },
  );
}

class TableEmbedder implements StaticEmbedder {
  readonly id: string;
  readonly checksum: number;
  readonly tokenizer: Tokenizer;
  readonly #table: TokenTable;
  /** Of the embedding in progress; kept because a fresh one each time would cost as much as the sum. */
  readonly #sum: Float64Array;
  #embedded = 0;
  #sums: RowSums | 'none' | undefined;

  constructor(id: string, checksum: number, tokenizer: Tokenizer, table: TokenTable) {
    this.id = id;
    this.checksum = checksum;
    this.tokenizer = tokenizer;
    this.#table = table;
    this.#sum = new Float64Array(table.dimensions);
  }

  get dimensions(): number {
    return this.#table.dimensions;
  }

  async embed(
    texts: readonly string[],
    role: EmbeddingRole,
    options: EmbedOptions = {},
  ): Promise<readonly Float32Array[]> {
    this.#embedded += texts.length;
    if (this.#embedded > MANY_TEXTS) this.#sums ??= this.#table.rowSums(MAX_TOKENS) ?? 'none';
    // One piece of memory for all: that of each alone would cost as much as its vector.
    const { dimensions } = this;
    const vectors = new Float32Array(texts.length * dimensions);
    return texts.map((text, i) => {
      options.signal?.throwIfAborted();
      return this.#embed(text, role, vectors.subarray(i * dimensions, (i + 1) * dimensions));
    });
  }

  embedSync(text: string, role: EmbeddingRole): Float32Array {
    return this.#embed(text, role, new Float32Array(this.dimensions));
  }

  #embed(text: string, role: EmbeddingRole, vector: Float32Array): Float32Array {
    const pieces = this.tokenIds(text);
    for (let i = 0; i < pieces.length; i++) pieces[i]! -= FIRST_PIECE;
    const sum = this.#addUp(pieces, role === 'document' ? DOCUMENT_WEIGHTS : REQUEST_WEIGHTS);
    let squares = 0;
    for (let i = 0; i < sum.length; i++) squares += sum[i]! * sum[i]!;
    if (squares === 0) return vector;
    const length = Math.sqrt(squares);
    for (let i = 0; i < sum.length; i++) vector[i] = sum[i]! / length;
    return vector;
  }

  #addUp(pieces: readonly number[], weights: Float64Array): Float64Array {
    if (typeof this.#sums === 'object') return this.#sums.sum(pieces, weights);
    this.#table.addUp(pieces, weights, this.#sum);
    return this.#sum;
  }

  tokenIds(text: string): number[] {
    return this.tokenizer.encode(text.slice(0, MAX_UNITS), MAX_TOKENS).filter((id) => id !== TOKEN_UNKNOWN);
  }

  tokenVectors(text: string): TokenVectors {
    const ids = this.tokenIds(text);
    const pieceAt = (position: number): number => {
      const id = ids[position];
      if (id === undefined) throw new RangeError(`Position ${position} is not in a text of ${ids.length} tokens.`);
      return id - FIRST_PIECE;
    };
    return {
      ids,
      vector: (position) => this.#table.vector(pieceAt(position)),
      weight: (position) => this.#table.length(pieceAt(position)),
    };
  }

  tokenCosine(left: number, right: number): number {
    return this.#table.cosine(left - FIRST_PIECE, right - FIRST_PIECE);
  }
}
