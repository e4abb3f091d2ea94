import {
  access,
  chmod,
  chown,
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
  /** Absent for a file that does not exist. */
  readonly existing?: { readonly mode: number; readonly uid: number; readonly gid: number };
}

export async function readClientFile(path: string): Promise<ClientFile> {
  try {
    const target = await realpath(path);
    const { mode, uid, gid } = await stat(target);
    return { path: target, text: await readFile(target, 'utf8'), existing: { mode: mode & 0o7777, uid, gid } };
  } catch (thrown) {
    if (isMissing(thrown)) return { path, text: '' };
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(thrown)}`, {
      next: 'Check that it is a file and that you may read it.',
      cause: thrown,
    });
  }
}

/** Replacing needs a writable folder only, but a file that is marked as read-only is not to be changed. */
export async function assertWritable({ path, existing }: ClientFile): Promise<void> {
  if (existing === undefined) return;
  // The bits are looked at as well, because to a superuser everything is writable.
  const allowed = (existing.mode & 0o222) !== 0 && (await access(path, constants.W_OK).then(isTrue, isFalse));
  if (allowed) return;
  throw new ToolscoutError('FILE_NOT_WRITTEN', `${path} is read-only.`, {
    next: 'Make it writable if it is yours to change; if a program makes it (a dotfile manager, say), change it there.',
  });
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;

/**
 * Replaces the content in one step: whoever reads meanwhile sees the old text or the new one, never half of it. Mode
 * and owner stay.
 */
export async function replaceClientFile(file: ClientFile, text: string): Promise<void> {
  await assertWritable(file);
  const { path, existing } = file;
  const temporary = join(dirname(path), `.${basename(path)}.toolscout-${process.pid}.tmp`);
  await writing(path, async () => {
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, text, { flag: 'wx', ...(existing === undefined ? {} : { mode: existing.mode }) });
      if (existing !== undefined && !(await takeOver(temporary, existing))) {
        // A file of ours in place of somebody else's would lock its owner out.
        await writeFile(path, text);
        return;
      }
      await rename(temporary, path);
    } finally {
      await rm(temporary, { force: true });
    }
  });
}

/** Gives a new file the owner and mode of the one that it replaces; false where this user may not. */
async function takeOver(path: string, { mode, uid, gid }: NonNullable<ClientFile['existing']>): Promise<boolean> {
  const own = await stat(path);
  if (own.uid !== uid || own.gid !== gid) {
    const given = await chown(path, uid, gid).then(isTrue, isFalse);
    if (!given) return false;
  }
  // The mode given at creation is narrowed by the umask, and a change of owner may clear bits.
  await chmod(path, mode);
  return true;
}

/** Deletes the file. */
export async function removeClientFile(file: ClientFile): Promise<void> {
  await assertWritable(file);
  await writing(file.path, () => rm(file.path));
}

const BACKUP = '.toolscout-backup-';

/** Copies the file next to itself, with its mode; undefined for a file that does not exist yet. */
export async function backUp({ path, existing }: ClientFile, now: Date): Promise<string | undefined> {
  if (existing === undefined) return undefined;
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  const backup = `${path}${BACKUP}${stamp}`;
  await writing(backup, async () => {
    await copyFile(path, backup, constants.COPYFILE_EXCL);
    await chmod(backup, existing.mode);
  });
  return backup;
}

/** Deletes a backup that was used up. What it held is in place already, so that a failure costs nothing. */
export async function removeBackup(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

/** The newest backup of a file, with its text. One that cannot be read counts as none. */
export async function latestBackup(file: ClientFile): Promise<{ path: string; text: string } | undefined> {
  const prefix = basename(file.path) + BACKUP;
  const names = (await readdir(dirname(file.path)).catch(() => [])).filter((name) => name.startsWith(prefix)).sort();
  const newest = names.at(-1);
  if (newest === undefined) return undefined;
  const path = join(dirname(file.path), newest);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : { path, text };
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${path} cannot be written: ${errorMessage(thrown)}`, {
      next: 'Check that you may write to the file and its folder, and that there is room.',
      cause: thrown,
    });
  }
}
