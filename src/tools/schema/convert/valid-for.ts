import { isObject } from '../../../shared/json.ts';
import { isSchemaNode } from '../objects.ts';
import { parsePointer, valueAt } from '../pointer.ts';
import type { PlainTarget } from './convert.ts';

/**
 * Checks a declared argument schema against a provider's rules, as far as they are known, and lists what it would
 * refuse. Written apart from the converter and with tables of its own, so that one can find the other's mistakes.
 */
export function isSchemaValidFor(schema: unknown, target: PlainTarget): string[] {
  const problems: string[] = [];
  if (!isObject(schema)) return ['the schema is not an object'];
  if (schema.type !== 'object') problems.push('root: type is not "object"');
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref', 'if']) {
    if (Object.hasOwn(schema, keyword)) problems.push(`root: ${keyword} is not allowed`);
  }
  if (target === 'gemini') checkGemini(schema, '', problems, 0);
  else checkJsonSchema(schema, schema, '', problems, target, 0);
  return problems;
}

const MAX_DEPTH = 200;
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const TYPE_WORDS = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function checkGemini(node: unknown, path: string, problems: string[], depth: number): void {
  const report = (what: string) => problems.push(`${path === '' ? 'root' : path}: ${what}`);
  if (!isObject(node)) return void report('not an object');
  if (depth > MAX_DEPTH) return void report('nested too deep');
  for (const keyword of Object.keys(node)) if (!GEMINI_KEYWORDS.has(keyword)) report(`unknown keyword ${keyword}`);
  if (node.description !== undefined && typeof node.description !== 'string') report('description is not a text');
  if (node.nullable !== undefined && typeof node.nullable !== 'boolean') report('nullable is not a boolean');
  if (node.anyOf !== undefined) {
    if (Object.keys(node).length > 1) report('anyOf has company');
    if (!Array.isArray(node.anyOf) || node.anyOf.length < 2) return void report('anyOf is not a list of two or more');
    for (const [index, branch] of node.anyOf.entries())
      checkGemini(branch, `${path}/anyOf/${index}`, problems, depth + 1);
    return;
  }
  if (!GEMINI_TYPES.has(node.type)) report(`type ${JSON.stringify(node.type)}`);
  for (const bound of ['minimum', 'maximum', 'minItems', 'maxItems']) {
    if (node[bound] !== undefined && typeof node[bound] !== 'number') report(`${bound} is not a number`);
  }
  if (node.enum !== undefined) {
    const values: readonly unknown[] = Array.isArray(node.enum) ? node.enum : [];
    if (values.length === 0 || node.type !== 'string') report('enum belongs to a string and has values');
    if (values.some((value) => typeof value !== 'string' || value === '')) report('enum value');
  }
  if (node.format !== undefined && !(GEMINI_FORMATS[String(node.type)] ?? []).includes(String(node.format))) {
    report(`format ${JSON.stringify(node.format)}`);
  }
  if (node.type === 'array') checkGemini(node.items, `${path}/items`, problems, depth + 1);
  else if (node.items !== undefined) report('items outside an array');
  checkMembers(node, report, (key, member) => checkGemini(member, `${path}/${key}`, problems, depth + 1));
  const names = isObject(node.properties) ? node.properties : {};
  if (Array.isArray(node.required)) {
    for (const name of node.required)
      if (!Object.hasOwn(names, String(name))) report(`required ${String(name)} is no property`);
  }
}

const GEMINI_TYPES: ReadonlySet<unknown> = new Set(['array', 'boolean', 'integer', 'number', 'object', 'string']);
const GEMINI_FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};
const GEMINI_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'properties',
  'required',
  'anyOf',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
]);

/** Names of properties and of `required`: the same for every target. */
function checkMembers(
  node: Record<string, unknown>,
  report: (what: string) => void,
  check: (key: string, member: unknown) => void,
): void {
  if (node.properties !== undefined) {
    if (!isObject(node.properties)) report('properties is not an object');
    else {
      for (const key of Object.keys(node.properties)) {
        if (!KEY.test(key)) report(`property name ${JSON.stringify(key)}`);
        check(key, node.properties[key]);
      }
    }
  }
  if (node.required === undefined) return;
  const isNames = Array.isArray(node.required) && node.required.every((name) => typeof name === 'string');
  if (!isNames) report('required is not a list of names');
  else if (new Set(node.required as string[]).size !== (node.required as string[]).length)
    report('required repeats a name');
}

function checkJsonSchema(
  node: unknown,
  root: Record<string, unknown>,
  path: string,
  problems: string[],
  target: PlainTarget,
  depth: number,
): void {
  const report = (what: string) => problems.push(`${path === '' ? 'root' : path}: ${what}`);
  const check = (child: unknown, step: string) =>
    checkJsonSchema(child, root, `${path}/${step}`, problems, target, depth + 1);
  if (!isObject(node)) return void report('subschema is not an object');
  if (depth > MAX_DEPTH) return void report('nested too deep');
  checkShapes(node, report);
  checkType(node, target, report);
  if (node.$ref !== undefined && !isLocalTarget(root, node.$ref)) report(`reference ${JSON.stringify(node.$ref)}`);
  checkMembers(node, report, (key, member) => check(member, `properties/${key}`));
  for (const keyword of ['$defs', 'patternProperties', 'dependentSchemas']) {
    const members = node[keyword];
    if (members !== undefined && !isObject(members)) report(`${keyword} is not an object`);
    else if (isObject(members)) for (const key of Object.keys(members)) check(members[key], `${keyword}/${key}`);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const list = node[keyword];
    if (list !== undefined && (!Array.isArray(list) || list.length === 0)) report(`${keyword} is not a list`);
    else if (Array.isArray(list)) for (const [index, child] of list.entries()) check(child, `${keyword}/${index}`);
  }
  for (const keyword of ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'contentSchema']) {
    if (node[keyword] !== undefined) check(node[keyword], keyword);
  }
  for (const keyword of ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']) {
    const child = node[keyword];
    const mayBeBoolean = keyword !== 'items' || target === 'anthropic';
    if (child !== undefined && !(typeof child === 'boolean' && mayBeBoolean)) check(child, keyword);
  }
}

function checkType(node: Record<string, unknown>, target: PlainTarget, report: (what: string) => void): void {
  const { type } = node;
  const words: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (type !== undefined && (words.length === 0 || new Set(words).size !== words.length)) report('type list');
  for (const word of words) if (!TYPE_WORDS.includes(String(word))) report(`type ${JSON.stringify(word)}`);
  if (target === 'openai' && words.includes('array') && !isObject(node.items)) report('array without items');
}

const SHAPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  $schema: () => false,
  $id: () => false,
  id: () => false,
  definitions: () => false,
  dependencies: () => false,
  additionalItems: () => false,
  nullable: () => false,
  title: isText,
  description: isText,
  $comment: isText,
  format: isText,
  pattern: isPattern,
  enum: (value) => Array.isArray(value) && value.length > 0,
  examples: Array.isArray,
  dependentRequired: isObject,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: isBoolean,
  deprecated: isBoolean,
  readOnly: isBoolean,
  writeOnly: isBoolean,
};

function checkShapes(node: Record<string, unknown>, report: (what: string) => void): void {
  for (const keyword of Object.keys(node)) {
    if (Object.hasOwn(SHAPES, keyword) && !SHAPES[keyword]!(node[keyword]))
      report(`${keyword} has a value it may not have`);
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') !== undefined;
  } catch {
    return false;
  }
}

function isLocalTarget(root: Record<string, unknown>, reference: unknown): boolean {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return false;
  const tokens = parsePointer(reference);
  return tokens !== undefined && isSchemaNode(valueAt(root, tokens));
}
