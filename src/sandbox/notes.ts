export interface NotedFacts {
  readonly nothingReturned: boolean;
  /** Tools whose calls were open, and `tools.search` or `tools.describe`, once for each request. */
  readonly notAwaited: readonly string[];
  /** The bound at which the log was cut, if it was. */
  readonly logsCut: string | undefined;
  /** Calls that are not in the record. */
  readonly unrecorded: number;
}

const NAMED = 5;

/** Sentences for the model that wrote the snippet: what it most likely did not mean. */
export function writeNotes({ nothingReturned, notAwaited, logsCut, unrecorded }: NotedFacts): string[] {
  const notes: string[] = [];
  if (nothingReturned) notes.push('Nothing was returned: end the snippet with `return value`.');
  if (notAwaited.length > 0) {
    const names = notAwaited.slice(0, NAMED);
    const more = notAwaited.length > NAMED ? ` and ${notAwaited.length - NAMED} more` : '';
    notes.push(
      `The snippet ended without waiting for ${names.join(', ')}${more}: put \`await\` before ${notAwaited.every(isBridge) ? 'it' : 'tools.call'}.`,
    );
  }
  if (logsCut !== undefined) notes.push(`What the snippet printed was cut at ${logsCut}.`);
  if (unrecorded > 0) notes.push(`${unrecorded} more calls were made than are listed.`);
  return notes;
}

function isBridge(name: string): boolean {
  return name === 'tools.search' || name === 'tools.describe';
}
