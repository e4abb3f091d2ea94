import { parseExact } from '../../../../shared/exact-json.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts';
import { truncate } from '../../../../shared/truncate.ts';
import { escapeHidden } from '../../../sanitize.ts';
import { listAt, textAt, typesOf } from '../../objects.ts';

/** One place of a strict schema, and the way back from what a model writes there. */
export interface StrictPart {
  readonly schema: JsonObject;
  /** `null` is among its values. */
  readonly nullable: boolean;
  /** Texts may stand here. */
  readonly text: boolean;
  /** The value stands here as JSON text. */
  readonly json: boolean;
  /** Can the model's value be one of this place? Tells the branches of a union apart. */
  fits(value: unknown): boolean;
  /** The model's value → the server's. */
  restore(value: unknown): unknown;
}

const MAX_DESCRIPTION = 1_000;
const same = (value: unknown): unknown => value;

/** A value that stands for itself. */
export function plainPart(schema: JsonObject, fits: (value: unknown) => boolean): StrictPart {
  const types = typesOf(schema);
  return {
    schema,
    nullable: types.includes('null'),
    text: types.includes('string'),
    json: false,
    fits,
    restore: same,
  };
}

/** How descriptions of JSON texts begin, or go on. */
export const JSON_TEXT = 'As JSON text:';

/** A value that the dialect has no form for: free keys, any type, nesting without end. The model writes it as JSON. */
export function jsonPart(type: string, description = ''): StrictPart {
  return {
    schema: withDescription({ type: 'string' }, [description, `${JSON_TEXT} ${truncate(type, 400)}`]),
    nullable: false,
    text: true,
    json: true,
    fits: (value) => typeof value === 'string' && readJson(value).ok,
    restore: (value) => {
      if (typeof value !== 'string') return value;
      const read = readJson(value);
      // A model that forgot the quotes meant the text.
      return read.ok ? read.value : value;
    },
  };
}

function readJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: parseExact(text) };
  } catch {
    return { ok: false };
  }
}

/** The same place with `null` among its values. */
export function nullablePart(part: StrictPart): StrictPart {
  if (part.nullable) return part;
  return {
    ...part,
    schema: nullableSchema(part.schema),
    nullable: true,
    fits: (value) => value === null || part.fits(value),
    restore: (value) => (value === null ? null : part.restore(value)),
  };
}

const NULL: JsonObject = { type: 'null' };

function nullableSchema(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...listAt(schema, 'anyOf'), NULL] };
  if (typeof schema.$ref === 'string') return { anyOf: [schema, NULL] };
  const types = typesOf(schema);
  return {
    ...schema,
    type: [...types, 'null'],
    ...(Array.isArray(schema.enum) ? { enum: [...listAt(schema, 'enum'), null] } : {}),
  };
}

/** What the model writes where `null` itself is to be sent and a bare `null` already means "left out". */
function nullMarker(key: string): JsonObject {
  return {
    type: 'object',
    description: 'Sends null.',
    properties: { [key]: { type: 'boolean', enum: [true] } },
    required: [key],
    additionalProperties: false,
  };
}

/** Value of a member that is left out. */
export const LEFT_OUT: unique symbol = Symbol('left out');

/**
 * A member that may be left out, where every member has to be there: `null` stands for it. `nullKey` names what sends
 * `null` itself; no object of the schema has a member of that name.
 */
export function omittablePart(part: StrictPart, nullIsDefault: boolean, nullKey: () => string): StrictPart {
  if (!part.nullable || nullIsDefault) {
    const wide = nullablePart(part);
    return { ...wide, restore: (value) => (value === null ? LEFT_OUT : part.restore(value)) };
  }
  const key = nullKey();
  const isSetNull = (value: unknown): boolean =>
    isObject(value) && value[key] === true && Object.keys(value).length === 1;
  const branches = Array.isArray(part.schema.anyOf) ? listAt(part.schema, 'anyOf') : [bare(part.schema)];
  const description = textAt(part.schema, 'description');
  return {
    ...part,
    schema: withDescription({ anyOf: [...branches, nullMarker(key)] }, [
      description,
      `null: left out; {"${key}": true}: null.`,
    ]),
    fits: (value) => isSetNull(value) || part.fits(value),
    restore: (value) => (value === null ? LEFT_OUT : isSetNull(value) ? null : part.restore(value)),
  };
}

function bare({ description: _description, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** One place for several branches. The first that a value fits leads back. */
export function unionPart(branches: readonly StrictPart[], description: string): StrictPart {
  const [only] = branches;
  if (branches.length === 1) return { ...only!, schema: withDescription(only!.schema, [description]) };
  const distinct = new Map<string, JsonValue>();
  for (const { schema } of branches) {
    const inner = Array.isArray(schema.anyOf) && schema.description === undefined ? listAt(schema, 'anyOf') : [schema];
    for (const branch of inner) distinct.set(JSON.stringify(branch), branch);
  }
  const list = [...distinct.values()];
  const schema = list.length === 1 ? (list[0] as JsonObject) : { anyOf: list };
  return {
    schema: withDescription(schema, [description]),
    nullable: branches.some(({ nullable }) => nullable),
    text: branches.some(({ text }) => text),
    json: branches.some(({ json }) => json),
    fits: (value) => branches.some((branch) => branch.fits(value)),
    restore: (value) => {
      const branch = branches.find((one) => one.fits(value));
      return branch === undefined ? value : branch.restore(value);
    },
  };
}

/** Puts texts before what the node says itself. A reference stands alone. */
export function withDescription(schema: JsonObject, texts: readonly string[]): JsonObject {
  if (typeof schema.$ref === 'string') return schema;
  const said = new Set([...texts, textAt(schema, 'description')].filter((text) => text !== ''));
  if (said.size === 0) return schema;
  return { ...schema, description: truncate(escapeHidden([...said].join(' ')), MAX_DESCRIPTION) };
}
