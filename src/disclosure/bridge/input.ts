import type { CallRequest } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { tryParseExact } from '../../shared/exact-json.ts';
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { Catalog } from '../../tools/index.ts';

/**
 * Reads what models really send to the bridge: both families' spellings, one value where a list is meant, numbers as
 * text. Only what stays unreadable is an error, worded so that the model can send it again.
 */
export interface SearchInput {
  /** At least one; each with its own limit if given. */
  readonly queries: readonly { readonly query: string; readonly limit?: number }[];
  readonly server?: string;
  /** Asked with `queries`: the answer is a list of results, also for one. */
  readonly several: boolean;
}

/** A product of the mode family narrows its search by this key; `all` is no narrowing. */
const KIND_OF_TYPE: Readonly<Record<string, string>> = { skill: 'skill', subagent: 'subagent' };

/** More intents in one call than this are cut; the answer would not fit a context either. */
export const MAX_QUERIES = 16;
export const MAX_NAMES = 20;

export function readSearchInput(value: unknown): SearchInput {
  const input = readObject(value, 'query');
  const options = own(input, 'options');
  const limit =
    readNumber(first(input, ['limit', 'max_results', 'maxResults'])) ??
    (isObject(options) ? readNumber(own(options, 'limit')) : undefined);
  const server = readText(first(input, ['server', 'source']));
  const one = first(input, ['query', 'q']);
  const list = first(input, ['queries']) ?? (Array.isArray(one) ? one : undefined);
  const several = list !== undefined;
  const raw = several ? (Array.isArray(list) ? list : [list]) : [one];
  const queries = raw.slice(0, MAX_QUERIES).flatMap((item) => {
    const query = isObject(item) ? readText(own(item, 'query')) : readText(item);
    if (query === undefined) return [];
    const ownLimit = (isObject(item) ? readNumber(own(item, 'limit')) : undefined) ?? limit;
    const kind = KIND_OF_TYPE[String(input.type)];
    return [
      {
        query: kind === undefined ? query : `kind:${kind} ${query}`,
        ...(ownLimit === undefined ? {} : { limit: ownLimit }),
      },
    ];
  });
  if (queries.length === 0) throw missing('query', 'a text that says what the tool should do', raw[0]);
  return { queries, several, ...(server === undefined ? {} : { server }) };
}

export interface DescribeInput {
  readonly references: readonly string[];
  readonly several: boolean;
}

export function readDescribeInput(value: unknown): DescribeInput {
  const input = readObject(value, 'name');
  const list = first(input, ['names', 'ids']);
  const several = list !== undefined;
  const raw = several ? (Array.isArray(list) ? list : [list]) : [first(input, NAME_KEYS)];
  const references = raw.slice(0, MAX_NAMES).flatMap((item) => readText(item) ?? []);
  if (references.length === 0) throw missing('name', 'a name or id from a search result', raw[0]);
  return { references, several };
}

/** Which tool a reference means: its id; undefined where it means none. */
type Meaning = (reference: string) => string | undefined;

/** What references mean in a catalog. */
export function meaningIn(catalog: Catalog): Meaning {
  return (reference) => {
    const resolution = catalog.resolve(reference);
    return resolution.kind === 'found' ? resolution.tool.id : undefined;
  };
}

/**
 * Reads a call, also where the name or the arguments stand in the other's place. Of several members that could be the
 * name, the one that means a tool counts, and the others are left to the tool.
 */
export function readCallInput(value: unknown, means: Meaning = () => undefined): CallRequest {
  const input = onlyCall(readObject(parsedObject(value), 'name'));
  const args = ARGUMENT_KEYS.find((key) => isContainer(key, own(input, key)));
  const given = args === undefined ? undefined : input[args];
  const names = NAME_KEYS.filter((key) => readText(own(input, key)) !== undefined);
  const meant = new Map<string, string | undefined>(names.map((key) => [key, means(input[key] as string)]));
  const name = names.find((key) => meant.get(key) !== undefined) ?? names[0];
  if (name === undefined) return nameInArguments(given, means) ?? throwMissingName(first(input, NAME_KEYS));
  const tool = meant.get(name);
  const other = names.find((key) => meant.get(key) !== undefined && meant.get(key) !== tool);
  // Without a place of their own it may be an argument, which the tool's schema tells.
  if (other !== undefined && args !== undefined) throw twoTools(input, name, other);
  const { [name]: reference, epoch, fingerprint, ...others } = input;
  const foundUnder = {
    ...(isHash(epoch) ? { epoch } : {}),
    ...(isHash(fingerprint) ? { fingerprint } : {}),
  };
  const rest = { ...others, ...(isHash(epoch) ? {} : { epoch }), ...(isHash(fingerprint) ? {} : { fingerprint }) };
  const beside = Object.entries(rest).filter(
    ([key, member]) =>
      key !== args &&
      member !== undefined &&
      // `null` in their place says that there are none.
      !(key === 'arguments' && member === null) &&
      !(tool !== undefined && meant.get(key) === tool),
  );
  return {
    reference: reference as string,
    arguments: given,
    ...(beside.length === 0 ? {} : { beside: Object.fromEntries(beside) }),
    ...(Object.keys(foundUnder).length === 0 ? {} : { foundUnder }),
  };
}

/** `{"arguments": {"name": "the_tool", …}}`: the name stands one level too deep. */
function nameInArguments(given: unknown, means: Meaning): CallRequest | undefined {
  const args = parsedObject(given);
  if (!isObject(args)) return undefined;
  const name = NAME_KEYS.find((key) => means(readText(own(args, key)) ?? '') !== undefined);
  if (name === undefined) return undefined;
  const { [name]: reference, ...others } = args;
  const inner = ARGUMENT_KEYS.find((key) => isContainer(key, own(others, key)));
  return {
    reference: reference as string,
    arguments: inner === undefined ? others : others[inner],
    repairs: [{ kind: 'name-in-arguments', path: `/${name}` }],
  };
}

const ARGUMENT_KEYS = ['arguments', 'args', 'input'] as const;

/** A tool may have an argument called `input` or `args`; only what could hold arguments is taken for the arguments. */
function isContainer(key: string, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return key === 'arguments' || isObject(parsedObject(value));
}

/** Epochs and fingerprints are hashes; anything else under these names is an argument. */
function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
}

function parsedObject(value: unknown): unknown {
  const read = typeof value === 'string' && value.trimStart().startsWith('{') ? parsed(value) : value;
  return read === undefined ? value : read;
}

/** Whichever of the two ran, it could be the one that was not meant. */
function twoTools(input: Record<string, unknown>, name: string, other: string): ToolscoutError {
  const said = [name, other].map((key) => `"${key}" (${truncate(String(input[key]), 80)})`);
  return new ToolscoutError('INVALID_ARGUMENTS', `${said.join(' and ')} name two tools; nothing was run.`, {
    next: `Send "name" alone, with the name or id of the tool to run.`,
    details: { path: `/${other}`, expected: 'the name of one tool' },
  });
}

function throwMissingName(name: unknown): never {
  throw missing('name', 'the name or id of the tool to run, from a search result', name);
}

const NAME_KEYS = ['name', 'id', 'toolId', 'tool_name', 'toolName', 'tool'] as const;

/**
 * The one call of `{calls: [{name, arguments}]}`, which one family writes; also as JSON text, or without the list.
 * Several at once are refused: each must be seen, and may be asked about, on its own.
 */
function onlyCall(input: Record<string, unknown>): Record<string, unknown> {
  const calls = parsed(own(input, 'calls'));
  if (calls === undefined || first(input, NAME_KEYS) !== undefined) return input;
  if (!Array.isArray(calls)) return isObject(calls) ? calls : input;
  if (calls.length > 1) {
    throw new ToolscoutError('INVALID_ARGUMENTS', `"calls" holds ${calls.length} calls; nothing was run.`, {
      next: 'Send one call at a time, several requests side by side if need be.',
      details: { path: '/calls', expected: 'one {"name", "arguments"}' },
    });
  }
  return isObject(calls[0]) ? calls[0] : input;
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? tryParseExact(value) : value;
}

function readObject(value: unknown, key: string): Record<string, unknown> {
  if (isObject(value)) return value;
  if (typeof value === 'string') return { [key]: value };
  return {};
}

function first(input: Record<string, unknown>, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = own(input, key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A model's own limit is clamped later and never an error, so whatever is no number counts as not given. */
function readNumber(value: unknown): number | undefined {
  const isWritten = typeof value === 'bigint' || (typeof value === 'string' && value.trim() !== '');
  const number = isWritten ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Not there and of another type are told apart: who sent something looks for the fault in what was sent. */
function missing(key: string, what: string, given: unknown): ToolscoutError {
  const isThere = given !== undefined && given !== null && typeof given !== 'string';
  const fault = isThere ? `must be a string, not ${typeNameOf(given)}` : 'is missing or empty';
  return new ToolscoutError('INVALID_ARGUMENTS', `"${key}" ${fault}.`, {
    next: `Send "${key}": ${what}.`,
    details: { path: `/${key}`, expected: 'non-empty string' },
  });
}
