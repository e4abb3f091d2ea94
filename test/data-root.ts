import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Folder with the recorded servers and retrieval sets, or undefined where this machine has none. They are other
 * people's data and not part of the repository; tests and benchmarks that want them skip clearly without.
 */
export const dataRoot: string | undefined = findDataRoot();

function findDataRoot(): string | undefined {
  const root = resolve(repository, process.env.TOOLSCOUT_DATA ?? '../shared/data');
  return existsSync(join(root, 'real-servers')) ? root : undefined;
}

/** What to say where {@link dataRoot} is undefined. */
export const DATA_MISSING =
  'no data folder: set TOOLSCOUT_DATA to one that holds real-servers/ and the retrieval sets, or put it at ../shared/data';
