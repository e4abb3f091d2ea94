import { createArgumentValidator } from '../../calling/index.ts';
import { isObject, stableStringify } from '../../shared/json.ts';
import type { Tool } from '../../tools/index.ts';
import type { EvaluationQuery } from '../queries.ts';
import type { CallLine } from './call-line.ts';

/** What one recorded call was worth. */
export interface JudgedCall {
  readonly query: EvaluationQuery;
  readonly line: CallLine;
  /** A right tool was among those offered. */
  readonly found: boolean;
  /** A right tool was called; for a request that no tool serves: none was. */
  readonly right: boolean;
  /** The arguments fit the schema of the tool called; undefined where nothing was called or the tool is not known. */
  readonly valid: boolean | undefined;
  /** The arguments are those that the set wants; undefined where it wants none, or another tool was called. */
  readonly argumentsRight: boolean | undefined;
}

/** Sets a call beside what the set says. @param toolOf gives the tool of an id, where it is known. */
export function judgeCall(
  query: EvaluationQuery,
  line: CallLine,
  toolOf: (id: string) => Tool | undefined,
): JudgedCall {
  const { called } = line;
  const found = line.hits.some((id) => query.relevant.has(id));
  const right = query.noTool
    ? called === null && line.problem === undefined
    : called !== null && query.relevant.has(called);
  const tool = called === null ? undefined : toolOf(called);
  const args = line.arguments ?? {};
  return {
    query,
    line,
    found,
    right,
    valid: tool === undefined ? undefined : createArgumentValidator(tool.inputSchema)(args).valid,
    argumentsRight: query.arguments === undefined || !right || query.noTool ? undefined : holds(args, query.arguments),
  };
}

/** Does `given` have every wanted argument? What it has beside them does not count: it may be optional. */
function holds(given: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(given, key) && means(given[key], value));
}

/** Equal, letter case and outer blanks of texts aside; a number may be written as text. */
function means(given: unknown, wanted: unknown): boolean {
  if (isObject(wanted)) return isObject(given) && holds(given, wanted);
  if (Array.isArray(wanted)) {
    return Array.isArray(given) && given.length === wanted.length && wanted.every((one, i) => means(given[i], one));
  }
  return plain(given) === plain(wanted);
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().toLowerCase()
    : stableStringify(value);
}
