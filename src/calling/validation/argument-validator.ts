import { errorMessage } from '../../errors.ts';
import { withPlainNumbers } from '../../shared/exact-json.ts';
import type { JsonObject } from '../../shared/json.ts';
import { isDeeperThan, isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { type CompiledSchema, compileSchema } from './compile-schema.ts';
import { explainFailures } from './explain.ts';

/** One thing that is wrong with arguments, for a model to put right. Says nothing of the values that were given. */
export interface ArgumentProblem {
  /** Place in the arguments as a JSON pointer, such as `/labels/0`; empty for the arguments themselves. */
  readonly path: string;
  /** What was expected and what kind of thing came, in one short sentence without a full stop. */
  readonly message: string;
  /** Type of what belongs there, in the words of a signature. */
  readonly expected?: string;
}

export type ValidationOutcome =
  /** `unchecked` says why nothing was checked: the schema is beyond us, and the server decides. */
  | { readonly valid: true; readonly unchecked?: string }
  | {
      readonly valid: false;
      readonly problems: readonly ArgumentProblem[];
      /** Every place that something was refused at, the branches of unions included; JSON pointers, deepest first. */
      readonly places: readonly string[];
    };

/** Checks arguments; never changes, coerces or fills them in, and never throws. */
export type ArgumentValidator = (args: unknown) => ValidationOutcome;

/** Problems reported at once. More do not help a model that reads them. */
const MAX_PROBLEMS = 5;
/** Data nested deeper than this is refused where checking it exhausts the stack. */
const MAX_DATA_DEPTH = 500;

const validators = new WeakMap<JsonObject, ArgumentValidator>();

/**
 * Validator for a schema that was read, remembered per schema object. Nothing is compiled before the first use, so
 * making one costs nothing. A schema that cannot be compiled accepts everything and says so.
 */
export function createArgumentValidator(schema: JsonObject): ArgumentValidator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = createValidator(schema);
  validators.set(schema, validator);
  return validator;
}

function createValidator(schema: JsonObject): ArgumentValidator {
  let state: { readonly compiled: CompiledSchema } | { readonly unchecked: string } | undefined;
  return (args) => {
    state ??= compile(schema);
    if ('compiled' in state) return check(state.compiled, args);
    const part = partAbout(schema, args);
    const compiled = part === undefined ? state : compile(part);
    return 'compiled' in compiled ? check(compiled.compiled, args) : { valid: true, unchecked: state.unchecked };
  };
}

/**
 * A form of thousands of fields is too large to be compiled, but nobody fills in more than some of them: the same schema
 * without the properties that were not given says the same of these arguments.
 */
function partAbout(schema: JsonObject, args: unknown): JsonObject | undefined {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(args)) return undefined;
  const given = Object.entries(properties).filter(([name]) => Object.hasOwn(args, name));
  return { ...schema, properties: Object.fromEntries(given) as JsonObject };
}

function compile(schema: JsonObject): { readonly compiled: CompiledSchema } | { readonly unchecked: string } {
  try {
    return { compiled: compileSchema(schema) };
  } catch (error) {
    return { unchecked: `the schema cannot be compiled (${truncate(errorMessage(error), 200)})` };
  }
}

function check(compiled: CompiledSchema, args: unknown): ValidationOutcome {
  try {
    // The compiled check knows no `bigint`: the nearest number answers for it.
    const failures = compiled.check(withPlainNumbers(args));
    if (failures.length === 0) return { valid: true };
    const places = [...new Set(failures.map((failure) => failure.instancePath))].sort((a, b) => b.length - a.length);
    return { valid: false, problems: explainFailures(failures, compiled, MAX_PROBLEMS), places };
  } catch (error) {
    if (isDeeperThan(args, MAX_DATA_DEPTH)) {
      return { valid: false, problems: [{ path: '', message: 'nested too deep to be checked' }], places: [] };
    }
    // Sound data exhausts the stack only where the schema refers to itself without going down.
    return { valid: true, unchecked: `checking failed (${truncate(errorMessage(error), 200)})` };
  }
}
