import { type FilterInput, readFilter } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject } from '../../shared/json.ts';
import type { SourceKind } from '../../tools/index.ts';

/** Conditions on a tool; all that are given must hold. */
export interface ToolRule {
  /** Glob over the id, or over `server/tool` where it holds a slash: `mcp:github:*`, `github/*`. */
  readonly id?: string;
  readonly source?: SourceKind;
  /** Glob over the name of the server, plugin or owner. */
  readonly server?: string;
  /** Behaviour hints, such as `{"readOnlyHint": true}`; what a tool does not say counts as MCP's defaults. */
  readonly annotations?: Readonly<Record<string, string | number | boolean>>;
  /** A filter over the tool's tags. */
  readonly tags?: FilterInput;
}

/** A text is the `id` of a rule. */
export type PolicyRule = string | ToolRule;

/** What one layer says. Denied wins; without `allow`, everything that is not denied is allowed. */
export interface PolicyRules {
  readonly allow?: readonly PolicyRule[];
  readonly deny?: readonly PolicyRule[];
}

const LISTS = ['allow', 'deny'] as const;
/** Keys of a rule. */
export const CONDITIONS = ['id', 'source', 'server', 'annotations', 'tags'] as const;
const SOURCES: readonly unknown[] = ['core', 'plugin', 'mcp', 'client', 'openapi'] satisfies SourceKind[];
const MAX_GLOB_LENGTH = 1_000;

/**
 * Checks the rules of one layer. Strict: rights that were meant otherwise than they are read must not hold for a moment.
 * @param key where they stand, for messages.
 * @throws ToolscoutError `CONFIG_INVALID` that names the key.
 */
export function readPolicyRules(value: unknown, key: string): PolicyRules {
  const object = readObject(value, key, LISTS);
  for (const list of LISTS) {
    if (!Object.hasOwn(object, list)) continue;
    const rules = object[list];
    const place = `${key}.${list}`;
    if (!Array.isArray(rules)) throw invalid(place, `must be a list of rules, not ${typeName(rules)}`);
    for (const [index, rule] of rules.entries()) checkRule(rule, `${place}[${index}]`);
  }
  return object as PolicyRules;
}

/**
 * Checks the conditions of one rule; there must be one at least.
 * @throws ToolscoutError `CONFIG_INVALID` that names the key.
 */
export function checkRule(value: unknown, key: string): void {
  if (typeof value === 'string') {
    checkGlob(value, key);
    return;
  }
  const rule = readObject(value, key, CONDITIONS);
  if (Object.keys(rule).length === 0) throw invalid(key, 'names no condition; to mean every tool, write "*"');
  for (const glob of ['id', 'server'] as const) {
    if (Object.hasOwn(rule, glob)) checkGlob(rule[glob], `${key}.${glob}`);
  }
  if (Object.hasOwn(rule, 'source') && !SOURCES.includes(rule.source)) {
    throw invalid(`${key}.source`, `must be one of ${SOURCES.join(', ')}, not ${shown(rule.source)}`);
  }
  if (Object.hasOwn(rule, 'annotations')) checkAnnotations(rule.annotations, `${key}.annotations`);
  if (Object.hasOwn(rule, 'tags')) checkTags(rule.tags, `${key}.tags`);
}

function checkGlob(value: unknown, key: string): void {
  if (typeof value !== 'string') throw invalid(key, `must be a text, not ${typeName(value)}`);
  if (value.trim() === '') throw invalid(key, 'is empty');
  if (value.length > MAX_GLOB_LENGTH) throw invalid(key, `is longer than ${MAX_GLOB_LENGTH} characters`);
}

function checkAnnotations(value: unknown, key: string): void {
  if (!isObject(value) || Object.keys(value).length === 0) {
    throw invalid(key, `must be an object such as {"readOnlyHint": true}, not ${typeName(value)}`);
  }
  for (const [hint, wanted] of Object.entries(value)) {
    if (!['string', 'number', 'boolean'].includes(typeof wanted)) {
      throw invalid(`${key}.${hint}`, `must be true, false, a number or a text, not ${typeName(wanted)}`);
    }
  }
}

function checkTags(value: unknown, key: string): void {
  try {
    readFilter(value as FilterInput);
  } catch (cause) {
    throw invalid(key, cause instanceof Error ? `is no filter: ${cause.message}` : 'is no filter', cause);
  }
}

/** An object without keys that are not known. @throws ToolscoutError `CONFIG_INVALID` */
export function readObject(value: unknown, key: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw invalid(key, `must be an object with ${known.join(', ')}, not ${typeName(value)}`);
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return value;
  const nearest = nearestKey(unknown, known);
  const hint = nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${nearest}?`;
  // Elsewhere an unknown key is ignored with a warning; a mistyped "allow" would allow everything.
  throw invalid(`${key}.${unknown}`, `is not known; ${hint}`);
}

export function invalid(key: string, problem: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('CONFIG_INVALID', `${key} ${problem}`, {
    next: `Correct ${key}.`,
    details: { key, problem },
    cause,
  });
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 80)}"` : typeName(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
