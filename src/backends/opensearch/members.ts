import { isObject, own } from '../../shared/json.ts';

/** What lies at a path within a foreign value; undefined where anything on the way is missing. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) at = isObject(at) ? own(at, key) : undefined;
  return at;
}

/** The same as a list; empty where it is none. */
export function list(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const at = member(value, ...path);
  return Array.isArray(at) ? at : [];
}

/** The same as a number; 0 where it is none. */
export function number(value: unknown, ...path: readonly string[]): number {
  const at = member(value, ...path);
  return typeof at === 'number' ? at : 0;
}
