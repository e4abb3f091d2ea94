import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorMessage, ToolscoutError } from '../../errors.ts';

/**
 * Makes a file for this user's eyes that is not there yet: whole, or not at all. What a full disk took of it is removed
 * again, since half a lock would be held for ever and half a key would be taken for one.
 * @param isDurable wait until the disk has the content
 * @returns false where there is one already
 * @throws ToolscoutError `FILE_NOT_WRITTEN`
 */
export function makeFile(
  path: string,
  content: string,
  { isDurable = false }: { readonly isDurable?: boolean } = {},
): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw notWritten(path, error);
  }
  try {
    try {
      // Goes on where a write took only a part, which `writeSync` does not.
      writeFileSync(file, content);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    throw notWritten(path, error);
  }
  return true;
}

/**
 * Moves a draft that {@link makeFile} made to its place; it is removed where that fails.
 * @throws ToolscoutError `FILE_NOT_WRITTEN`
 */
export function moveInPlace(draft: string, path: string): void {
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw notWritten(path, error);
  }
}

/**
 * Makes a folder for this user's eyes, and those above it, where they are missing.
 * @throws ToolscoutError `FILE_NOT_WRITTEN`
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritten(path, error);
  }
}

/** What is thrown where the system does not take a file. */
export function notWritten(path: string, error: unknown): ToolscoutError {
  return new ToolscoutError('FILE_NOT_WRITTEN', `${path} cannot be written: ${errorMessage(error)}`, {
    next: 'Free space on the disk or allow writing there, then try again: what was there before is kept.',
    details: { file: path },
    cause: error,
  });
}
