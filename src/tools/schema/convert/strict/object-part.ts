import { isObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts';
import { type MutableObject, put } from '../../objects.ts';
import { jsonPart, LEFT_OUT, nullablePart, omittablePart, type StrictPart } from './part.ts';
import type { StrictRules } from './rules.ts';

/** One member of an object. */
export interface StrictMember {
  readonly name: string;
  readonly part: StrictPart;
  readonly required: boolean;
  /** `null` and leaving it out mean the same. */
  readonly nullIsDefault: boolean;
}

/** What an object with members of its own takes beside them. */
export interface OtherKeys {
  /** Under which the model writes them; none of the members' names. */
  readonly name: string;
  /** What they are, as a type. */
  readonly type: string;
}

/** A closed object: each member is known. Further keys that the schema allows stand together in one JSON text. */
export function objectPart(
  members: readonly StrictMember[],
  others: OtherKeys | undefined,
  rules: StrictRules,
  nullKey: () => string,
): StrictPart {
  const known = new Map<string, { readonly part: StrictPart; readonly required: boolean }>();
  for (const { name, part, required, nullIsDefault } of members) {
    const asked = required || rules.allRequired;
    known.set(name, {
      part: required || !rules.allRequired ? part : omittablePart(part, nullIsDefault, nullKey),
      required: asked,
    });
  }
  if (others !== undefined) {
    const part = jsonPart(others.type, 'Further keys.');
    const { allRequired } = rules;
    known.set(others.name, { part: allRequired ? nullablePart(part) : part, required: allRequired });
  }
  return {
    schema: objectSchema(known),
    nullable: false,
    text: false,
    json: false,
    fits: (value) =>
      isObject(value) &&
      Object.keys(value).every((key) => known.get(key)?.part.fits(value[key]) ?? false) &&
      [...known].every(([name, { required }]) => !required || Object.hasOwn(value, name)),
    restore: (value) => {
      if (!isObject(value)) return value;
      const result: MutableObject = {};
      for (const key of Object.keys(value)) {
        const member = known.get(key);
        const restored = member === undefined ? value[key] : member.part.restore(value[key]);
        if (key === others?.name) {
          if (isObject(restored))
            for (const other of Object.keys(restored)) put(result, other, restored[other] as JsonValue);
          else if (restored !== null) put(result, key, restored as JsonValue);
        } else if (restored !== LEFT_OUT) put(result, key, restored as JsonValue);
      }
      return result;
    },
  };
}

function objectSchema(
  known: ReadonlyMap<string, { readonly part: StrictPart; readonly required: boolean }>,
): JsonObject {
  const properties: MutableObject = {};
  for (const [name, { part }] of known) put(properties, name, part.schema);
  const required = [...known].filter(([, one]) => one.required).map(([name]) => name);
  return { type: 'object', properties, required, additionalProperties: false };
}
