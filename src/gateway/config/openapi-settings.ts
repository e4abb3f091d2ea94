import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import {
  describeType,
  expandVariables,
  type HostEnvironment,
  looksSecret,
  type OpenApiSpec,
  type PrivateHosts,
} from '../../sources/index.ts';
import type { FailedServer } from './loaded-config.ts';
import type { NumberRange, SettingsReader } from './settings-reader.ts';

type Section = Readonly<Record<string, unknown>>;

const KEYS = [
  'file',
  'url',
  'baseUrl',
  'serverVariables',
  'auth',
  'headers',
  'allowPrivateHosts',
  'tags',
  'allowTools',
  'denyTools',
  'startTimeoutMs',
  'callTimeoutMs',
  'maxConcurrentCalls',
  'maxQueuedCalls',
  'maxResponseBytes',
  'enabled',
];

const TIMEOUT: NumberRange = { min: 1, max: 2 ** 31 - 1, integer: true };
const CONCURRENT: NumberRange = { min: 1, max: 2 ** 31 - 1, integer: true };
const QUEUED: NumberRange = { min: 0, max: 2 ** 31 - 1, integer: true };
const RESPONSE_BYTES: NumberRange = { min: 1_000, max: 1_000_000_000, integer: true };

/** What is configured of HTTP APIs. One that cannot be used costs the others nothing. */
export interface OpenApiSettings {
  readonly services: readonly OpenApiSpec[];
  readonly failed: readonly FailedServer[];
}

export interface OpenApiSettingsOptions {
  readonly environment: HostEnvironment;
  /** The configuration, as messages name it. */
  readonly file: string;
  /** Resolves a path from the folder of the configuration. */
  readonly toPath: (path: string) => string;
  /** Names of MCP servers. Tools are named after their source, so that no two sources may have one name. */
  readonly taken: ReadonlySet<string>;
  /** Timeouts of services that set none. */
  readonly timeouts: Pick<OpenApiSpec, 'startTimeoutMs' | 'callTimeoutMs'>;
}

/** Reads the section `openapi`: an object of services. */
export async function readOpenApi(
  root: Section,
  reader: SettingsReader,
  options: OpenApiSettingsOptions,
): Promise<OpenApiSettings> {
  if (!Object.hasOwn(root, 'openapi')) return { services: [], failed: [] };
  const section = root.openapi;
  if (!isObject(section)) return reader.fail('openapi', `must be an object of services, not ${describeType(section)}`);
  const services: OpenApiSpec[] = [];
  const failed: FailedServer[] = [];
  for (const [name, entry] of Object.entries(section)) {
    const origin = `${options.file} (openapi.${name})`;
    try {
      const spec = await readService(name, entry, reader, { ...options, origin });
      if (spec !== undefined) services.push(spec);
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error;
      failed.push({ name, message: error.message, origin });
    }
  }
  return { services, failed };
}

async function readService(
  name: string,
  entry: unknown,
  reader: SettingsReader,
  { environment, toPath, taken, timeouts, origin }: OpenApiSettingsOptions & { readonly origin: string },
): Promise<OpenApiSpec | undefined> {
  const key = `openapi.${name}`;
  const section = reader.object(entry, key, KEYS);
  if (name.trim() === '') return reader.fail('openapi', 'has a service without a name');
  if (Object.hasOwn(section, 'enabled') && !reader.boolean(section.enabled, `${key}.enabled`)) return undefined;
  if (taken.has(name)) return reader.fail(key, 'has the name of a server in mcpServers');
  const text = (value: unknown, path: string): Promise<string> => expanded(reader.text(value, path), path);
  const expanded = async (written: string, path: string): Promise<string> => {
    const { text: filled, problems } = await expandVariables(written, environment);
    return problems.length === 0 ? filled : reader.fail(path, problems.join('; '));
  };
  const texts = async (field: string): Promise<Record<string, string> | undefined> => {
    if (!Object.hasOwn(section, field)) return undefined;
    const table = section[field];
    if (!isObject(table))
      return reader.fail(`${key}.${field}`, `must be an object of texts, not ${describeType(table)}`);
    const read: Record<string, string> = {};
    for (const [member, value] of Object.entries(table)) {
      const path = `${key}.${field}.${member}`;
      const filled = await text(value, path);
      if (field !== 'serverVariables' && /[\r\n\0]/.test(filled)) {
        return reader.fail(path, 'holds a line break; look for one at the end of a variable');
      }
      if (filled === value && isSecret(field, member, filled)) {
        reader.warn(path, `${path} looks like a secret in plain text; write \${VARIABLE} in its place`);
      }
      read[member] = filled;
    }
    return read;
  };
  const optional = <Value>(field: string, read: (value: unknown, path: string) => Value): { [key: string]: Value } =>
    Object.hasOwn(section, field) ? { [field]: read(section[field], `${key}.${field}`) } : {};

  const [serverVariables, auth, headers] = [
    await texts('serverVariables'),
    await texts('auth'),
    await texts('headers'),
  ];
  const badHeader = Object.keys(headers ?? {}).find((header) => !/^[!#$%&'*+.^_`|~\w-]+$/.test(header));
  if (badHeader !== undefined) return reader.fail(`${key}.headers.${badHeader}`, 'is no valid name of a header');
  const baseUrl = own(section, 'baseUrl');
  return {
    name,
    ...timeouts,
    document: await readDocumentPlace(section, key, reader, text, toPath),
    ...(baseUrl === undefined
      ? {}
      : { baseUrl: webAddress(await text(baseUrl, `${key}.baseUrl`), `${key}.baseUrl`, reader) }),
    ...(serverVariables === undefined ? {} : { serverVariables }),
    ...(auth === undefined ? {} : { auth }),
    ...(headers === undefined ? {} : { headers }),
    ...optional('allowPrivateHosts', (value, path) => readPrivateHosts(value, path, reader)),
    ...optional('tags', (value, path) => reader.textList(value, path)),
    ...optional('allowTools', (value, path) => reader.textList(value, path)),
    ...optional('denyTools', (value, path) => reader.textList(value, path)),
    ...optional('startTimeoutMs', (value, path) => reader.number(value, path, TIMEOUT)),
    ...optional('callTimeoutMs', (value, path) => reader.number(value, path, TIMEOUT)),
    ...optional('maxConcurrentCalls', (value, path) => reader.number(value, path, CONCURRENT)),
    ...optional('maxQueuedCalls', (value, path) => reader.number(value, path, QUEUED)),
    ...optional('maxResponseBytes', (value, path) => reader.number(value, path, RESPONSE_BYTES)),
    origin,
  };
}

/** A credential is one whatever it looks like. */
function isSecret(field: string, name: string, value: string): boolean {
  return field === 'auth' || (field === 'headers' && looksSecret(name, value));
}

async function readDocumentPlace(
  section: Section,
  key: string,
  reader: SettingsReader,
  text: (value: unknown, path: string) => Promise<string>,
  toPath: (path: string) => string,
): Promise<OpenApiSpec['document']> {
  const { file, url } = section;
  if ((file === undefined) === (url === undefined)) {
    return reader.fail(key, 'must have either "file" or "url", where its OpenAPI document is');
  }
  if (file !== undefined) return { file: toPath(await text(file, `${key}.file`)) };
  return { url: webAddress(await text(url, `${key}.url`), `${key}.url`, reader) };
}

function webAddress(text: string, key: string, reader: SettingsReader): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return reader.fail(key, 'must be an address such as https://api.example.com/v1');
  }
  if (url.username !== '' || url.password !== '') return reader.fail(key, 'must not hold a name or password');
  return text;
}

function readPrivateHosts(value: unknown, key: string, reader: SettingsReader): PrivateHosts {
  if (value === true) return true;
  if (value === false) return [];
  const hosts = reader.textList(value, key);
  const wrong = hosts.find((host) => /[/@]/.test(host) || /^[^[:]*:\d+$/.test(host));
  if (wrong === undefined) return hosts;
  return reader.fail(key, `names "${wrong}"; write host names or addresses alone, without scheme and port`);
}
