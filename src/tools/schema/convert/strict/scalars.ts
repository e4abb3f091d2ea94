import type { JsonObject, JsonValue } from '../../../../shared/json.ts';
import { truncate } from '../../../../shared/truncate.ts';
import { hasType, type MutableObject } from '../../objects.ts';
import { defaultHint, fixedHint, type Lookup } from '../gemini-nodes.ts';
import { plainPart, type StrictPart, withDescription } from './part.ts';
import type { StrictRules } from './rules.ts';

const MAX_HINT = 200;

/** Pattern syntax beyond what both strict modes read: looking around, back references, word borders, classes by name. */
const NOT_PORTABLE = /\(\?(?!:)|\\[1-9bBkpPuxcAZzG]|\{\d{4,}/;

/** A text, as far as the dialect can hold a model to it; the rest in words. */
export function textPart(first: Lookup, rules: StrictRules): StrictPart {
  const node: MutableObject = { type: 'string' };
  const hints = [defaultHint(first)];
  const format = first('format');
  if (typeof format === 'string') {
    if (rules.formats.has(format)) node.format = format;
    else hints.push(`Format: ${truncate(format, 40)}.`);
  }
  const pattern = first('pattern');
  if (typeof pattern === 'string') {
    // A form and a pattern together are more than some compilers take.
    if (node.format === undefined && isPortable(pattern)) node.pattern = pattern;
    else hints.push(`Pattern: ${truncate(pattern, MAX_HINT)}`);
  }
  const least = first('minLength');
  const most = first('maxLength');
  if (typeof least === 'number' && least > 0) hints.push(`At least ${least} character${least === 1 ? '' : 's'}.`);
  if (typeof most === 'number') hints.push(`At most ${most} characters.`);
  return plainPart(withDescription(node, hints), (value) => typeof value === 'string');
}

function isPortable(pattern: string): boolean {
  if (NOT_PORTABLE.test(pattern)) return false;
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A number with its bounds, or with its bounds in words. */
export function numberPart(type: 'integer' | 'number', first: Lookup, rules: StrictRules): StrictPart {
  const node: MutableObject = { type };
  const hints = [defaultHint(first)];
  for (const [keyword, words] of BOUNDS) {
    const bound = first(keyword);
    if (typeof bound !== 'number') continue;
    if (rules.bounds) node[keyword] = bound;
    else hints.push(`${words} ${bound}.`);
  }
  return plainPart(
    withDescription(node, hints),
    // A whole number beyond 2^53 arrives as `bigint`.
    (value) => typeof value === 'bigint' || (type === 'integer' ? Number.isInteger(value) : typeof value === 'number'),
  );
}

const BOUNDS = [
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['exclusiveMinimum', 'More than'],
  ['exclusiveMaximum', 'Less than'],
  ['multipleOf', 'Multiple of'],
] as const;

export function booleanPart(first: Lookup): StrictPart {
  return plainPart(withDescription({ type: 'boolean' }, [defaultHint(first)]), (value) => typeof value === 'boolean');
}

export function nullPart(): StrictPart {
  return plainPart({ type: 'null' }, (value) => value === null);
}

/**
 * Fixed values; undefined where lists and objects are among them. `types`: those that the schema names, which a value
 * has to be of.
 */
export function fixedPart(
  values: readonly JsonValue[],
  types: readonly string[],
  first: Lookup,
  rules: StrictRules,
): StrictPart | undefined {
  const possible = values.filter((value) => types.length === 0 || types.some((type) => hasType(value, type)));
  if (possible.length === 0 || possible.some((value) => typeof value === 'object' && value !== null)) return undefined;
  const distinct = [...new Set(possible)];
  const own = distinct.map((value) => (value === null ? 'null' : (typeof value as string)));
  const words = [...new Set(own)];
  const exact = words.map((word) =>
    word === 'number' && !types.includes('number') && wholeOnly(distinct) ? 'integer' : word,
  );
  const type = exact.length === 1 ? exact[0]! : exact;
  const fits = (value: unknown) => distinct.includes(value as JsonValue);
  if (isTooLong(distinct, rules)) {
    return plainPart(withDescription({ type }, [fixedHint(first, 'string'), defaultHint(first)]), (value) =>
      exact.some((word) => hasType(value, word)),
    );
  }
  const schema: JsonObject = { type, enum: distinct };
  const part = plainPart(withDescription(schema, [defaultHint(first)]), fits);
  return rules.recases ? { ...part, restore: (value) => (fits(value) ? value : asListed(value, distinct)) } : part;
}

/** The one listed text that differs in capital letters only; otherwise the value as it is. */
function asListed(value: unknown, listed: readonly JsonValue[]): unknown {
  if (typeof value !== 'string') return value;
  const same = listed.filter((one) => typeof one === 'string' && one.toLowerCase() === value.toLowerCase());
  return same.length === 1 ? same[0] : value;
}

function wholeOnly(values: readonly JsonValue[]): boolean {
  return values.every((value) => typeof value !== 'number' || Number.isInteger(value));
}

function isTooLong(values: readonly JsonValue[], rules: StrictRules): boolean {
  if (values.length > rules.enumValues / 2) return true;
  if (values.length <= rules.longEnum) return false;
  return values.reduce<number>((sum, value) => sum + String(value).length, 0) > rules.longEnumCharacters;
}
