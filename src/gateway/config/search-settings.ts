import { type EmbedderSettings, POOLINGS, RERANK_FORMATS, type RerankerSettings } from '../../backends/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { describeType, expandVariables, type HostEnvironment, looksSecret } from '../../sources/index.ts';
import { readAddress, readKeyVariable, refuseKey } from './endpoint-settings.ts';
import type { NumberRange, SettingsReader } from './settings-reader.ts';

/** Which models search. */
export interface SearchSettings {
  /** Reads the meaning of requests and tools. Default `built-in`. */
  readonly embedder: EmbedderSettings;
  /** The deep built-in model: whatever it takes, never, or where it pays. */
  readonly deep: boolean | 'auto';
  /** Judges the best candidates once more. Default `none`. */
  readonly reranker: RerankerSettings;
}

/** What holds where a file says nothing. */
export const DEFAULT_SEARCH: SearchSettings = { embedder: 'built-in', deep: 'auto', reranker: 'none' };

type Section = Readonly<Record<string, unknown>>;

const ENDPOINT_KEYS = ['type', 'baseUrl', 'model', 'apiKeyEnv', 'apiKey', 'headers', 'timeoutMs', 'retries'];
const ENDPOINT_EMBEDDER_KEYS = [
  ...ENDPOINT_KEYS,
  'dimensions',
  'sendDimensions',
  'queryPrefix',
  'documentPrefix',
  'batchSize',
  'batchCharacters',
];
const TRANSFORMERS_KEYS = [
  'type',
  'model',
  'dimensions',
  'pooling',
  'dtype',
  'queryPrefix',
  'documentPrefix',
  'localFilesOnly',
];
const RERANKER_KEYS = [...ENDPOINT_KEYS, 'format', 'candidates'];

const TIMEOUT: NumberRange = { min: 100, max: 600_000, integer: true };
const RETRIES: NumberRange = { min: 0, max: 10, integer: true };
const DIMENSIONS: NumberRange = { min: 1, max: 65_536, integer: true };
const BATCH_SIZE: NumberRange = { min: 1, max: 2_048, integer: true };
const BATCH_CHARACTERS: NumberRange = { min: 1_000, max: 10_000_000, integer: true };
const CANDIDATES: NumberRange = { min: 2, max: 100, integer: true };

/** Reads the section `search`. */
export async function readSearch(
  root: Section,
  reader: SettingsReader,
  environment: HostEnvironment,
): Promise<SearchSettings> {
  if (!Object.hasOwn(root, 'search')) return DEFAULT_SEARCH;
  const section = reader.object(root.search, 'search', ['embedder', 'deep', 'reranker']);
  const embedder = await readEmbedder(own(section, 'embedder') ?? 'built-in', reader, environment);
  const deep = readDeep(own(section, 'deep') ?? 'auto', reader);
  if (deep === true && embedder !== 'built-in') {
    return reader.fail('search.deep', 'is true, but the deep model works beside the built-in embedder only');
  }
  return { embedder, deep, reranker: await readReranker(own(section, 'reranker') ?? 'none', reader, environment) };
}

function readDeep(value: unknown, reader: SettingsReader): boolean | 'auto' {
  if (typeof value === 'boolean' || value === 'auto') return value;
  return reader.fail('search.deep', 'must be true, false or "auto"');
}

async function readEmbedder(
  value: unknown,
  reader: SettingsReader,
  environment: HostEnvironment,
): Promise<EmbedderSettings> {
  const path = 'search.embedder';
  if (typeof value === 'string') return reader.oneOf(value, path, ['built-in', 'none'] as const);
  const type = readType(value, path, ['openai-compatible', 'transformers'], '"built-in", "none"', reader);
  const keys = type === 'transformers' ? TRANSFORMERS_KEYS : ENDPOINT_EMBEDDER_KEYS;
  const section = reader.object(value, path, keys);
  const optional = optionalsOf(section, path);
  const common = {
    model: reader.text(own(section, 'model'), `${path}.model`),
    dimensions: readDimensions(own(section, 'dimensions'), `${path}.dimensions`, reader),
    ...optional('queryPrefix', (given, key) => reader.text(given, key)),
    ...optional('documentPrefix', (given, key) => reader.text(given, key)),
  };
  if (type === 'transformers') {
    return {
      type,
      ...common,
      ...optional('pooling', (given, key) => reader.oneOf(given, key, POOLINGS)),
      ...optional('dtype', (given, key) => reader.text(given, key)),
      ...optional('localFilesOnly', (given, key) => reader.boolean(given, key)),
    };
  }
  return {
    type,
    ...(await readEndpoint(section, path, reader, environment)),
    ...common,
    ...optional('sendDimensions', (given, key) => reader.boolean(given, key)),
    ...optional('batchSize', (given, key) => reader.number(given, key, BATCH_SIZE)),
    ...optional('batchCharacters', (given, key) => reader.number(given, key, BATCH_CHARACTERS)),
  };
}

async function readReranker(
  value: unknown,
  reader: SettingsReader,
  environment: HostEnvironment,
): Promise<RerankerSettings> {
  const path = 'search.reranker';
  if (typeof value === 'string') return reader.oneOf(value, path, ['none'] as const);
  const type = readType(value, path, ['endpoint'], '"none"', reader);
  const section = reader.object(value, path, RERANKER_KEYS);
  const optional = optionalsOf(section, path);
  return {
    type,
    ...(await readEndpoint(section, path, reader, environment)),
    model: reader.text(own(section, 'model'), `${path}.model`),
    ...optional('format', (given, key) => reader.oneOf(given, key, RERANK_FORMATS)),
    ...optional('candidates', (given, key) => reader.number(given, key, CANDIDATES)),
  };
}

function readType<T extends string>(
  value: unknown,
  path: string,
  types: readonly T[],
  words: string,
  reader: SettingsReader,
): T {
  if (isObject(value)) return reader.oneOf(own(value, 'type'), `${path}.type`, types);
  return reader.fail(path, `must be ${words} or an object with a type, not ${describeType(value)}`);
}

interface EndpointPart {
  readonly baseUrl: string;
  readonly apiKeyEnv?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly unusable?: Error;
}

async function readEndpoint(
  section: Section,
  path: string,
  reader: SettingsReader,
  environment: HostEnvironment,
): Promise<EndpointPart> {
  refuseKey(own(section, 'apiKey'), path, reader);
  const apiKeyEnv = readKeyVariable(section, path, reader);
  const baseUrl = readAddress(section, path, apiKeyEnv !== undefined || Object.hasOwn(section, 'headers'), reader);
  if (baseUrl === undefined) return reader.fail(`${path}.baseUrl`, 'is missing');
  const optional = optionalsOf(section, path);
  return {
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(Object.hasOwn(section, 'headers') ? await readHeaders(section.headers, path, reader, environment) : {}),
    ...optional('timeoutMs', (given, key) => reader.number(given, key, TIMEOUT)),
    ...optional('retries', (given, key) => reader.number(given, key, RETRIES)),
  };
}

/**
 * Headers with their variables filled in. One that is not set costs the endpoint, not the start: a client that starts
 * the gateway without it should still have its tools.
 */
async function readHeaders(
  value: unknown,
  path: string,
  reader: SettingsReader,
  environment: HostEnvironment,
): Promise<Pick<EndpointPart, 'headers' | 'unusable'>> {
  const key = `${path}.headers`;
  if (!isObject(value)) return reader.fail(key, `must be an object of texts, not ${describeType(value)}`);
  const headers: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, written] of Object.entries(value)) {
    const field = `${key}.${name}`;
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return reader.fail(field, 'is no valid name of a header');
    const template = reader.text(written, field);
    const { text, problems: missing } = await expandVariables(template, environment);
    problems.push(...missing.map((problem) => `${field} ${problem}`));
    if (text === template && looksSecret(name, template)) {
      reader.warn(field, `${field} looks like a secret in plain text; write \${VARIABLE} in its place`);
    }
    if (/[\r\n\0]/.test(text)) return reader.fail(field, 'holds a line break; look for one at the end of a variable');
    headers[name] = text;
  }
  if (problems.length === 0) return { headers };
  for (const problem of problems) reader.warn(key, problem);
  const unusable = new ToolscoutError('LLM_KEY_MISSING', `${problems.join('; ')}.`, {
    next: 'Set the variable where toolscout is started.',
  });
  return { headers, unusable };
}

type ReadOptional = <Key extends string, Value>(
  key: Key,
  read: (given: unknown, path: string) => Value,
) => { readonly [K in Key]?: Value };

/** Reads a key where it is given, and gives nothing where it is not. */
function optionalsOf(section: Section, path: string): ReadOptional {
  return <Key extends string, Value>(
    key: Key,
    read: (given: unknown, path: string) => Value,
  ): { readonly [K in Key]?: Value } => {
    if (!Object.hasOwn(section, key)) return {};
    return { [key]: read(section[key], `${path}.${key}`) } as { readonly [K in Key]: Value };
  };
}

function readDimensions(given: unknown, path: string, reader: SettingsReader): number {
  if (given === undefined) return reader.fail(path, 'is missing: write the length of the model’s vectors');
  return reader.number(given, path, DIMENSIONS);
}
