import { isObject, type JsonObject } from '../../shared/json.ts';
import { formatPointer, inPlaceParts, mapSubschemas, namesAskedFor, type SchemaNode } from '../../tools/index.ts';
import type { ArgumentProblem } from './argument-validator.ts';
import type { CompiledSchema, SchemaFailure } from './compile-schema.ts';
import { describeFailure } from './messages.ts';
import { bestBranch } from './union-choice.ts';

/** Unions inside unions that are explained; deeper ones are described as a whole. */
const MAX_UNION_DEPTH = 4;

/** Keywords whose failure stands for the failures that it caused inside. */
const COLLECTIVE: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

/** Keywords that say nothing more of what is not of the type that stands beside them. */
const FORMS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not']);

/** Turns failures into problems that a model can repair, at most `limit`, one for each place and reason. */
export function explainFailures(
  failures: readonly SchemaFailure[],
  compiled: CompiledSchema,
  limit: number,
): readonly ArgumentProblem[] {
  const problems = new Map<string, ArgumentProblem>();
  collect(failures, '', compiled, 0, problems, limit);
  return [...problems.values()].slice(0, limit);
}

function collect(
  failures: readonly SchemaFailure[],
  prefix: string,
  compiled: CompiledSchema,
  depth: number,
  problems: Map<string, ArgumentProblem>,
  limit: number,
): void {
  for (const failure of withoutInner(failures, compiled.root)) {
    if (problems.size >= limit) return;
    const isUnion = failure.keyword === 'anyOf' || failure.keyword === 'oneOf';
    if (isUnion && explainUnion(failure, prefix, compiled, depth, problems, limit)) continue;
    const problem = describeFailure(failure, prefix, compiled.root);
    problems.set(`${problem.path} ${problem.message}`, problem);
  }
}

/** Explains a union by the branch that was meant, or by what its branches ask for; false when neither is clear. */
function explainUnion(
  failure: SchemaFailure,
  prefix: string,
  compiled: CompiledSchema,
  depth: number,
  problems: Map<string, ArgumentProblem>,
  limit: number,
): boolean {
  if (depth >= MAX_UNION_DEPTH || !Array.isArray(failure.schema) || Array.isArray(failure.params.passingSchemas))
    return false;
  const place = prefix + failure.instancePath;
  const union = failure.schema as readonly SchemaNode[];
  const branch = bestBranch(union, failure.data, compiled.root);
  if (branch === undefined) {
    const names = namesAskedFor(union);
    if (names === undefined) return false;
    const message = `missing one of these: ${names.map((group) => group.map((name) => JSON.stringify(name)).join(' with ')).join(', or ')}`;
    problems.set(`${place} ${message}`, { path: place, message });
    return true;
  }
  const pointer = pointers(compiled.root).get(failure.parentSchema as object);
  const inside =
    pointer === undefined
      ? undefined
      : compiled.checkPart(formatPointer([...pointer, failure.keyword, String(branch)]), failure.data);
  if (inside === undefined || inside.length === 0) return false;
  collect(inside, place, compiled, depth + 1, problems, limit);
  return true;
}

/** Place of every schema object in its root, made at the first failure. */
function pointers(root: JsonObject): ReadonlyMap<object, readonly string[]> {
  const known = pointerMaps.get(root);
  if (known !== undefined) return known;
  const map = new Map<object, readonly string[]>();
  const open: (readonly [JsonObject, readonly string[]])[] = [[root, []]];
  while (open.length > 0) {
    const [node, path] = open.pop()!;
    if (map.has(node)) continue;
    map.set(node, path);
    mapSubschemas(node, (child, keyword, key) => {
      if (typeof child !== 'boolean')
        open.push([child, key === undefined ? [...path, keyword] : [...path, keyword, key]]);
      return child;
    });
  }
  pointerMaps.set(root, map);
  return map;
}

const pointerMaps = new WeakMap<JsonObject, ReadonlyMap<object, readonly string[]>>();

/**
 * Leaves out failures inside of unions: they say why each branch refused, the branch that was never meant included.
 * A failure belongs inside when it comes before the collective one, at or below its place, from one of its subschemas.
 */
function withoutInner(failures: readonly SchemaFailure[], root: JsonObject): readonly SchemaFailure[] {
  const inner = new Set<SchemaFailure>();
  failures.forEach((failure, index) => {
    if (!COLLECTIVE.has(failure.keyword)) return;
    const within = reachable(failure.schema, root);
    for (const earlier of failures.slice(0, index)) {
      if (!earlier.instancePath.startsWith(failure.instancePath)) continue;
      if (earlier.parentSchema !== undefined && within.has(earlier.parentSchema)) inner.add(earlier);
    }
  });
  const outer = failures.filter((failure) => !inner.has(failure) && !isOfAnotherType(failure, failures));
  // "must match then" adds nothing to what the branch itself reports.
  const telling = outer.filter((failure) => failure.keyword !== 'if');
  return telling.length > 0 ? telling : outer;
}

/** Does the value miss the type already? Then which of the forms of that type it fits is chance. */
function isOfAnotherType(failure: SchemaFailure, failures: readonly SchemaFailure[]): boolean {
  if (!FORMS.has(failure.keyword)) return false;
  return failures.some(
    ({ keyword, parentSchema, instancePath }) =>
      keyword === 'type' && parentSchema === failure.parentSchema && instancePath === failure.instancePath,
  );
}

/** Every schema object that can be reached from a subschema or a list of them, through references too. */
function reachable(schema: unknown, root: JsonObject): ReadonlySet<object> {
  const found = new Set<object>();
  const open: unknown[] = Array.isArray(schema) ? [...schema] : [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next) || found.has(next)) continue;
    for (const part of inPlaceParts([next as JsonObject], root)) {
      found.add(part);
      mapSubschemas(part, (child) => {
        open.push(child);
        return child;
      });
    }
  }
  return found;
}
