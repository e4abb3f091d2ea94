import { isObject } from '../../shared/json.ts';
import type { FilterExpression } from './expression.ts';
import { invalidFilter } from './invalid-filter.ts';
import { MAX_DEPTH, parseFilterText } from './parse-filter.ts';

/**
 * A filter as callers give it: text in the grammar of `parseFilterText`, the JSON of one as text, or JSON.
 *
 * - `{"tenant": "t1", "role": ["a", "b"]}`: every tag must hold one of its values.
 * - `{"and": […]}`, `{"or": […]}`, `{"not": …}`, of filters in turn; each may stand beside tags, as one more condition.
 * - `{"region": {"not": "eu"}}`, `{"region": {"in": ["us"]}}`.
 */
export type FilterInput = string | FilterObject;

export interface FilterObject {
  readonly [tag: string]: unknown;
}

/**
 * Reads a filter. One that grants nothing (an empty text, `{}`, a tag without a value) is read, and lets nothing
 * through.
 * @throws ToolscoutError `FILTER_INVALID` that names the position or the key.
 */
export function readFilter(input: FilterInput): FilterExpression {
  // Callers without types give anything.
  const value: unknown = input;
  if (typeof value === 'string')
    return value.trimStart().startsWith('{') ? readJsonText(value) : parseFilterText(value);
  if (value === null || (isObject(value) && Object.keys(value).length === 0)) return { op: 'none' };
  if (!isObject(value)) throw invalidFilter(`A filter is a text or an object, not ${describeType(value)}.`);
  return readObject(value, '', 0);
}

function readJsonText(text: string): FilterExpression {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidFilter('The filter starts like JSON but is none.', { cause });
  }
  return readFilter(value as FilterObject);
}

function readObject(object: Readonly<Record<string, unknown>>, path: string, depth: number): FilterExpression {
  if (depth > MAX_DEPTH) throw invalidFilter(`The filter nests more than ${MAX_DEPTH} deep.`, { details: { path } });
  const parts = Object.entries(object).map(([key, value]): FilterExpression => {
    const place = path === '' ? key : `${path}.${key}`;
    switch (key.toLowerCase()) {
      case 'and':
      case 'or':
        return { op: key.toLowerCase() as 'and' | 'or', parts: readParts(value, place, depth) };
      case 'not':
        return { op: 'not', part: readPart(value, place, depth) };
      default:
        return readTag(key, value, place);
    }
  });
  return parts.length === 1 ? parts[0]! : { op: 'and', parts };
}

function readParts(value: unknown, place: string, depth: number): readonly FilterExpression[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidFilter(`"${place}" of the filter must be a list of filters, not ${describeType(value)}.`);
  }
  return value.map((part, index) => readPart(part, `${place}[${index}]`, depth));
}

function readPart(value: unknown, place: string, depth: number): FilterExpression {
  if (!isObject(value) || Object.keys(value).length === 0) {
    throw invalidFilter(`"${place}" of the filter must be a filter, not ${describeType(value)}.`);
  }
  return readObject(value, place, depth + 1);
}

function readTag(tag: string, value: unknown, place: string): FilterExpression {
  if (!isObject(value)) return { op: 'in', tag, values: readValues(value, place) };
  const entries = Object.entries(value);
  const [operator, operand] = entries[0] ?? [];
  if (entries.length !== 1 || (operator !== 'in' && operator !== 'not')) {
    throw invalidFilter(`"${place}" of the filter must be a value, a list of values, {"in": […]} or {"not": …}.`);
  }
  const condition: FilterExpression = { op: 'in', tag, values: readValues(operand, `${place}.${operator}`) };
  return operator === 'in' ? condition : { op: 'not', part: condition };
}

function readValues(value: unknown, place: string): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => {
    if (typeof one === 'string') return one;
    if (typeof one === 'number' || typeof one === 'boolean') return String(one);
    throw invalidFilter(`"${place}" of the filter holds ${describeType(one)}; values are texts.`);
  });
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  return `a ${typeof value}`;
}
