import type { EmbeddingRole, EmbedOptions, SyncEmbedder } from './embedder.ts';
import { invalidModel, readModelFile, writeModelFile } from './model-file.ts';
import { readTokenTable, type TokenTable, writeTokenTable } from './token-table.ts';
import { createTokenizer, FIRST_PIECE, TOKEN_UNKNOWN, type Tokenizer } from './tokenizer.ts';
import { readVocabulary, writeVocabulary } from './vocabulary.ts';

/**
 * Embeds by table: the vector of a text is the sum of its tokens' vectors, made unit length. How much a token counts
 * is the length of its vector; there are no weights beside. Requests and documents are embedded alike.
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
/** What is read of a text: 128 tokens of any language fit many times over, and a pasted megabyte costs no more. */
const MAX_UNITS = 4096;
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
    return texts.map((text) => {
      options.signal?.throwIfAborted();
      return this.embedSync(text, role);
    });
  }

  embedSync(text: string, _role: EmbeddingRole): Float32Array {
    const sum = this.#sum;
    this.#table.addUp(
      this.tokenIds(text).map((id) => id - FIRST_PIECE),
      sum,
    );
    let squares = 0;
    for (let i = 0; i < sum.length; i++) squares += sum[i]! * sum[i]!;
    const vector = new Float32Array(sum.length);
    if (squares === 0) return vector;
    const length = Math.sqrt(squares);
    for (let i = 0; i < sum.length; i++) vector[i] = sum[i]! / length;
    return vector;
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
