import { Buffer } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { damaged, type FieldOptions, foreign, otherVersion, xxh32 } from '../../../engine/index.ts';
import type { ToolscoutError } from '../../../errors.ts';
import { isObject, type JsonObject, stableStringify } from '../../../shared/json.ts';
import { isMissing, type StoreFiles } from './store-files.ts';

/** What an index was built with: fixed for its life. */
export interface IndexSettings {
  readonly fields: readonly FieldOptions[];
  /** Average length of each field, for the length normalisation of BM25F. */
  readonly averageLengths: readonly number[];
  /** Dimensions of the vectors; absent in an index without. */
  readonly dimensions?: number;
  /** What the owner of the index wants to find again, such as how texts were analysed and embedded. */
  readonly owner: JsonObject;
}

/** A segment on disk: `<name>.image`, `<name>.documents` and, where documents were removed, the file `removed`. */
export interface SegmentEntry {
  readonly name: string;
  readonly documents: number;
  readonly imageBytes: number;
  readonly documentBytes: number;
  readonly removed: string | undefined;
  /** How many the file `removed` names. */
  readonly removedDocuments: number;
}

/** The one file that says which others count. It is written last, so that the others are whole when it names them. */
export interface Manifest {
  /** Number for the name of the next file. */
  readonly next: number;
  readonly settings: IndexSettings;
  readonly segments: readonly SegmentEntry[];
  /** File of the changes since the newest segment. */
  readonly log: string;
}

export const MANIFEST_FILE = 'manifest.json';

/** The same once more, for repair. Files are removed only when neither names them. */
export const MANIFEST_COPY = 'manifest.copy.json';

/** Version of the folder's layout; `migrate-index.ts` knows the way from older ones. */
export const STORE_VERSION = 1;

const KIND = 'toolscout-index';

export function writeManifest(files: StoreFiles, manifest: Manifest): void {
  const content = { kind: KIND, version: STORE_VERSION, ...manifest };
  const text = `${JSON.stringify({ checksum: checksumOf(content), ...content }, undefined, 2)}\n`;
  // The copy first: after a failure between the two, what counts is still the old state, and its files are there.
  for (const name of [MANIFEST_COPY, MANIFEST_FILE]) files.replace(name, Buffer.from(text));
}

/** Makes the copy equal to the manifest again, after a process died between the two. */
export function healManifestCopy(files: StoreFiles): void {
  const text = readFileSync(files.path(MANIFEST_FILE));
  try {
    if (readFileSync(files.path(MANIFEST_COPY)).equals(text)) return;
  } catch {
    // It is missing or cannot be read: written anew.
  }
  files.replace(MANIFEST_COPY, text);
}

/** Whether a folder holds an index, sound or not. */
export function holdsIndex(folder: string): boolean {
  return [MANIFEST_FILE, MANIFEST_COPY].some((name) => existsSync(join(folder, name)));
}

/** @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED` */
export function readManifest(path: string): Manifest {
  const content = readContent(path);
  if (content.kind !== KIND) throw foreign(`${path} is no manifest of an index.`, { path });
  const { checksum, version, ...rest } = content;
  if (typeof version !== 'number') throw damaged(`${path} says no version.`, { path });
  if (version !== STORE_VERSION) throw otherVersion(`The index ${path}`, version, STORE_VERSION);
  // The checksum was right, so the rest is what this package has written.
  if (checksum !== checksumOf({ version, ...rest })) throw damaged(`The checksum of ${path} is wrong.`, { path });
  const { kind: _, ...manifest } = rest;
  return manifest as unknown as Manifest;
}

function readContent(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) throw missing(path);
    throw damaged(`${path} cannot be read.`, { path });
  }
  try {
    const content: unknown = JSON.parse(text);
    if (isObject(content)) return content;
  } catch {
    // Said below.
  }
  throw damaged(`${path} is not the JSON that was written.`, { path });
}

function missing(path: string): ToolscoutError {
  // Only an index has a copy, so this is one, and its manifest can be mended.
  return existsSync(join(dirname(path), MANIFEST_COPY))
    ? damaged(`${path} is missing.`, { path })
    : foreign(`There is no index: ${path} does not exist.`, { path });
}

function checksumOf(content: object): number {
  // Through JSON first, which leaves out what is undefined.
  return xxh32(Buffer.from(stableStringify(JSON.parse(JSON.stringify(content)))));
}
