import type { Embedder, EmbedOptions } from '../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { shortHash } from '../../shared/hash.ts';
import { toUnitVectors } from './unit-vectors.ts';

/** How a model makes one vector of its tokens' vectors; its card says so. */
export const POOLINGS = ['mean', 'cls', 'last_token'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** A model that runs in this process by Transformers.js, an optional package. */
export interface TransformersEmbedderOptions {
  /** A folder, or a name on the hub that Transformers.js downloads from. */
  readonly model: string;
  /** Length of the model's vectors. */
  readonly dimensions: number;
  /** Default `mean`. */
  readonly pooling?: Pooling;
  /** Weights to use, such as `q8` or `fp32`; default: what Transformers.js takes. */
  readonly dtype?: string;
  /** What the model was trained to see before a request, such as `query: `. */
  readonly queryPrefix?: string;
  /** The same before a tool, such as `passage: `. */
  readonly documentPrefix?: string;
  /** Download nothing. Default false. */
  readonly localFilesOnly?: boolean;
  /** Loads the package; default: by its name, from where this package lies. */
  readonly importPackage?: () => Promise<unknown>;
}

// A variable, so that neither the compiler nor a bundler looks for a package that may not be there.
const PACKAGE: string = '@huggingface/transformers';

/** The part of the package that is used. */
interface Transformers {
  pipeline(task: 'feature-extraction', model: string, options: Readonly<Record<string, unknown>>): Promise<Extractor>;
}
type Extractor = (
  text: string,
  options: { readonly pooling: Pooling; readonly normalize: boolean },
) => Promise<{ readonly data: ArrayLike<number> }>;

/** An embedder by Transformers.js. Package and model are loaded with the first text; what fails is tried again. */
export function createTransformersEmbedder(options: TransformersEmbedderOptions): Embedder {
  const { model, dimensions, pooling = 'mean', dtype, localFilesOnly } = options;
  const prefixes = { query: options.queryPrefix ?? '', document: options.documentPrefix ?? '' };
  const facts = JSON.stringify([model, dimensions, pooling, dtype, prefixes.query, prefixes.document]);
  // Answers say the id: of a folder on this machine no more than its end.
  const name = model.split(/[\\/]/).slice(-2).join('/');
  const promise = { id: `${name}@${shortHash(facts, 8)}`, dimensions };
  let loading: Promise<Extractor> | undefined;
  const load = async (): Promise<Extractor> => {
    const { pipeline } = await importTransformers(options.importPackage ?? (() => import(PACKAGE)));
    try {
      return await pipeline('feature-extraction', model, {
        ...(dtype === undefined ? {} : { dtype }),
        ...(localFilesOnly === true ? { local_files_only: true } : {}),
      });
    } catch (error) {
      throw new ToolscoutError('MODEL_INVALID', `The model ${model} cannot be loaded: ${errorMessage(error)}`, {
        next: 'Check its name, that it has ONNX weights, and that it can be downloaded or is there.',
        details: { model },
        cause: error,
      });
    }
  };
  return {
    ...promise,
    embed: async (texts, role, { signal }: EmbedOptions = {}) => {
      if (texts.length === 0) return [];
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      const extract = await loading;
      const rows: ArrayLike<number>[] = [];
      // One by one: in a batch, a vector depends in its last digits on how long the other texts are.
      for (const text of texts) {
        signal?.throwIfAborted();
        const { data } = await extract(prefixes[role] + text, { pooling, normalize: true });
        rows.push(Float32Array.from(data));
      }
      return toUnitVectors(rows, texts.length, promise);
    },
  };
}

async function importTransformers(load: () => Promise<unknown>): Promise<Transformers> {
  try {
    return (await load()) as Transformers;
  } catch (error) {
    throw new ToolscoutError('OPTIONAL_DEPENDENCY_MISSING', `${PACKAGE} cannot be loaded: ${errorMessage(error)}`, {
      next: `Install it beside toolscout: npm install ${PACKAGE}`,
      details: { package: PACKAGE },
      cause: error,
    });
  }
}
