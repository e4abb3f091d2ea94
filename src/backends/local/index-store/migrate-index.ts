import { readFileSync } from 'node:fs';
import { damaged, foreign, otherVersion } from '../../../engine/index.ts';
import { isObject } from '../../../shared/json.ts';
import { lockIndex } from './index-lock.ts';
import { MANIFEST_FILE, readManifest, STORE_VERSION } from './manifest.ts';
import { StoreFiles } from './store-files.ts';

export interface MigrationReport {
  readonly from: number;
  readonly to: number;
}

/** Brings a folder from one version to the next; what it leaves is readable by that version. */
type Migration = (files: StoreFiles) => void;

/** By the version they start from. There has been one version so far; a new one adds the way from it here. */
const MIGRATIONS: ReadonlyMap<number, Migration> = new Map();

/**
 * Brings an index that an older version has written to the layout of this one.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `INDEX_DAMAGED`; `INDEX_VERSION` where there is no way
 */
export function migrateIndex(folder: string): MigrationReport {
  const files = new StoreFiles(folder);
  const from = readVersion(files.path(MANIFEST_FILE));
  if (from === STORE_VERSION) return { from, to: STORE_VERSION };
  const unlock = lockIndex(folder);
  try {
    for (let version = from; version !== STORE_VERSION; version++) {
      const migrate = MIGRATIONS.get(version);
      if (migrate === undefined) throw otherVersion(`The index ${folder}`, from, STORE_VERSION);
      migrate(files);
    }
    readManifest(files.path(MANIFEST_FILE));
    return { from, to: STORE_VERSION };
  } finally {
    unlock();
  }
}

function readVersion(path: string): number {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw foreign(`There is no index: ${path} is missing or no JSON.`, { path });
  }
  const version = isObject(manifest) && manifest.kind === 'toolscout-index' ? manifest.version : undefined;
  if (typeof version !== 'number') throw damaged(`${path} says no version.`, { path });
  return version;
}
