import { errorMessage, ToolscoutError } from '../errors.ts';
import { deepFreeze } from '../shared/freeze.ts';
import { isDeeperThan, isObject, own } from '../shared/json.ts';
import {
  MAX_DEFINITION_DEPTH,
  type ToolDefinition,
  type ToolEntry,
  type ToolKind,
  type ToolTags,
} from '../tools/index.ts';

const KINDS: readonly unknown[] = ['tool', 'skill', 'subagent'] satisfies ToolKind[];

/** Where a row stands, for messages: `file:line`, or `file, tool 3,`. */
export type RowPlace = string;

/**
 * Reads one row of a catalogue file. Written by people, so strict: what cannot be meant is an error that names the
 * place. Schemas and texts are the exception, they come from servers and are read leniently later. Nothing is frozen: see
 * {@link frozenEntry}.
 * @param isFlat known to be nested in few levels
 */
export function toToolEntry(row: unknown, place: RowPlace, isFlat = false): ToolEntry {
  if (!isObject(row)) throw invalid(place, 'is not a JSON object', 'Write one tool as one JSON object.');
  if (!isFlat) refuseDeep(row, place);
  const id = optional(row, 'id', isText, place, 'a non-empty string');
  const server = optional(row, 'server', (value) => typeof value === 'string', place, 'a string') ?? '';
  const kind = optional(row, 'kind', isKind, place, '"tool", "skill" or "subagent"');
  const mode = optional(row, 'catalogMode', isDirectOnly, place, '"direct-only"');
  const examples = optional(row, 'examples', isTextList, place, 'a list of strings');
  if (!isText(own(row, 'name'))) {
    throw invalid(place, 'has no "name"', 'Give every tool a non-empty string as "name".');
  }
  const tags = readTags(row, place);
  return {
    source: { kind: 'mcp', name: server },
    definition: toDefinition(row),
    ...(id === undefined ? {} : { id }),
    ...(kind === undefined ? {} : { kind }),
    ...(mode === undefined ? {} : { catalogMode: mode }),
    ...(examples === undefined ? {} : { examples }),
    ...(tags === undefined ? {} : { tags }),
  };
}

/** The same entry, for those who keep it: catalogs rely on what they were given. */
export function frozenEntry(entry: ToolEntry): ToolEntry {
  deepFreeze(entry.definition);
  if (entry.tags !== undefined) deepFreeze(entry.tags);
  return entry;
}

/**
 * One tool of a recorded tools/list, under the name of its server. Taken as the server sent it, unnamed ones included
 * (the catalog reports those): what a server writes about ids or rights counts for nothing.
 */
export function toRecordedEntry(row: unknown, place: RowPlace, server: string): ToolEntry {
  if (!isObject(row)) throw invalid(place, 'is not a JSON object', 'Record the tools as the server lists them.');
  refuseDeep(row, place);
  return { source: { kind: 'mcp', name: server }, definition: deepFreeze(row as ToolDefinition) };
}

function refuseDeep(row: unknown, place: RowPlace): void {
  if (!isDeeperThan(row, MAX_DEFINITION_DEPTH)) return;
  throw invalid(
    place,
    `nests more than ${MAX_DEFINITION_DEPTH} levels deep`,
    'Take the tool out, or make its schema flatter.',
  );
}

/** Reads the text of a row, or of a document of rows. */
export function parseRow(text: string, place: RowPlace): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(place, `is not JSON (${errorMessage(error)})`, 'Correct the JSON there.', error);
  }
}

export function invalid(place: RowPlace, problem: string, next: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('CATALOG_INVALID', `${place} ${problem}.`, { next, details: { place }, cause });
}

/** The columns of a row are about the entry; every other member belongs to the tool's definition. */
function toDefinition(row: Readonly<Record<string, unknown>>): ToolDefinition {
  const { id, parameters, server, lang, tags, acl, examples, kind, catalogMode, ...members } = row;
  const definition: Record<string, unknown> = members;
  if (parameters !== undefined && own(row, 'inputSchema') === undefined) definition.inputSchema = parameters;
  // The name was checked above.
  return definition as unknown as ToolDefinition;
}

/** `tags` and `acl` say the same thing in two words; together they must not disagree, since tags decide rights. */
function readTags(row: Readonly<Record<string, unknown>>, place: RowPlace): ToolTags | undefined {
  const tags = readTagColumn(row, 'tags', place);
  const acl = readTagColumn(row, 'acl', place);
  if (tags === undefined || acl === undefined) return tags ?? acl;
  for (const [key, values] of Object.entries(acl)) {
    if (!Object.hasOwn(tags, key) || tags[key]!.join('\n') === values.join('\n')) continue;
    throw invalid(place, `gives "${key}" twice, in "tags" and in "acl", with different values`, 'Keep one of them.');
  }
  return { ...tags, ...acl };
}

/** Undefined where there are none. */
function readTagColumn(
  row: Readonly<Record<string, unknown>>,
  column: 'tags' | 'acl',
  place: RowPlace,
): ToolTags | undefined {
  const value = own(row, column);
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) {
    throw invalid(place, `has "${column}" that is no object`, 'Write it as {"tenant":"t1","role":["a","b"]}.');
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return undefined;
  // A million rows are written so, and need no other object.
  if (keys.every((key) => isTextList(value[key]))) return value as ToolTags;
  return Object.fromEntries(
    keys.map((key): [string, readonly string[]] => {
      const inner = value[key];
      return [key, (Array.isArray(inner) ? inner : [inner]).map((one) => tagValue(one, key, column, place))];
    }),
  );
}

function tagValue(value: unknown, key: string, column: string, place: RowPlace): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalid(place, `has a value of "${column}.${key}" that is no string`, 'Use strings, or * for public.');
}

function optional<T>(
  row: Readonly<Record<string, unknown>>,
  key: string,
  accepts: (value: unknown) => value is T,
  place: RowPlace,
  wanted: string,
): T | undefined {
  const value = own(row, key);
  if (value === undefined || value === null) return undefined;
  if (accepts(value)) return value;
  throw invalid(place, `has "${key}" that is not ${wanted}`, `Make "${key}" ${wanted}, or leave it out.`);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isKind = (value: unknown): value is ToolKind => KINDS.includes(value);
const isDirectOnly = (value: unknown): value is 'direct-only' => value === 'direct-only';
