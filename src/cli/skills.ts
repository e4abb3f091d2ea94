import { readSkills, shortPath } from '../sources/index.ts';
import { type Catalog, createCatalog } from '../tools/index.ts';
import type { CliIo } from './io.ts';

/** Skills of the folders that a configuration names; what is wrong with one is a warning. */
export async function openSkills(folders: readonly string[], io: CliIo): Promise<Catalog | undefined> {
  if (folders.length === 0) return undefined;
  const read = await Promise.all(folders.map(readSkills));
  for (const { path, message } of read.flatMap(({ problems }) => problems)) {
    io.stderr(`warning: ${shortPath(path, io.environment.cwd, io.environment)} ${message}\n`);
  }
  return createCatalog(read.flatMap(({ skills }) => skills.map(({ entry }) => entry)));
}
