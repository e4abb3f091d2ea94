import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** What is written down about the use of tools. Nothing is sent anywhere. */
export interface TelemetrySettings {
  /** Absolute path of the session log: a file that ends in `.jsonl`, or a folder. Absent: there is none. */
  readonly log?: string;
  /** Write texts of requests and values of arguments, too. */
  readonly content: boolean;
}

export const DEFAULT_TELEMETRY: TelemetrySettings = { content: false };

/** Reads the section `telemetry`. Paths are resolved by `toPath`, from the folder of the file. */
export function readTelemetry(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  toPath: (path: string) => string,
): TelemetrySettings {
  if (!Object.hasOwn(root, 'telemetry')) return DEFAULT_TELEMETRY;
  const section = reader.object(root.telemetry, 'telemetry', ['log', 'content']);
  const log = own(section, 'log');
  const content = own(section, 'content');
  return {
    ...(log === undefined ? {} : { log: toPath(reader.text(log, 'telemetry.log')) }),
    content: content === undefined ? DEFAULT_TELEMETRY.content : reader.boolean(content, 'telemetry.content'),
  };
}
