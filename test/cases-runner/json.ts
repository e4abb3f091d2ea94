import { stringifyExact } from '../../src/shared/exact-json.ts';

/** Small readers for foreign JSON, shared by the whole runner. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function own(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value, or its items where it is a list. Nothing at all gives an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** As {@link listOf}, with everything that is no text left out. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** What stands at the end of a path of keys; list positions are numbers or digits. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const step of path) {
    current = Array.isArray(current) ? current[Number(step)] : own(current, String(step));
  }
  return current;
}

/** `a.b.0` or `["a", "b", 0]` as a list of steps. */
export function pathOf(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string') return value === '' ? [] : value.split('.');
  return listOf(value).filter((step) => typeof step === 'string' || typeof step === 'number');
}

/** Every text in the value, keys of objects included. Does not recurse, because some inputs are nested on purpose. */
export function textLeaves(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') found.push(next);
    else if (Array.isArray(next)) open.push(...next);
    else if (isObject(next)) {
      found.push(...Object.keys(next));
      open.push(...Object.values(next));
    }
  }
  return found;
}

/** Compact JSON; what cannot be written as JSON (nested too deep) falls back to its texts. */
export function toJson(value: unknown): string {
  try {
    return stringifyExact(value) ?? 'undefined';
  } catch {
    return textLeaves(value).join('\n');
  }
}

/** A short form for messages. */
export function shown(value: unknown, maxLength = 160): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : toJson(value);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`;
}
