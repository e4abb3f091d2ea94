import { nearestKey } from '../../shared/edit-distance.ts';
import { isObject, type JsonObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { escapeHidden, toTypeText } from '../../tools/index.ts';
import type { ArgumentProblem } from './argument-validator.ts';
import type { SchemaFailure } from './compile-schema.ts';

const MAX_EXPECTED = 200;
const MAX_FORMS = 400;
const MAX_NAME = 60;
/** Enum values and argument names listed in a message. */
const MAX_LISTED = 10;
/** Comparing with more values than this takes longer than it helps. */
const MAX_COMPARED = 1_000;

/** One failure as a problem: place, what was expected, what kind of thing came. No given value is repeated. */
export function describeFailure(failure: SchemaFailure, prefix: string, root: JsonObject): ArgumentProblem {
  const { keyword, params, data } = failure;
  const place = prefix + failure.instancePath;
  const parent = (failure.parentSchema ?? {}) as JsonObject;
  switch (keyword) {
    case 'required':
      return missing(place, String(params.missingProperty), parent, data, root);
    case 'dependentRequired':
      return {
        path: below(place, String(params.missingProperty)),
        message: `missing ${quote(params.missingProperty)}, which ${quote(params.property)} needs`,
      };
    case 'additionalProperties':
      return unknown(place, String(params.additionalProperty), parent);
    case 'unevaluatedProperties':
      return unknown(place, String(params.unevaluatedProperty), parent);
    case 'propertyNames':
      return { path: below(place, String(params.propertyName)), message: 'a name that is not allowed here' };
    default:
      return withExpected(place, `${expectation(failure, root)}${got(keyword, data)}`, failure, root);
  }
}

function withExpected(path: string, message: string, failure: SchemaFailure, root: JsonObject): ArgumentProblem {
  const expected = SAYS_ALL.has(failure.keyword) ? 'unknown' : typeText(failure.parentSchema as JsonObject, root);
  return expected === 'unknown' ? { path, message } : { path, message, expected };
}

/** Keywords whose message lists all that `expected` could say. */
const SAYS_ALL: ReadonlySet<string> = new Set(['enum', 'const', 'anyOf', 'oneOf']);

/** A signature calls whole numbers `number`; a model that has to mend one needs the difference. */
function typeText(node: JsonObject, root: JsonObject): string {
  return node.type === 'integer' ? 'integer' : truncate(toTypeText(node, root), MAX_EXPECTED);
}

/** The forms of a union, with the members of objects written out once. */
function formsText(node: JsonObject, root: JsonObject): string {
  const text = truncate(toTypeText(node, root, { depth: 1, values: 4, budget: 2_000 }), MAX_FORMS);
  return text === 'unknown' ? 'one of several forms' : text;
}

function missing(place: string, name: string, parent: JsonObject, data: unknown, root: JsonObject): ArgumentProblem {
  const { properties } = parent;
  const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const expected = isObject(own) ? typeText(own as JsonObject, root) : '';
  const strangers = isObject(data)
    ? Object.keys(data).filter((key) => !isObject(properties) || !Object.hasOwn(properties, key))
    : [];
  const meant = nearestKey(name, strangers);
  const hint = meant === undefined ? '' : `; was it meant by ${quote(meant)}?`;
  return {
    path: below(place, name),
    message: `missing required ${quote(name)}${hint}`,
    ...(expected === '' ? {} : { expected }),
  };
}

function unknown(place: string, name: string, parent: JsonObject): ArgumentProblem {
  const known = isObject(parent.properties) ? Object.keys(parent.properties) : [];
  const meant = nearestKey(name, known);
  const hint = meant === undefined ? '' : `; did you mean ${quote(meant)}?`;
  const patterns = isObject(parent.patternProperties) ? Object.keys(parent.patternProperties) : [];
  const shown = [...known, ...patterns.map((pattern) => `/${pattern}/`)];
  const list =
    shown.length === 0
      ? '; none are'
      : `; known here: ${listed(shown.map((key) => escapeHidden(truncate(key, MAX_NAME))))}`;
  return { path: below(place, name), message: `${quote(name)} is not allowed${hint}${list}` };
}

/** What the keyword asks for. */
function expectation({ keyword, params, schema, data, parentSchema }: SchemaFailure, root: JsonObject): string {
  switch (keyword) {
    case 'type':
      return `expected ${Array.isArray(schema) ? schema.join(' or ') : String(schema)}`;
    case 'enum':
      return expectedValue(Array.isArray(schema) ? schema : [], data);
    case 'const':
      return `expected ${literal(schema)}`;
    case 'anyOf':
      return `expected ${formsText(parentSchema as JsonObject, root)}`;
    case 'oneOf':
      return Array.isArray(params.passingSchemas)
        ? 'fits more than one of the forms that exclude each other'
        : `expected ${formsText(parentSchema as JsonObject, root)}`;
    case 'format':
      return `expected text in the format ${truncate(String(schema), MAX_NAME)}`;
    case 'pattern':
      return `expected text that matches ${escapeHidden(truncate(String(schema), MAX_EXPECTED))}`;
    case 'minLength':
    case 'maxLength':
      return `expected ${bound(keyword)} ${String(schema)} characters`;
    case 'minItems':
    case 'maxItems':
      return `expected ${bound(keyword)} ${String(schema)} items`;
    case 'minProperties':
    case 'maxProperties':
      return `expected ${bound(keyword)} ${String(schema)} members`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `expected a number ${String(params.comparison)} ${String(schema)}`;
    case 'multipleOf':
      return `expected a multiple of ${String(schema)}`;
    case 'uniqueItems':
      return 'expected items that differ from each other';
    case 'contains':
      return `expected ${String(params.minContains ?? 1)} or more fitting items`;
    case 'not':
      return 'fits a form that is not allowed here';
    default:
      return `does not fit the rule ${JSON.stringify(keyword)}`;
  }
}

function bound(keyword: string): string {
  return keyword.startsWith('min') ? 'at least' : 'at most';
}

function expectedValue(values: readonly unknown[], data: unknown): string {
  const texts = values.filter((value): value is string => typeof value === 'string');
  const meant =
    typeof data === 'string' && data.length <= MAX_NAME * 2
      ? nearestKey(data, texts.slice(0, MAX_COMPARED))
      : undefined;
  const hint = meant === undefined ? '' : `; did you mean ${literal(meant)}?`;
  return `expected one of ${listed(values.slice(0, MAX_LISTED).map(literal), values.length)}${hint}`;
}

function listed(names: readonly string[], total: number = names.length): string {
  const shown = names.slice(0, MAX_LISTED);
  const more = total - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The kind of thing that came, for keywords where it is not clear from the expectation. */
function got(keyword: string, data: unknown): string {
  if (keyword === 'type' || keyword === 'const' || keyword === 'anyOf') return `, got ${kindOf(data)}`;
  if (keyword === 'enum') return typeof data === 'string' ? ', got another text' : `, got ${kindOf(data)}`;
  if (keyword.endsWith('Length') && typeof data === 'string') return `, got ${[...data].length}`;
  if (keyword.endsWith('Items') && Array.isArray(data) && keyword !== 'uniqueItems') return `, got ${data.length}`;
  return '';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value === undefined ? 'nothing' : typeof value;
}

function literal(value: unknown): string {
  return escapeHidden(truncate(JSON.stringify(value) ?? 'nothing', MAX_NAME));
}

function quote(name: unknown): string {
  return escapeHidden(JSON.stringify(truncate(String(name), MAX_NAME)));
}

function below(place: string, name: string): string {
  return `${place}/${truncate(name, MAX_NAME).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
