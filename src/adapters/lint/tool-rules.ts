import { isObject, type JsonObject } from '../../shared/json.ts';
import { isSchemaValidFor, measureSchema, type StrictTarget, strictProblems } from '../../tools/index.ts';
import type { Report } from './faults.ts';
import { type Placed, textOf } from './members.ts';

/** What all three providers take in a name. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Names that may stand once in a request, and how they may look. */
export function checkNames(tools: readonly Placed[], report: Report, code: 'name-twice' | 'namespace-twice'): void {
  const seen = new Set<string>();
  for (const { value, path } of tools) {
    const name = textOf(value.name);
    if (!NAME.test(name)) report('bad-name', `${path}.name`, `${JSON.stringify(name)} is no name for a tool.`);
    if (seen.has(name)) report(code, `${path}.name`, `${name} stands twice.`);
    seen.add(name);
  }
}

/** Problems by schema object: adapters send the same object in every request. */
const checked = new WeakMap<object, Map<string, readonly string[]>>();

/** Checks the schema of one tool by the rules of its dialect, strict or plain. */
export function checkSchema(
  schema: unknown,
  path: string,
  dialect: { readonly plain: 'anthropic' | 'openai'; readonly strict: boolean },
  report: Report,
): void {
  if (!isObject(schema)) return void report('bad-schema', path, 'There is no schema.');
  const key = `${dialect.plain}${dialect.strict ? '-strict' : ''}`;
  let known = checked.get(schema);
  if (known === undefined) {
    known = new Map();
    checked.set(schema, known);
  }
  let problems = known.get(key);
  if (problems === undefined) {
    problems = dialect.strict ? strictProblems(schema, key as StrictTarget) : isSchemaValidFor(schema, dialect.plain);
    known.set(key, problems);
  }
  if (problems.length === 0) return;
  report(dialect.strict ? 'strict-schema' : 'bad-schema', path, `${problems.slice(0, 3).join('; ')}.`);
}

/** What the strict tools of one request take together. */
export function measureStrict(schemas: readonly unknown[]): { readonly optional: number; readonly unions: number } {
  const sizes = { optional: 0, unions: 0 };
  for (const schema of schemas) {
    if (!isObject(schema)) continue;
    const { optional, unions } = measureSchema(schema as JsonObject);
    sizes.optional += optional;
    sizes.unions += unions;
  }
  return sizes;
}
