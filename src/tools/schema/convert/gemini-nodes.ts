import { isObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { escapeHidden } from '../../sanitize.ts';
import { hasType, listAt, type MutableObject, type SchemaNode, textAt, typesOf } from '../objects.ts';
import { referenceOf } from '../pointer.ts';
import { toTypeText } from '../show/type-text.ts';

/** Single nodes of the provider's dialect, and what is said in words because it has no keyword for it. */

const MAX_HINT_LENGTH = 200;

/** First value of a keyword among the schemas that speak about one value. */
export type Lookup = (keyword: string) => JsonValue | undefined;

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Every kind of value, because each node has to name a type. One that may be null is enough for null. */
export function anyValue(description: string): JsonObject {
  const scalars: JsonObject[] = [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object' },
  ];
  const [text, ...others] = scalars;
  const described = description === '' ? text! : { ...text, description };
  return { anyOf: [described, ...others, { type: 'array', items: { anyOf: scalars } }] };
}

/** One node for what several branches say about one name. */
export function mergedVariant(variants: readonly SchemaNode[]): SchemaNode {
  const nodes = variants.filter((variant) => isObject(variant) && Object.keys(variant).length > 0);
  if (nodes.length === 0) return true;
  if (nodes.length === 1) return nodes[0]!;
  const distinct = [...new Map(nodes.map((node) => [JSON.stringify(node), node])).values()];
  if (distinct.length === 1) return distinct[0]!;
  const values = distinct.flatMap((node) => textValues(node as JsonObject));
  if (distinct.every((node) => textValues(node as JsonObject).length > 0))
    return { type: 'string', enum: [...new Set(values)] };
  return { anyOf: distinct };
}

function textValues(node: JsonObject): readonly string[] {
  const values = Object.hasOwn(node, 'const') ? [node.const as JsonValue] : listAt(node, 'enum');
  const texts = values.filter((value): value is string => typeof value === 'string');
  return texts.length === values.length ? texts : [];
}

export function acceptsNull(part: JsonObject): boolean {
  const types = typesOf(part);
  return types.length === 0 || types.includes('null');
}

export function enumHasNull(parts: readonly JsonObject[]): boolean {
  return parts.some((part) => listAt(part, 'enum').includes(null));
}

export function isNull(branch: SchemaNode): boolean {
  if (typeof branch === 'boolean') return false;
  const types = typesOf(branch);
  return (types.length === 1 && types[0] === 'null') || branch.const === null || isNullEnum(branch);
}

function isNullEnum(branch: JsonObject): boolean {
  const values = listAt(branch, 'enum');
  return values.length > 0 && values.every((value) => value === null);
}

/** Is there a union that says more than which keywords go together? */
export function hasBranches(part: JsonObject, isTyped: boolean): boolean {
  const branches = [...listAt(part, 'anyOf'), ...listAt(part, 'oneOf')];
  return isTyped
    ? branches.some((branch) => isObject(branch) && TELLING.some((keyword) => Object.hasOwn(branch, keyword)))
    : branches.length > 0;
}

const TELLING = [
  'type',
  '$ref',
  'enum',
  'const',
  'properties',
  'items',
  'format',
  'pattern',
  'anyOf',
  'oneOf',
  'allOf',
] as const;

/** A branch that leaves the type to its parent. */
export function withTypes(branch: SchemaNode, types: readonly string[]): SchemaNode {
  if (types.length === 0) return branch;
  if (branch === true) return { type: types };
  if (typeof branch === 'boolean' || typesOf(branch).length > 0 || referenceOf(branch) !== undefined) return branch;
  return branch.anyOf !== undefined || branch.oneOf !== undefined || branch.allOf !== undefined
    ? branch
    : { ...branch, type: types };
}

/** Types of a node that names none, by its values or by keywords of one type only. */
export function impliedTypes(parts: readonly JsonObject[]): readonly string[] {
  const has = (...keywords: readonly string[]) =>
    parts.some((part) => keywords.some((keyword) => Object.hasOwn(part, keyword)));
  const values = parts.flatMap((part) =>
    Object.hasOwn(part, 'const') ? [part.const as JsonValue] : listAt(part, 'enum'),
  );
  if (values.length > 0) {
    return ['string', 'number', 'boolean', 'array', 'object'].filter((type) =>
      values.some((value) => hasType(value, type)),
    );
  }
  if (has('items', 'prefixItems', 'minItems', 'maxItems')) return ['array'];
  if (has('properties', 'additionalProperties', 'patternProperties')) return ['object'];
  if (has('pattern', 'minLength', 'maxLength', 'format')) return ['string'];
  return has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf') ? ['number'] : [];
}

/** One node for branches: `anyOf` has to stand alone, so description and null go into the branches. */
export function joined(branches: readonly JsonObject[], description: string, isNullable: boolean): JsonObject {
  const flat = branches.flatMap((branch) =>
    Array.isArray(branch.anyOf) ? (branch.anyOf as readonly JsonObject[]) : [branch],
  );
  const distinct = [...new Map(flat.map((branch) => [JSON.stringify(branch), branch])).values()];
  const [first, ...others] = distinct.map((branch) => (isNullable ? { ...branch, nullable: true } : branch));
  const described = describe(first!, description);
  return others.length === 0 ? described : { anyOf: [described, ...others] };
}

export function finish(node: JsonObject, description: string, isNullable: boolean): JsonObject {
  return describe(isNullable ? { ...node, nullable: true } : node, description);
}

/** Puts the outer description before what the node says itself. */
function describe(node: JsonObject, description: string): JsonObject {
  if (description === '') return node;
  const own = textAt(node, 'description');
  return { ...node, description: own === '' || own === description ? description : `${description} ${own}` };
}

export function numberNode(type: 'integer' | 'number', first: Lookup): JsonObject {
  const node: MutableObject = { type };
  const hints = [fixedHint(first, 'number'), defaultHint(first)];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = numbers(first);
  if (minimum !== undefined) node.minimum = minimum;
  if (maximum !== undefined) node.maximum = maximum;
  if (exclusiveMinimum !== undefined && type === 'number') hints.push(`Greater than ${exclusiveMinimum}.`);
  if (exclusiveMaximum !== undefined && type === 'number') hints.push(`Less than ${exclusiveMaximum}.`);
  if (exclusiveMinimum !== undefined) {
    const least = type === 'integer' ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum;
    node.minimum = Math.max(least, minimum ?? least);
  }
  if (exclusiveMaximum !== undefined) {
    const most = type === 'integer' ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum;
    node.maximum = Math.min(most, maximum ?? most);
  }
  if (multipleOf !== undefined) hints.push(`Multiple of ${multipleOf}.`);
  const format = first('format');
  const formats = type === 'integer' ? ['int32', 'int64'] : ['float', 'double'];
  if (typeof format === 'string' && formats.includes(format)) node.format = format;
  return withHints(node, hints);
}

function numbers(
  first: Lookup,
): Partial<Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf', number>> {
  const found: Record<string, number> = {};
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']) {
    const value = first(keyword);
    if (typeof value === 'number') found[keyword] = value;
  }
  return found;
}

export function stringNode(first: Lookup): JsonObject {
  const fixed = first('const');
  const values = fixed === undefined ? listOf(first('enum')) : [fixed];
  // The provider refuses an empty text among the values, and an enum without one would be too narrow.
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length > 0 && !texts.includes('')) return withHints({ type: 'string', enum: texts }, [defaultHint(first)]);
  const hints = [fixedHint(first, 'string'), defaultHint(first)];
  const format = first('format');
  if (typeof format === 'string' && format !== 'date-time') hints.push(`Format: ${truncate(format, 40)}.`);
  const pattern = first('pattern');
  if (typeof pattern === 'string') hints.push(`Pattern: ${truncate(pattern, MAX_HINT_LENGTH)}`);
  const least = first('minLength');
  const most = first('maxLength');
  if (typeof least === 'number' && least > 1) hints.push(`At least ${least} characters.`);
  if (typeof most === 'number') hints.push(`At most ${most} characters.`);
  return withHints({ type: 'string', ...(format === 'date-time' ? { format } : {}) }, hints);
}

/** Values that the provider cannot list, in words. */
export function fixedHint(first: Lookup, type: string): string {
  const fixed = first('const');
  if (fixed !== undefined && hasType(fixed, type)) return `Always ${JSON.stringify(fixed)}.`;
  const values = listOf(first('enum')).filter((value) => hasType(value, type));
  if (values.length === 0) return '';
  return `One of: ${truncate(values.map((value) => JSON.stringify(value)).join(', '), MAX_HINT_LENGTH)}.`;
}

export function defaultHint(first: Lookup): string {
  const value = first('default');
  if (value === undefined || value === null || typeof value === 'object') return '';
  return `Default: ${truncate(JSON.stringify(value), MAX_HINT_LENGTH)}.`;
}

export function recordHint(extra: JsonValue | undefined, root: JsonObject): string {
  return isObject(extra) ? `Any keys; each value: ${toTypeText(extra as JsonObject, root)}.` : '';
}

export function withHints(node: JsonObject, hints: readonly string[]): JsonObject {
  const text = hints.filter((hint) => hint !== '').join(' ');
  return text === '' ? node : { ...node, description: escapeHidden(text) };
}
