import { own } from '../../shared/json.ts';
import { expandVariables, type HostEnvironment } from '../../sources/index.ts';
import type { ApprovalSettings } from '../approvals/index.ts';
import type { SettingsReader } from './settings-reader.ts';
import { strictSection } from './strict-section.ts';

/** Where gateways that are one keep what they share. */
export interface StateSettings {
  /** Of a Redis or Valkey server. Holds its password: never shown. */
  readonly url: string;
  /** Begins every key. Default: `toolscout:`. */
  readonly prefix?: string;
}

/**
 * Reads the section `state`. Strict, keys too: gateways that do not share what they should would each ask for consent in
 * a place of its own. Absent: each process keeps its own.
 */
export async function readState(
  root: Readonly<Record<string, unknown>>,
  reader: SettingsReader,
  environment: HostEnvironment,
  approvals: ApprovalSettings,
): Promise<StateSettings | undefined> {
  if (!Object.hasOwn(root, 'state')) return undefined;
  const section = strictSection(root.state, 'state', ['url', 'prefix'], reader);
  if (!Object.hasOwn(section, 'url')) return reader.fail('state.url', 'is missing');
  if (approvals.folder !== undefined) {
    return reader.fail('approvals.folder', 'means nothing beside state.url, where calls wait for consent then');
  }
  const prefix = own(section, 'prefix');
  return {
    url: await readUrl(reader.text(section.url, 'state.url'), reader, environment),
    ...(prefix === undefined ? {} : { prefix: reader.text(prefix, 'state.prefix') }),
  };
}

/** No message repeats the address. */
async function readUrl(written: string, reader: SettingsReader, environment: HostEnvironment): Promise<string> {
  // Files are shared, and end up in repositories.
  if (/:\/\/[^/]*:[^@/]+@/.test(written.replace(/\$\{[^}]*\}/g, ''))) {
    return reader.fail(
      'state.url',
      'would put a password into a file',
      `Put the address into an environment variable, and write its name here: "\${TOOLSCOUT_STATE_URL}".`,
    );
  }
  const { text, problems } = await expandVariables(written, environment);
  if (problems.length > 0) return reader.fail('state.url', problems.join('; '));
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = (url?.protocol === 'redis:' || url?.protocol === 'rediss:') && url.hostname !== '';
  if (isServer && /^(?:\/\d{0,4})?$/.test(url.pathname)) return text;
  return reader.fail(
    'state.url',
    'must be an address such as redis://HOST:6379 or, over TLS, rediss://USER:PASSWORD@HOST:6380/DATABASE',
  );
}
