import { deepFreeze } from '../../../shared/freeze.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { KEYWORDS } from '../keywords.ts';
import { listAt, type MutableObject, omit, typesOf } from '../objects.ts';
import { referenceOf } from '../pointer.ts';
import { normalizeDocument } from './normalize-document.ts';
import { createReferenceFinder, type ReferenceFinder } from './references.ts';
import { readTypeWord } from './type-words.ts';

/** An argument schema as we use it everywhere: shown, indexed and validated against. */
export interface InputSchemaReading {
  /** Root type is always `object`; references are local; no `$schema`, no `$id`. The input itself when it was sound. */
  readonly schema: JsonObject;
  /** What had to be mended, in words, without a full stop. Empty for sound schemas. */
  readonly repairs: readonly string[];
  /** The server's root was no object: arguments `{value: x}` stand for `x`. */
  readonly wrapped: boolean;
}

/** Longest chain of references followed at the root. */
const MAX_STEPS = 16;
/** Most schemas asked whether the root can be an object. */
const MAX_ASKED = 1_000;

const NO_PARAMETERS: JsonObject = deepFreeze({ type: 'object', properties: {} });

/**
 * Reads the `inputSchema` that a server sent, whatever it is, into an object schema of the 2020-12 dialect. Meaning is
 * kept; what has none is opened up and reported. Never throws, never changes the input.
 */
export function readInputSchema(raw: unknown): InputSchemaReading {
  if (raw === undefined || raw === null) return none('missing, read as taking no arguments');
  if (typeof raw === 'boolean') return none(`${raw} in place of an object schema, read as naming no arguments`);
  if (!isObject(raw)) return none('not a schema, read as naming no arguments');
  const document = raw as JsonObject;
  const { root, notes, wrapped } = objectRoot(document);
  const { schema, repairs } = normalizeDocument(document, root);
  return { schema, repairs: notes.length === 0 ? repairs : [...notes, ...repairs], wrapped };
}

function none(repair: string): InputSchemaReading {
  return { schema: NO_PARAMETERS, repairs: [repair], wrapped: false };
}

interface ObjectRoot {
  readonly root: JsonObject;
  readonly notes: readonly string[];
  readonly wrapped: boolean;
}

/** The document itself, or what has to stand in its place so that the root is an object schema. */
function objectRoot(document: JsonObject): ObjectRoot {
  const notes: string[] = [];
  const keep = (root: JsonObject): ObjectRoot => ({ root, notes, wrapped: false });
  const words = typesOf(document).map((word) => readTypeWord(word));
  const known = words.filter((word) => word !== undefined && word !== 'any');

  if (known.length > 0 && !known.includes('object')) return wrap(document);
  if (document.type === 'object' && document.$ref === undefined && document.nullable === undefined) {
    return keep(document);
  }
  if (document.type !== undefined && document.type !== 'object') notes.push('root type read as "object"');
  if (known.length > 0) return keep(inlineRoot({ ...omit(document, 'nullable'), type: 'object' }, document));

  if (isBarePropertyMap(document)) {
    return {
      root: { type: 'object', properties: document },
      notes: ['bare map of properties put under "properties"'],
      wrapped: false,
    };
  }
  if (!canBeObject(document)) return wrap(document);
  if (document.type === undefined) notes.push('root without a type read as an object');
  return keep(inlineRoot({ ...omit(document, 'nullable'), type: 'object' }, document));
}

function wrap(document: JsonObject): ObjectRoot {
  const description = document.description;
  return {
    root: {
      type: 'object',
      ...(typeof description === 'string' ? { description } : {}),
      properties: { value: document },
      required: ['value'],
    },
    notes: ['root that is not an object wrapped as the argument "value"'],
    wrapped: true,
  };
}

/** `{"city": {"type": "string"}}`: somebody forgot the object around the parameters. */
function isBarePropertyMap(document: JsonObject): boolean {
  const keys = Object.keys(document);
  return keys.length > 0 && keys.every((key) => !holdsSchemas(key) && looksLikeSchema(document[key]));
}

function holdsSchemas(key: string): boolean {
  const shape = KEYWORDS.get(key);
  return shape === 'schema' || shape === 'schemas' || shape === 'schemaMap' || key === 'definitions';
}

function looksLikeSchema(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false;
  return ['type', '$ref', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((keyword) => Object.hasOwn(value, keyword));
}

/** Could any object be valid? Arguments are always an object, so a root that says no needs wrapping. */
function canBeObject(document: JsonObject): boolean {
  const finder = createReferenceFinder(document);
  // An answer for each schema, because references can lead to the same one in countless ways.
  const answers = new Map<JsonObject, boolean>();
  const ask = (node: JsonValue): boolean => {
    if (typeof node === 'boolean' || !isObject(node)) return node !== false;
    const schema = node as JsonObject;
    const known = answers.get(schema);
    if (known !== undefined) return known;
    if (answers.size >= MAX_ASKED) return true;
    // Met again on the way down, it says nothing by itself.
    answers.set(schema, true);
    const answer = ownRulesAllowObject(schema) && partsAllowObject(schema, finder, ask);
    answers.set(schema, answer);
    return answer;
  };
  return ask(document);
}

function ownRulesAllowObject(schema: JsonObject): boolean {
  const words = typesOf(schema).map((word) => readTypeWord(word) ?? 'any');
  if (words.length > 0 && !words.includes('object') && !words.includes('any')) return false;
  if (schema.const !== undefined && !isObject(schema.const)) return false;
  const values = listAt(schema, 'enum');
  if (values.length > 0 && !values.some((value) => isObject(value))) return false;
  return words.length > 0 || !Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'properties');
}

function partsAllowObject(schema: JsonObject, finder: ReferenceFinder, ask: (node: JsonValue) => boolean): boolean {
  const reference = referenceOf(schema);
  const target = reference === undefined ? undefined : finder.find(reference, undefined);
  if (target !== undefined && !ask(target)) return false;
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listAt(schema, keyword);
    if (branches.length > 0 && !branches.some(ask)) return false;
  }
  return listAt(schema, 'allOf').every(ask);
}

/**
 * Replaces a `$ref` at the root by what it points to, because most readers look for `properties` there. Where other
 * rules stand beside it, the reference moves into `allOf` and both hold.
 */
function inlineRoot(root: JsonObject, document: JsonObject): JsonObject {
  const finder = createReferenceFinder(document);
  let result = root;
  for (let step = 0; step < MAX_STEPS; step++) {
    const reference = referenceOf(result);
    if (reference === undefined) return result;
    const target = finder.find(reference, undefined);
    const rest = omit(result, '$ref');
    if (!isObject(target) || target === document) return rest;
    if (!Object.keys(rest).every((key) => BESIDE_A_REFERENCE.has(key)) || hasDefinitions(target as JsonObject)) {
      return { ...rest, allOf: [...listAt(rest, 'allOf'), { $ref: reference }] };
    }
    // Arguments are never null, whatever the definition allows where it is used otherwise.
    const merged: MutableObject = { ...omit(target as JsonObject, 'nullable'), ...rest, type: 'object' };
    result = merged;
  }
  return omit(result, '$ref');
}

function hasDefinitions(node: JsonObject): boolean {
  return Object.hasOwn(node, '$defs') || Object.hasOwn(node, 'definitions');
}

const BESIDE_A_REFERENCE: ReadonlySet<string> = new Set([
  'type',
  '$defs',
  'definitions',
  'components',
  '$schema',
  '$id',
  'id',
  'title',
  'description',
  '$comment',
]);
