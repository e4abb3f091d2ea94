import { statSync } from 'node:fs';
import { ToolscoutError } from '../../../errors.ts';

/** Rights of everybody but the owner. */
const OTHERS = 0o077;

/**
 * Refuses a file that others may read or write, or that belongs to somebody else. Windows keeps such rights elsewhere.
 * @throws ToolscoutError `SECRET_EXPOSED`
 */
export function refuseExposed(path: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(path);
  const isForeign = uid !== process.getuid?.() && uid !== 0;
  if ((mode & OTHERS) === 0 && !isForeign) return;
  const why = isForeign ? 'belongs to another user' : 'can be read or written by others';
  throw new ToolscoutError('SECRET_EXPOSED', `${path} ${why}; secrets are not read from it.`, {
    next: isForeign ? 'Remove the file and sign in again.' : `Run: chmod 600 ${path}`,
    details: { file: path },
  });
}

/** Something is kept that cannot be read any more. */
export function damaged(path: string, why: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('SECRET_DAMAGED', `${path} cannot be used: ${why}.`, {
    next: 'Remove the file and sign in again with "toolscout login".',
    details: { file: path },
    cause,
  });
}
