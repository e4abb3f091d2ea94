import type { UnfinishedCall } from './types.ts';

export interface NotedFacts {
  readonly nothingReturned: boolean;
  readonly notAwaited: readonly UnfinishedCall[];
  /** Bytes at which the log was cut, if it was. */
  readonly logsCut: number | undefined;
  /** Calls that are not in the record. */
  readonly unrecorded: number;
}

const NAMED = 5;

/** Sentences for the model that wrote the snippet: what it most likely did not mean. */
export function writeNotes({ nothingReturned, notAwaited, logsCut, unrecorded }: NotedFacts): string[] {
  const notes: string[] = [];
  if (nothingReturned) notes.push('Nothing was returned: end the snippet with `return value`.');
  if (notAwaited.length > 0) {
    const names = notAwaited.slice(0, NAMED).map((call) => call.tool || 'a call without a name');
    const more = notAwaited.length > NAMED ? ` and ${notAwaited.length - NAMED} more` : '';
    notes.push(`The snippet ended without waiting for ${names.join(', ')}${more}: put \`await\` before tools.call.`);
  }
  if (logsCut !== undefined) notes.push(`What the snippet printed was cut at ${logsCut} bytes.`);
  if (unrecorded > 0) notes.push(`${unrecorded} more calls were made than are listed.`);
  return notes;
}
