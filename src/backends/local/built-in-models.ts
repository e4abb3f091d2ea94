import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createDeepEmbedder,
  createStaticEmbedder,
  type DeepEmbedder,
  type RequestLandmarks,
  readRequestLandmarks,
  type StaticEmbedder,
} from '../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { findPackageFolder } from './package-folder.ts';

const STATIC_MODEL = 'static-45k-256.bin';
const REQUEST_LANDMARKS = 'requests-45k-256.bin';
const DEEP_MODEL = 'deep-45k-384.bin';
/** Id and size of the deep model that comes with the package; a test holds them against the file. */
export const DEEP_ID = 'deep-45k-384@1';
export const DEEP_DIMENSIONS = 384;

let staticEmbedder: Promise<StaticEmbedder> | undefined;

/**
 * The static embedder that comes with the package: read at the first call, then one for the whole process.
 * @throws ToolscoutError `FILE_UNREADABLE` or `MODEL_INVALID`; the next call tries again.
 */
export function loadStaticEmbedder(): Promise<StaticEmbedder> {
  staticEmbedder ??= readBuiltInModel(STATIC_MODEL)
    .then(createStaticEmbedder)
    .catch((error: unknown) => {
      staticEmbedder = undefined;
      throw error;
    });
  return staticEmbedder;
}

let requestLandmarks: Promise<RequestLandmarks> | undefined;

/**
 * The known requests that come with the static embedder: read at the first call, then the same for the whole process.
 * @throws ToolscoutError `FILE_UNREADABLE` or `MODEL_INVALID`; the next call tries again.
 */
export function loadRequestLandmarks(): Promise<RequestLandmarks> {
  requestLandmarks ??= Promise.all([readBuiltInModel(REQUEST_LANDMARKS), loadStaticEmbedder()])
    .then(([bytes, { id }]) => readRequestLandmarks(bytes, id))
    .catch((error: unknown) => {
      requestLandmarks = undefined;
      throw error;
    });
  return requestLandmarks;
}

/**
 * The deep embedder that comes with the package, on the calling thread, which it blocks some 10 to 30 ms a text.
 * Nothing remembers it: 40 MB are the caller's to keep.
 * @throws ToolscoutError `FILE_UNREADABLE` or `MODEL_INVALID`
 */
export async function loadDeepEmbedder(): Promise<DeepEmbedder> {
  const [bytes, { tokenizer }] = await Promise.all([readBuiltInModel(DEEP_MODEL), loadStaticEmbedder()]);
  return createDeepEmbedder(bytes, tokenizer);
}

/**
 * Bytes of a file of the package's `models` folder.
 * @param from a folder inside the package; this file's own unless a test says otherwise.
 * @throws ToolscoutError `FILE_UNREADABLE`
 */
export async function readBuiltInModel(name: string, from: string = import.meta.dirname): Promise<Uint8Array> {
  const path = join(findPackageFolder(from).path, 'models', name);
  try {
    return await readFile(path);
  } catch (error) {
    throw new ToolscoutError('FILE_UNREADABLE', `The built-in model ${path} cannot be read: ${errorMessage(error)}.`, {
      next: 'Install toolscout again; the file is part of the package.',
      details: { path },
      cause: error,
    });
  }
}
