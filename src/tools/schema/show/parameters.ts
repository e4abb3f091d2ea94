import type { JsonObject } from '../../../shared/json.ts';
import { inPlaceParts, viewObject } from '../object-view.ts';
import { isSchemaNode, listAt, type SchemaNode, textAt } from '../objects.ts';
import { toTypeText } from './type-text.ts';

/** One named argument, at any depth, as the index and the signature see it. */
export interface Parameter {
  /** Names from the root down. Fields of list items and of map values stand directly under the list or map. */
  readonly path: readonly string[];
  /** First description found; empty when there is none. */
  readonly description: string;
  /** Texts allowed by `enum` and `const`, over all branches, bounded. */
  readonly enumValues: readonly string[];
  readonly required: boolean;
  /** TypeScript-like type, nested objects as `object`. */
  readonly typeText: string;
}

export interface ListParametersOptions {
  /** Levels of nesting that are listed; 1 is the arguments themselves. Default 4. */
  readonly maxDepth?: number;
  /** Default 200. Shallow parameters come first, so that depth never crowds them out. */
  readonly maxCount?: number;
  /** False leaves `typeText` empty, which costs more than all the rest. */
  readonly types?: boolean;
}

const DEFAULT_DEPTH = 4;
const DEFAULT_COUNT = 200;
/** Values listed per parameter. Code lists have thousands; nobody searches for the hundred-and-first. */
const MAX_ENUM_VALUES = 100;

/** Lists the arguments of a schema that was read, level by level, in schema order. Never throws. */
export function listParameters(schema: JsonObject, options: ListParametersOptions = {}): readonly Parameter[] {
  const maxDepth = options.maxDepth ?? DEFAULT_DEPTH;
  const maxCount = options.maxCount ?? DEFAULT_COUNT;
  const types = options.types ?? true;
  const parameters: Parameter[] = [];
  let level: readonly Owner[] = [{ parts: [schema], path: [], ancestors: undefined }];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const next: Owner[] = [];
    for (const owner of level) {
      const { properties, required } = viewObject(owner.parts, schema);
      for (const [name, variants] of properties) {
        if (parameters.length >= maxCount) return parameters;
        const path = [...owner.path, name];
        const parts = inPlaceParts(variants, schema);
        const typeText = types ? toTypeText(variants[0] ?? true, schema) : '';
        parameters.push({ path, required: required.has(name), typeText, ...describe(parts, schema) });
        if (depth === maxDepth) continue;
        const below = membersBelow(parts, schema).filter((part) => !isAncestor(part, owner.ancestors));
        if (below.length > 0)
          next.push({ parts: below, path, ancestors: { parts: new Set(below), above: owner.ancestors } });
      }
    }
    level = next;
  }
  return parameters;
}

/** Something whose members are listed next. */
interface Owner {
  readonly parts: readonly SchemaNode[];
  readonly path: readonly string[];
  readonly ancestors: Ancestors | undefined;
}

/** The schemas on the way down; meeting one again is a recursion, which adds no new name. */
interface Ancestors {
  readonly parts: ReadonlySet<JsonObject>;
  readonly above: Ancestors | undefined;
}

function isAncestor(part: JsonObject, ancestors: Ancestors | undefined): boolean {
  for (let one = ancestors; one !== undefined; one = one.above) if (one.parts.has(part)) return true;
  return false;
}

function describe(parts: readonly JsonObject[], root: JsonObject): Pick<Parameter, 'description' | 'enumValues'> {
  let description = '';
  let values: Set<string> | undefined;
  for (const part of parts) {
    if (description === '') description = textAt(part, 'description');
    // Few have any.
    if (part.const === undefined && part.enum === undefined && part.items === undefined) continue;
    values ??= new Set();
    collectValues(part, values);
    const { items } = part;
    if (isSchemaNode(items)) for (const item of inPlaceParts([items], root)) collectValues(item, values);
  }
  return { description, enumValues: values === undefined ? [] : [...values] };
}

function collectValues(part: JsonObject, values: Set<string>): void {
  if (typeof part.const === 'string') values.add(part.const);
  for (const value of listAt(part, 'enum')) {
    if (values.size >= MAX_ENUM_VALUES) return;
    if (typeof value === 'string') values.add(value);
  }
}

/** Schemas that have members: the objects among the parts, and those inside lists and maps. */
function membersBelow(parts: readonly JsonObject[], root: JsonObject): readonly JsonObject[] {
  const below: JsonObject[] = [];
  for (const part of parts) {
    if (Object.hasOwn(part, 'properties')) below.push(part);
    if (part.items === undefined && part.additionalProperties === undefined && part.prefixItems === undefined) continue;
    const inner = [part.items, part.additionalProperties, ...listAt(part, 'prefixItems')].filter(isSchemaNode);
    if (inner.length === 0) continue;
    for (const item of inPlaceParts(inner, root)) {
      if (Object.hasOwn(item, 'properties')) below.push(item);
      // One more level: lists of lists and maps of lists are still named by the same parameter.
      else if (isSchemaNode(item.items)) below.push(...inPlaceParts([item.items], root));
    }
  }
  return below;
}
