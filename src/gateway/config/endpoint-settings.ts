import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

type Section = Readonly<Record<string, unknown>>;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Keys of endpoints never stand in a configuration: files are shared, and end up in repositories. */
export function refuseKey(apiKey: unknown, path: string, reader: SettingsReader): void {
  if (apiKey === undefined) return;
  reader.fail(
    `${path}.apiKey`,
    'would put a key into a file',
    `Take the key out of the file, put it into an environment variable, and name that as ${path}.apiKeyEnv.`,
  );
}

/** `apiKeyEnv`: the environment variable that holds the key. */
export function readKeyVariable(section: Section, path: string, reader: SettingsReader): string | undefined {
  if (!Object.hasOwn(section, 'apiKeyEnv')) return undefined;
  const name = reader.text(section.apiKeyEnv, `${path}.apiKeyEnv`);
  // What stands there may be the key itself: it is not repeated.
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  return reader.fail(`${path}.apiKeyEnv`, 'must be the name of an environment variable, such as OPENAI_API_KEY');
}

/** `baseUrl`: a web address without a secret in it. */
export function readAddress(
  section: Section,
  path: string,
  hasKey: boolean,
  reader: SettingsReader,
): string | undefined {
  const key = `${path}.baseUrl`;
  const given = own(section, 'baseUrl');
  if (given === undefined) return undefined;
  const baseUrl = reader.text(given, key);
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return reader.fail(key, 'must be an address such as http://localhost:11434/v1');
  }
  if (url.username !== '' || url.password !== '') return reader.fail(key, 'must not hold a name or password');
  if (hasKey && url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    reader.warn(key, `${key} is no https address: the key travels readable for everybody between`);
  }
  return baseUrl;
}
