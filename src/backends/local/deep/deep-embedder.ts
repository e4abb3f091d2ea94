import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DEEP_DIMENSIONS, DEEP_ID } from '../built-in-models.ts';
import { type CacheMachine, cacheFolder } from '../cache-folder.ts';
import type { WorkerSettings } from './protocol.ts';
import { createWorkerEmbedder, type WorkerEmbedder } from './worker-embedder.ts';

export interface BuiltInDeepOptions {
  /** Whose cache folder is used. Default: this process's machine. */
  readonly machine?: CacheMachine;
  /** Threads at once. Each holds the model, 40 MB. Default 1. */
  readonly threads?: number;
  /** Told of a cache that cannot be used. */
  readonly warn?: (message: string) => void;
}

/**
 * The deep model that comes with the package, on threads of its own which start with the first texts and never keep
 * the process alive. Vectors of documents are kept in the cache folder.
 */
export function createBuiltInDeepEmbedder(options: BuiltInDeepOptions = {}): WorkerEmbedder {
  const machine = options.machine ?? { platform: process.platform, home: homedir(), env: process.env };
  const settings: WorkerSettings = { cacheFolder: cacheFolder(machine) };
  return createWorkerEmbedder({
    id: DEEP_ID,
    dimensions: DEEP_DIMENSIONS,
    // Standard output belongs to a protocol, and flags of this process are not meant for the thread.
    start: () => new Worker(entryUrl(), { workerData: settings, stdout: true, execArgv: [] }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.warn === undefined ? {} : { warn: options.warn }),
  });
}

/** Is there any cached vector on this machine? Cheap: a look at the file system, no thread. */
export function hasDeepCache(machine: CacheMachine): boolean {
  const folder = cacheFolder(machine);
  return folder !== undefined && existsSync(join(folder, `${DEEP_ID}.vectors`));
}

/** The entry lies beside this file, and in the package beside the bundle. */
function entryUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './deep-worker.ts' : './deep-worker.mjs', import.meta.url);
}
