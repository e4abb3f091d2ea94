/**
 * Entry of the thread that holds the deep model. It is a file of its own in the package, and is started by
 * `deep-embedder.ts` only.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { Embedder, SyncEmbedder } from '../../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { DEEP_DIMENSIONS, DEEP_ID, loadDeepEmbedder } from '../built-in-models.ts';
import { recallDocument, withVectorCache } from '../cached-embedder.ts';
import { readShippedVectors } from '../shipped-vectors.ts';
import { VectorCache } from '../vector-cache.ts';
import type { WorkerJob, WorkerMessage, WorkerSettings } from './protocol.ts';

const port = parentPort;
if (port === null) throw new Error('deep-worker is started as a worker thread only.');
const { cacheFolder } = workerData as WorkerSettings;
const say = (message: WorkerMessage, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...transfer]);

const warn = (message: string): void => say({ kind: 'warning', message });
const cache = cacheFolder === undefined ? undefined : new VectorCache(cacheFolder, DEEP_ID, DEEP_DIMENSIONS, { warn });
let read: ReturnType<typeof readShippedVectors> | undefined;
const shipped = (): ReturnType<typeof readShippedVectors> => {
  read ??= readShippedVectors(DEEP_DIMENSIONS, warn);
  return read;
};
let loaded: Promise<SyncEmbedder> | undefined;
// The model is read when the first text is not in the cache; where that fails, the next text tries again.
const model: Embedder = {
  id: DEEP_ID,
  dimensions: DEEP_DIMENSIONS,
  embed: async (texts, role) => {
    loaded ??= loadDeepEmbedder().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    const encoder = await loaded;
    return texts.map((text) => encoder.embedSync(text, role));
  },
};
const embedder = withVectorCache(model, cache, shipped);

async function answer(job: WorkerJob): Promise<void> {
  try {
    if (job.kind === 'recall') {
      say({ kind: 'recalled', vectors: job.texts.map((text) => recallDocument(cache, shipped, DEEP_ID, text)) });
      return;
    }
    const vectors = await embedder.embed(job.texts, job.role);
    say(
      { kind: 'vectors', vectors },
      vectors.map((vector) => vector.buffer as ArrayBuffer),
    );
  } catch (error) {
    const next = error instanceof ToolscoutError ? error.next : undefined;
    say({ kind: 'failed', message: errorMessage(error), next });
  }
}

port.on('message', (job: WorkerJob) => void answer(job));
