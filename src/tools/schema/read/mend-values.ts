import { isDeeperThan, isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { sanitizeText } from '../../sanitize.ts';
import { MAX_SCHEMA_DEPTH } from '../keywords.ts';
import { hasType, typesOf } from '../objects.ts';
import type { NodeDraft } from './node-draft.ts';
import { readTypeWord } from './type-words.ts';
import type { Walk } from './walk.ts';

/** The keywords that hold no subschema: each function mends one, or drops it where it says nothing. */

export function dropKeyword(draft: NodeDraft, keyword: string, walk: Walk): void {
  walk.repairs.note(`malformed "${keyword}" dropped`, walk.path);
  draft.delete(keyword);
}

export function normalizeType(draft: NodeDraft, value: JsonValue, walk: Walk): void {
  if (typeof value === 'string') {
    const word = readTypeWord(value);
    if (word === value && word !== 'any') return;
    replaceType(draft, value, word === undefined || word === 'any' ? undefined : word, walk);
    return;
  }
  if (!Array.isArray(value)) {
    dropKeyword(draft, 'type', walk);
    return;
  }
  const words = new Set<string>();
  for (const entry of value) {
    const word = entry === null ? 'null' : typeof entry === 'string' ? readTypeWord(entry) : undefined;
    if (word === undefined || word === 'any') {
      replaceType(draft, String(entry), undefined, walk);
      return;
    }
    words.add(word);
  }
  if (words.size === 0) {
    dropKeyword(draft, 'type', walk);
    return;
  }
  if (words.size === value.length && value.every((entry) => words.has(entry as string))) return;
  replaceType(draft, value.join('|'), [...words], walk);
}

function replaceType(draft: NodeDraft, from: string, to: string | readonly string[] | undefined, walk: Walk): void {
  const shown = JSON.stringify(from.slice(0, 40));
  walk.repairs.note(to === undefined ? `type ${shown} opened up` : `type ${shown} read as "${to}"`, walk.path);
  if (to === undefined) draft.delete('type');
  else draft.set('type', to);
}

export function normalizeText(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk): void {
  if (typeof value !== 'string') {
    if (value === null) {
      draft.delete(keyword);
      return;
    }
    dropKeyword(draft, keyword, walk);
    return;
  }
  const { text, hidden } = sanitizeText(value, Number.MAX_SAFE_INTEGER);
  if (hidden === 0) return;
  walk.repairs.note(`hidden characters removed from "${keyword}"`, walk.path);
  draft.set(keyword, text);
}

export function normalizeNumber(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk): void {
  if (typeof value === 'boolean') {
    if (keyword === 'exclusiveMinimum') {
      normalizeExclusive(draft, keyword, 'minimum', value, walk);
      return;
    }
    if (keyword === 'exclusiveMaximum') {
      normalizeExclusive(draft, keyword, 'maximum', value, walk);
      return;
    }
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || (keyword === 'multipleOf' && number <= 0)) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  if (number === value) return;
  walk.repairs.note(`"${keyword}" given as a text read as a number`, walk.path);
  draft.set(keyword, number);
}

/** Draft 04: `"minimum": 0, "exclusiveMinimum": true` says what `"exclusiveMinimum": 0` says today. */
function normalizeExclusive(
  draft: NodeDraft,
  keyword: string,
  bound: 'minimum' | 'maximum',
  exclusive: boolean,
  walk: Walk,
): void {
  walk.repairs.note(`boolean "${keyword}" of an older draft rewritten`, walk.path);
  draft.delete(keyword);
  const limit = draft.raw[bound];
  if (!exclusive || typeof limit !== 'number') return;
  draft.delete(bound);
  draft.set(keyword, limit);
}

export function normalizeRequired(draft: NodeDraft, value: JsonValue, walk: Walk): void {
  // Draft 03 puts a boolean on the property itself; `adoptPropertyRequired` of the parent takes it up.
  if (typeof value === 'boolean') {
    if (value) walk.requiredProperties++;
    draft.delete('required');
    return;
  }
  if (typeof value === 'string') {
    walk.repairs.note('"required" that is not a list read as a list of one', walk.path);
    draft.set('required', [value]);
    return;
  }
  if (!Array.isArray(value)) {
    dropKeyword(draft, 'required', walk);
    return;
  }
  const names = [...new Set(value.filter((name) => typeof name === 'string'))];
  if (names.length === value.length) return;
  walk.repairs.note('"required" cleared of duplicates and things that are not names', walk.path);
  draft.set('required', names);
}

/** Collects `"required": true` from the properties, as draft 03 and many hand-written schemas have it. */
export function adoptPropertyRequired(draft: NodeDraft, properties: JsonObject | undefined, walk: Walk): void {
  if (properties === undefined) return;
  const names: string[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (isObject(property) && property.required === true) names.push(name);
  }
  if (names.length === 0) return;
  walk.repairs.note('"required" on a property moved to its object', walk.path);
  const listed = draft.get('required');
  draft.set('required', [...new Set([...(Array.isArray(listed) ? listed : []), ...names])]);
}

/** A closed object that requires a name it does not know can never be given; the name is then a leftover. */
export function dropImpossibleRequired(draft: NodeDraft, walk: Walk): void {
  const required = draft.get('required');
  if (!Array.isArray(required) || draft.get('additionalProperties') !== false || draft.has('patternProperties')) return;
  const properties = draft.get('properties');
  const possible = required.filter((name) => isObject(properties) && Object.hasOwn(properties, String(name)));
  if (possible.length === required.length) return;
  walk.repairs.note('"required" names that the closed object does not have dropped', walk.path);
  draft.set('required', possible);
}

/**
 * `"type": "string", "enum": [1, 2]` accepts nothing; the values are what the author looked at. Only at the root the
 * type is what counts, because arguments are always an object.
 */
export function dropImpossibleType(draft: NodeDraft, walk: Walk, isRoot: boolean): void {
  const values = draft.get('enum');
  if (!Array.isArray(values)) return;
  const types = typesOf(draft.finish());
  if (types.length === 0 || values.some((value) => types.some((type) => hasType(value, type)))) return;
  walk.repairs.note('"type" and "enum" without a common value loosened', walk.path);
  draft.delete(isRoot ? 'enum' : 'type');
}

export function isNamesMap(value: JsonValue): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((names) => Array.isArray(names) && names.every((name) => typeof name === 'string'))
  );
}

export function normalizeValues(draft: NodeDraft, keyword: string, value: JsonValue, walk: Walk): void {
  if (isDeeperThan(value, MAX_SCHEMA_DEPTH)) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  if (!Array.isArray(value)) {
    if (isObject(value) || value === null) {
      dropKeyword(draft, keyword, walk);
      return;
    }
    walk.repairs.note(`"${keyword}" that is not a list read as a list of one`, walk.path);
    draft.set(keyword, [value]);
    return;
  }
  if (keyword !== 'enum') return;
  if (value.length === 0) {
    dropKeyword(draft, keyword, walk);
    return;
  }
  const distinct = new Set(value);
  if (distinct.size === value.length) return;
  walk.repairs.note('repeated "enum" values dropped', walk.path);
  draft.set('enum', [...distinct]);
}
