import type { EmbeddingRole, EmbedOptions, SyncEmbedder } from '../embedder.ts';
import { invalidModel, readModelFile } from '../model-file.ts';
import { TOKEN_BEGIN, TOKEN_END, TOKEN_UNKNOWN, type Tokenizer } from '../tokenizer.ts';
import { Encoder } from './encoder.ts';
import { type DeepShape, readDeepLayout } from './model-layout.ts';

/** The deep tier's embedder. */
export interface DeepEmbedder extends SyncEmbedder {
  /** XXH32 of the model file's content: changes whenever a weight does. */
  readonly checksum: number;
}

/** What is read of a text: 64 tokens of any language fit many times over, and a pasted megabyte costs no more. */
const MAX_UNITS = 4096;

/**
 * Makes the deep tier's embedder of a model file: a transformer that runs in WebAssembly on the calling thread, some
 * milliseconds a text, with the same vectors on every machine. The bytes are copied; nothing holds on to them.
 * @param tokenizer the one that the model was trained with: the static model's.
 * @throws ToolscoutError `MODEL_INVALID` where the bytes are no whole, undamaged deep model, or not this tokenizer's.
 */
export function createDeepEmbedder(bytes: Uint8Array, tokenizer: Tokenizer): DeepEmbedder {
  const file = readModelFile(bytes);
  const { shape, places } = readDeepLayout(file, bytes);
  if (tokenizer.size !== shape.vocabulary) {
    throw invalidModel(`Model ${file.id} knows ${shape.vocabulary} tokens; its tokenizer has ${tokenizer.size}.`);
  }
  return new EncoderEmbedder(file.id, file.checksum, shape, new Encoder(bytes, shape, places), tokenizer);
}

class EncoderEmbedder implements DeepEmbedder {
  readonly id: string;
  readonly checksum: number;
  readonly dimensions: number;
  readonly #shape: DeepShape;
  readonly #encoder: Encoder;
  readonly #tokenizer: Tokenizer;

  constructor(id: string, checksum: number, shape: DeepShape, encoder: Encoder, tokenizer: Tokenizer) {
    this.id = id;
    this.checksum = checksum;
    this.dimensions = shape.dimensions;
    this.#shape = shape;
    this.#encoder = encoder;
    this.#tokenizer = tokenizer;
  }

  async embed(
    texts: readonly string[],
    role: EmbeddingRole,
    options: EmbedOptions = {},
  ): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (vectors.length > 0) await nextTask();
      options.signal?.throwIfAborted();
      vectors.push(this.embedSync(text, role));
    }
    return vectors;
  }

  embedSync(text: string, role: EmbeddingRole): Float32Array {
    const { queryPrefix, documentPrefix, queryTokens, documentTokens } = this.#shape;
    const prefix = role === 'query' ? queryPrefix : documentPrefix;
    const room = (role === 'query' ? queryTokens : documentTokens) - prefix.length - 2;
    const ids = this.#tokenizer.encode(text.slice(0, MAX_UNITS), room);
    if (ids.every((id) => id === TOKEN_UNKNOWN)) return new Float32Array(this.dimensions);
    return this.#encoder.encode([TOKEN_BEGIN, ...prefix, ...ids, TOKEN_END]);
  }
}

/** Lets timers, messages and the abort of a signal come through between two texts. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
