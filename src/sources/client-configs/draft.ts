import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import {
  COMMON_TYPES,
  type EndpointType,
  type EntryDialect,
  type RemoteKind,
  type RequestsField,
  type TimeoutField,
} from './dialect.ts';
import { readExamples } from './examples-field.ts';
import {
  describeType,
  type EntryReport,
  readBoolean,
  readHeaders,
  readText,
  readTextList,
  readTextMap,
  readTimeout,
  readWholeNumber,
} from './fields.ts';
import type { HeaderVariable, RawOAuth } from './format.ts';
import { readOAuth, readScopes } from './oauth-field.ts';

/** What was read of one entry, before it is known to be whole. */
export interface EntryDraft {
  command?: string | undefined;
  args: string[];
  env: Record<string, string>;
  passedEnv: string[];
  cwd?: string | undefined;
  envFile?: string | undefined;
  urls: { kind: RemoteKind; key: string; text: string }[];
  headers: Record<string, string>;
  headerVariables: HeaderVariable[];
  type?: EndpointType | undefined;
  oauth?: RawOAuth | false | undefined;
  typeKey: string;
  disabled: boolean;
  allowTools?: string[] | undefined;
  denyTools?: string[] | undefined;
  examples?: Record<string, string[]> | undefined;
  sessions?: 'shared' | 'per-client' | undefined;
  timeouts: Partial<Record<TimeoutField, number>>;
  requests: Partial<Record<RequestsField, number>>;
}

/** Reads the fields of an entry one by one, each by its meaning in this dialect. */
export function readDraft(
  entry: Readonly<Record<string, unknown>>,
  dialect: EntryDialect,
  report: EntryReport,
): EntryDraft {
  const draft: EntryDraft = {
    args: [],
    env: {},
    passedEnv: [],
    urls: [],
    headers: {},
    headerVariables: [],
    typeKey: 'type',
    disabled: false,
    timeouts: {},
    requests: {},
  };
  for (const [key, value] of Object.entries(entry)) {
    if (!Object.hasOwn(dialect.keys, key)) reportUnknownKey(key, dialect, report);
    // Generated files write null for "not given".
    else if (value !== null) readField(key, value, draft, dialect, report);
  }
  return draft;
}

function reportUnknownKey(key: string, dialect: EntryDialect, report: EntryReport): void {
  const nearest = nearestKey(key, Object.keys(dialect.keys));
  if (nearest === undefined && dialect.unknownKeys === 'report-typos') return;
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  report.warn(key, `unknown key ${key}${hint}`, nearest);
}

function readField(key: string, value: unknown, draft: EntryDraft, dialect: EntryDialect, report: EntryReport): void {
  const meaning = dialect.keys[key]!;
  if (typeof meaning === 'object') {
    if ('refused' in meaning) report.error(key, `${key}: ${meaning.refused}`);
    else if ('warning' in meaning) report.warn(key, `${key}: ${meaning.warning}`);
    else if ('url' in meaning) {
      const text = readText(value, key, report);
      if (text !== undefined) draft.urls.push({ kind: meaning.url, key, text });
    } else if ('timeout' in meaning) {
      setTimeoutField(draft, meaning.timeout, readTimeout(value, key, meaning.unitMs, report));
    } else if ('requests' in meaning) {
      const number = readWholeNumber(value, key, meaning.min, report);
      if (number !== undefined) draft.requests[meaning.requests] = number;
    } else if (isObject(value)) {
      for (const [part, field] of Object.entries(meaning.timeouts)) {
        if (Object.hasOwn(value, part)) {
          setTimeoutField(draft, field, readTimeout(value[part], `${key}.${part}`, 1, report));
        }
      }
    } else setTimeoutField(draft, 'callTimeoutMs', readTimeout(value, key, 1, report));
    return;
  }
  switch (meaning) {
    case 'ignored':
      break;
    case 'command':
      draft.command = readCommand(value, key, report);
      break;
    case 'command-line': {
      const [command, ...args] = Array.isArray(value) ? (readTextList(value, key, report) ?? []) : [];
      draft.command = Array.isArray(value) ? command : readCommand(value, key, report);
      draft.args.unshift(...args);
      if (command === '' || (Array.isArray(value) && value.length === 0)) report.error(key, `${key} is empty`);
      break;
    }
    case 'args':
      draft.args.push(...(readTextList(value, key, report) ?? []));
      break;
    case 'env':
      draft.env = readTextMap(value, key, report) ?? {};
      break;
    case 'passed-env':
      draft.passedEnv = readPassedEnv(value, key, report);
      break;
    case 'cwd':
      draft.cwd = readText(value, key, report);
      break;
    case 'env-file':
      draft.envFile = readText(value, key, report);
      break;
    case 'headers':
      draft.headers = readHeaders(value, key, report) ?? {};
      break;
    case 'bearer-variable': {
      const variable = readText(value, key, report);
      if (variable !== undefined) {
        draft.headerVariables.push({ header: 'Authorization', variable, prefix: 'Bearer ', field: key });
      }
      break;
    }
    case 'header-variables':
      for (const [header, variable] of Object.entries(readTextMap(value, key, report) ?? {})) {
        draft.headerVariables.push({ header, variable, prefix: '', field: `${key}.${header}` });
      }
      break;
    case 'oauth':
      draft.oauth = value === false ? false : merged(draft, readOAuth(value, key, report));
      break;
    case 'oauth-scopes': {
      const scopes = readScopes(value, key, report);
      draft.oauth = merged(draft, scopes === undefined ? undefined : { scopes });
      break;
    }
    case 'oauth-resource': {
      const resource = readText(value, key, report);
      draft.oauth = merged(draft, resource === undefined ? undefined : { resource });
      break;
    }
    case 'type':
      draft.type = readType(value, key, dialect, report);
      draft.typeKey = key;
      break;
    case 'disabled':
      draft.disabled ||= readBoolean(value, key, report) ?? false;
      break;
    case 'enabled':
      draft.disabled ||= !(readBoolean(value, key, report) ?? true);
      break;
    case 'allow-tools': {
      const names = readToolNames(value, key, report);
      if (names?.includes('*') !== true) draft.allowTools = intersection(draft.allowTools, names);
      break;
    }
    case 'sessions':
      if (value === 'shared' || value === 'per-client') draft.sessions = value;
      else report.error(key, `${key} must be "shared" or "per-client"`);
      break;
    case 'examples':
      draft.examples = readExamples(value, key, report);
      break;
    case 'deny-tools': {
      const names = readToolNames(value, key, report) ?? [];
      if (names.includes('*')) draft.allowTools = [];
      draft.denyTools = [...(draft.denyTools ?? []), ...names];
      break;
    }
  }
}

/** The parts that different keys give, together. */
function merged({ oauth }: EntryDraft, part: RawOAuth | undefined): RawOAuth | false | undefined {
  return oauth === false || part === undefined ? oauth : { ...oauth, ...part };
}

function setTimeoutField(draft: EntryDraft, field: TimeoutField, ms: number | undefined): void {
  if (ms !== undefined) draft.timeouts[field] ??= ms;
}

/** Two lists of allowed tools may only narrow each other. */
function intersection(left: string[] | undefined, right: string[] | undefined): string[] | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left.filter((name) => right.includes(name));
}

/** Programs that do nothing without arguments, so that a blank after them begins one. */
const LAUNCHER =
  /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|deno|node|uvx?|pipx|python[\d.]*|py|docker|podman|cmd|sh|bash|java|dotnet|go|cargo|ruby)(?:\.exe|\.cmd)?\s/i;

function readCommand(value: unknown, key: string, report: EntryReport): string | undefined {
  if (Array.isArray(value)) {
    return report.error(key, `${key} must be a text, not a list; put the program in command and the rest in args`);
  }
  const command = readText(value, key, report);
  if (command === undefined || !LAUNCHER.test(command)) return command;
  const program = command.split(/\s/, 1)[0];
  return report.error(key, `${key} holds arguments; write "command": "${program}" and put the rest in args`);
}

/** Codex: `["NAME", {"name": "NAME", "source": "local"}]`. */
function readPassedEnv(value: unknown, key: string, report: EntryReport): string[] {
  if (!Array.isArray(value)) {
    report.error(key, `${key} must be a list of variable names, not ${describeType(value)}`);
    return [];
  }
  return value.flatMap((item: unknown, index) => {
    const name = isObject(item) ? item.name : item;
    if (typeof name === 'string' && name !== '') return [name];
    report.error(`${key}[${index}]`, `${key}[${index}] must be the name of a variable, not ${describeType(item)}`);
    return [];
  });
}

/**
 * Names of tools. Gemini allows `tool(…)`; the name is what stands before. A pattern would silently allow what it was
 * meant to deny, so only the lone `*` is taken.
 */
function readToolNames(value: unknown, key: string, report: EntryReport): string[] | undefined {
  const names = readTextList(value, key, report)?.map((name) => name.replace(/\(.*$/s, ''));
  const pattern = names?.findIndex((name) => name.length > 1 && name.includes('*')) ?? -1;
  if (pattern === -1) return names;
  return report.error(`${key}[${pattern}]`, `${key}[${pattern}] is a pattern; write the names of the tools in full`);
}

function readType(value: unknown, key: string, dialect: EntryDialect, report: EntryReport): EndpointType | undefined {
  const written = readText(value, key, report);
  if (written === undefined) return undefined;
  const types = { ...COMMON_TYPES, ...dialect.types };
  const folded = written.toLowerCase().replace(/[^a-z]/g, '');
  if (Object.hasOwn(types, folded)) return types[folded];
  if (/^(?:ws|wss|websocket|tcp)$/.test(folded)) {
    return report.error(key, `${key} "${written}" is not supported; MCP runs over stdio, http or sse`);
  }
  const nearest = nearestKey(written, ['stdio', 'http', 'sse']);
  return report.error(key, `${key} "${written}" is unknown; use stdio, http or sse`, nearest);
}
