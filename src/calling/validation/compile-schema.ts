import { Ajv2020, type AnySchemaObject, type ErrorObject, type FormatDefinition } from 'ajv/dist/2020.js';
import type { RegExpEngine } from 'ajv/dist/types/index.js';
import ajvFormats from 'ajv-formats';
import { type JsonObject, type JsonValue, stableStringify } from '../../shared/json.ts';
import { mapSubschemas } from '../../tools/index.ts';
import { createBoundedPattern } from './bounded-pattern.ts';
import { foldConstants, hardenSchema } from './harden.ts';

/** One failure with the schema and the data it is about. */
export type SchemaFailure = ErrorObject<string, Record<string, unknown>, unknown>;

/** A compiled schema. Checking throws where it would take too long or recurse without end. */
export interface CompiledSchema {
  readonly root: JsonObject;
  check(value: unknown): readonly SchemaFailure[];
  /** Checks against one subschema of the root, given by its pointer; undefined when there is none. */
  checkPart(pointer: string, value: unknown): readonly SchemaFailure[] | undefined;
}

const KEY = 'arguments';

/** Compiling grows faster than the schema, and nobody else is served meanwhile. Real schemas stay below 1,100. */
const MAX_SUBSCHEMAS = 2_000;

/**
 * Compiles a schema for arguments. Compiling means writing JavaScript and evaluating it: 1 ms for most schemas, about 70
 * for the largest real one (1,001 subschemas), so it is done at the first call of a tool and never while a catalog is put
 * together. Each schema has a compiler of its own (0.1 ms), which goes when the schema goes.
 *
 * Hardened: nothing is loaded, coerced or filled in; unknown keywords and formats say nothing; patterns are bounded;
 * enums are looked up instead of being written into code, where some thousand values overflow the stack.
 */
export function compileSchema(schema: JsonObject): CompiledSchema {
  const folded = foldConstants(schema);
  if (isLarger(folded, MAX_SUBSCHEMAS)) throw new Error(`more than ${MAX_SUBSCHEMAS} subschemas`);
  const root = countReferences(hardenSchema(folded));
  let steps = 0;
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    validateSchema: false,
    meta: false,
    logger: false,
    // Otherwise an argument named `constructor` is there before anybody gave it.
    ownProperties: true,
    // Both halve the time to compile and cost nothing that shows when one call is checked at a time.
    inlineRefs: false,
    code: { regExp: boundedRegExp, optimize: false },
  });
  replaceKeywords(ajv);
  ajv.addKeyword({
    keyword: STEP,
    schema: false,
    validate: () => {
      if (++steps > MAX_STEPS) throw new Error(`more than ${MAX_STEPS} steps`);
      return true;
    },
  });
  ajv.addSchema(root as AnySchemaObject, KEY);
  const validate = ajv.getSchema(KEY);
  if (validate === undefined) throw new Error('the schema was not compiled');
  return {
    root,
    check(value) {
      steps = 0;
      return validate(value) ? [] : ((validate.errors ?? []) as readonly SchemaFailure[]);
    },
    checkPart(pointer, value) {
      steps = 0;
      const part = ajv.getSchema(`${KEY}${pointer}`);
      if (part === undefined) return undefined;
      return part(value) ? [] : ((part.errors ?? []) as readonly SchemaFailure[]);
    },
  };
}

/** Our own keyword: counts. */
const STEP = 'x-step';
/** References followed in one check. Unions of references to unions can ask for more of them than there are atoms. */
const MAX_STEPS = 1_000_000;

/** Only through references can checking take longer than schema and data together, so there the steps are counted. */
function countReferences(node: JsonObject): JsonObject {
  const mapped = mapSubschemas(node, (child) => (typeof child === 'boolean' ? child : countReferences(child)));
  return mapped.$ref === undefined ? mapped : { ...mapped, [STEP]: true };
}

function isLarger(schema: JsonObject, most: number): boolean {
  let count = 0;
  const open: JsonObject[] = [schema];
  for (let node = open.pop(); node !== undefined && count <= most; node = open.pop()) {
    mapSubschemas(node, (child) => {
      count++;
      if (typeof child !== 'boolean') open.push(child);
      return child;
    });
  }
  return count > most;
}

/** Bad patterns are taken out before; an engine has to answer all the same. */
const boundedRegExp: RegExpEngine = Object.assign(
  (pattern: string) => createBoundedPattern(pattern) ?? { test: () => true, toString: () => `/${pattern}/` },
  { code: 'boundedRegExp' },
);

function replaceKeywords(ajv: Ajv2020): void {
  for (const keyword of ['enum', 'format', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'enum', schemaType: 'array', compile: enumCheck, error: { message: 'enum' } });
  ajv.addKeyword({ keyword: 'format', schemaType: 'string', compile: formatCheck, error: { message: 'format' } });
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: multipleCheck,
    error: { message: 'multipleOf' },
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    compile: uniqueCheck,
    error: { message: 'uniqueItems' },
  });
}

function enumCheck(values: readonly JsonValue[]): (value: unknown) => boolean {
  const plain = new Set<unknown>();
  const structured = new Set<string>();
  for (const value of values) {
    if (typeof value === 'object' && value !== null) structured.add(stableStringify(value));
    else plain.add(value);
  }
  return (value) =>
    typeof value === 'object' && value !== null
      ? structured.size > 0 && structured.has(stableStringify(value))
      : plain.has(value);
}

/** 19.99 is no multiple of 0.01 to a processor: the nearest multiple may be off by what two roundings cost. */
function multipleCheck(step: number): (value: number) => boolean {
  return (value) => Math.abs(Math.round(value / step) * step - value) <= 4 * Number.EPSILON * Math.abs(value);
}

/** Linear in the number of items, where comparing all pairs is not. */
function uniqueCheck(isUnique: boolean): (value: readonly unknown[]) => boolean {
  return (value) => !isUnique || new Set(value.map(stableStringify)).size === value.length;
}

/** Formats that are checked. All others are remarks: what a server means by `color` or `int64` only it knows. */
const FORMATS = ['date-time', 'date', 'time', 'duration', 'uri', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'] as const;
const FORMAT_NAMES: ReadonlySet<string> = new Set(FORMATS);

function formatCheck(name: string): (value: unknown) => boolean {
  if (!FORMAT_NAMES.has(name)) return () => true;
  const format: unknown = ajvFormats.default.get(name as (typeof FORMATS)[number], 'fast');
  // The package gives the expression, or an object that holds it.
  const expression = (format instanceof RegExp ? format : (format as FormatDefinition<string>).validate) as RegExp;
  return (value) => typeof value !== 'string' || expression.test(value);
}
