import { readTelemetryEvent, type TelemetryEvent } from '../../../calling/index.ts';
import { readLines } from '../../../sources/index.ts';
import { findLogFiles } from './log-files.ts';

export interface ReadSessionLog {
  readonly files: readonly string[];
  readonly events: readonly TelemetryEvent[];
  /** Lines that are no event: cut off, of another program, or of a later version. */
  readonly skipped: number;
}

/**
 * Reads a session log, with what was put aside of it, or all logs of a folder.
 * @throws ToolscoutError `FILE_UNREADABLE`; a line that cannot be read is counted and costs nothing else.
 */
export async function readSessionLog(path: string): Promise<ReadSessionLog> {
  const files = await findLogFiles(path);
  const events: TelemetryEvent[] = [];
  let skipped = 0;
  for (const file of files) {
    for await (const { text } of readLines(file)) {
      const event = readTelemetryEvent(text);
      if (event === undefined) skipped++;
      else events.push(event);
    }
  }
  return { files, events, skipped };
}
