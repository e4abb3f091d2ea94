import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, stableStringify } from '../../shared/json.ts';
import type { ServerSpec } from '../server-spec.ts';

/** Tool lists of the last run, so that a start need not wait for the servers to be searched. */
export interface ToolListCache {
  /** What this server listed last, under this very configuration; undefined where nothing sound is kept. */
  read(spec: ServerSpec): readonly unknown[] | undefined;
  /** Keeps a list. What cannot be written is no loss: the cache is for speed alone. */
  write(spec: ServerSpec, entries: readonly unknown[]): Promise<void>;
}

const VERSION = 1;

/**
 * Keeps lists as one file for each server in a folder. The name of a file is the hash of the server's name and transport, so
 * that another command, argument or variable has a list of its own; what it holds is checked by hash when it is read.
 */
export function createToolListCache(folder: string): ToolListCache {
  const pathOf = ({ name, transport }: ServerSpec): string =>
    join(folder, `${hashOf(stableStringify({ name, transport }))}.json`);
  return {
    read: (spec) => {
      try {
        return entriesOf(JSON.parse(readFileSync(pathOf(spec), 'utf8')));
      } catch {
        return undefined;
      }
    },
    write: async (spec, entries) => {
      const path = pathOf(spec);
      const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
      try {
        const hash = hashOf(JSON.stringify(entries));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(draft, JSON.stringify({ version: VERSION, hash, entries }), { mode: 0o600 });
        await rename(draft, path);
      } catch {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

function entriesOf(kept: unknown): readonly unknown[] | undefined {
  if (!isObject(kept) || kept.version !== VERSION || !Array.isArray(kept.entries)) return undefined;
  return kept.hash === hashOf(JSON.stringify(kept.entries)) ? kept.entries : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
