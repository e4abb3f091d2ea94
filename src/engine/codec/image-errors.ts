import { type ErrorDetails, ToolscoutError } from '../../errors.ts';

/** Ours, but not as it was written. */
export function damaged(message: string, details: ErrorDetails = {}): ToolscoutError {
  return new ToolscoutError('INDEX_DAMAGED', message, {
    next: 'Run `toolscout index verify DIR` to see what is damaged and `toolscout index repair DIR` to rebuild it.',
    details,
  });
}

/** Not an index of ours at all. */
export function foreign(message: string, details: ErrorDetails = {}): ToolscoutError {
  return new ToolscoutError('INDEX_FOREIGN', message, {
    next: 'Give the folder that `toolscout index build --out DIR` has written.',
    details,
  });
}

/** Written by another version of this package. */
export function otherVersion(what: string, found: number, known: number): ToolscoutError {
  return new ToolscoutError('INDEX_VERSION', `${what} has layout version ${found}; this package reads ${known}.`, {
    next:
      found > known
        ? 'Install a newer toolscout, or build the index anew.'
        : 'Run `toolscout index migrate DIR`, or build the index anew.',
    details: { found, known },
  });
}
