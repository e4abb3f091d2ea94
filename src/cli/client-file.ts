import {
  chmod,
  constants,
  copyFile,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage, ToolscoutError } from '../errors.ts';
import { isMissing } from '../sources/index.ts';

/** A client's configuration file as it is on disk. */
export interface ClientFile {
  /** Where the content is: behind links, since people keep such files in a repository of dotfiles. */
  readonly path: string;
  /** Empty for a file that does not exist. */
  readonly text: string;
  readonly exists: boolean;
  readonly mode: number | undefined;
}

export async function readClientFile(path: string): Promise<ClientFile> {
  try {
    const target = await realpath(path);
    const { mode } = await stat(target);
    return { path: target, text: await readFile(target, 'utf8'), exists: true, mode: mode & 0o7777 };
  } catch (thrown) {
    if (isMissing(thrown)) return { path, text: '', exists: false, mode: undefined };
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(thrown)}`, {
      next: 'Check that it is a file and that you may read it.',
      cause: thrown,
    });
  }
}

/** Replaces the content in one step: whoever reads meanwhile sees the old text or the new one, never half of it. */
export async function replaceClientFile(file: ClientFile, text: string): Promise<void> {
  const temporary = join(dirname(file.path), `.${basename(file.path)}.toolscout-${process.pid}.tmp`);
  try {
    await mkdir(dirname(file.path), { recursive: true });
    await writeFile(temporary, text, { flag: 'wx', ...(file.mode === undefined ? {} : { mode: file.mode }) });
    // The mode given above is narrowed by the umask.
    if (file.mode !== undefined) await chmod(temporary, file.mode);
    await rename(temporary, file.path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${file.path} cannot be written: ${errorMessage(thrown)}`, {
      next: 'Check that you may write to the file and its folder.',
      cause: thrown,
    });
  }
}

const BACKUP = '.toolscout-backup-';

/** Copies the file next to itself, with its mode; undefined for a file that does not exist yet. */
export async function backUp(file: ClientFile, now: Date): Promise<string | undefined> {
  if (!file.exists) return undefined;
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  const backup = `${file.path}${BACKUP}${stamp}`;
  await copyFile(file.path, backup, constants.COPYFILE_EXCL);
  if (file.mode !== undefined) await chmod(backup, file.mode);
  return backup;
}

/** The newest backup of a file, with its text. */
export async function latestBackup(file: ClientFile): Promise<{ path: string; text: string } | undefined> {
  const prefix = basename(file.path) + BACKUP;
  const names = (await readdir(dirname(file.path)).catch(() => [])).filter((name) => name.startsWith(prefix)).sort();
  const newest = names.at(-1);
  if (newest === undefined) return undefined;
  const path = join(dirname(file.path), newest);
  return { path, text: await readFile(path, 'utf8') };
}
