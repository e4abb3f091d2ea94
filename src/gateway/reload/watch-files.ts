import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

export interface WatchFilesOptions {
  /** Called once for each burst of changes. */
  readonly onChange: () => void;
  /** A folder cannot be watched. */
  readonly onError: (error: unknown) => void;
}

/** Editors write a file in several steps; what stands there between them is no configuration. */
const QUIET_MS = 200;

/**
 * Watches files by their folders: most editors put a new file in the place of the old one, and a watch on the file
 * itself would go with the old one. Returns the function that ends it.
 */
export function watchFiles(files: readonly string[], { onChange, onError }: WatchFilesOptions): () => void {
  const byFolder = new Map<string, Set<string>>();
  for (const file of files) {
    const folder = dirname(file);
    byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(basename(file)));
  }
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
    timer.unref();
  };
  const watchers = [...byFolder].flatMap(([folder, names]): FSWatcher[] => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // Some systems do not say which file it was.
        if (name === null || names.has(name)) changed();
      });
      watcher.on('error', onError);
      return [watcher];
    } catch (error) {
      onError(error);
      return [];
    }
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
