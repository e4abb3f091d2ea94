import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The smallest piece that a file in memory takes. */
const PAGE_BYTES = 4_096;

/** A file system of a few pages that can be filled up. Needs the right to mount: root on Linux. */
export interface SmallDisk {
  /** Where it is mounted. */
  readonly folder: string;
  /** Fills what is free but for this many pages of 4 KiB. */
  leavePages(pages: number): void;
  /** Takes away what it was filled with. */
  free(): void;
  remove(): void;
}

/** Mounts one; undefined where this process may not. */
export function mountSmallDisk(kilobytes: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ballast = join(folder, '.ballast');
  const free = (): void => rmSync(ballast, { force: true });
  return {
    folder,
    free,
    leavePages: (pages) => {
      free();
      const file = openSync(ballast, 'w');
      try {
        const bytes = fill(file);
        ftruncateSync(file, Math.max(0, bytes - pages * PAGE_BYTES));
      } finally {
        closeSync(file);
      }
    },
    remove: () => {
      // What a failed test left open must not keep it.
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes until nothing more is taken. @returns how many bytes that were */
function fill(file: number): number {
  const page = Buffer.alloc(PAGE_BYTES, 7);
  let bytes = 0;
  for (;;) {
    try {
      bytes += writeSync(file, page);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return bytes;
      throw error;
    }
  }
}
