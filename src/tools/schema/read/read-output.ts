import { isObject, type JsonObject } from '../../../shared/json.ts';
import { readInputSchema } from './read-input.ts';

/** A result schema as we use it, or why there is none. */
export interface OutputSchemaReading {
  readonly schema: JsonObject | undefined;
  /** Why a given schema was ignored; without a full stop. */
  readonly problem?: string;
}

const ROOT_RULES = ['$ref', 'anyOf', 'oneOf', 'allOf'] as const;

/**
 * Reads an `outputSchema`. Clients refuse a whole list over one that is not an object schema, so such a one is ignored
 * for its tool and reported; the tool stays callable.
 */
export function readOutputSchema(raw: unknown): OutputSchemaReading {
  if (raw === undefined || raw === null) return { schema: undefined };
  if (!isObject(raw)) return { schema: undefined, problem: 'not a schema' };
  const { type } = raw;
  if (type !== 'object' && !(type === undefined && ROOT_RULES.some((rule) => Object.hasOwn(raw, rule)))) {
    return { schema: undefined, problem: 'root type is not "object"' };
  }
  const { schema, wrapped } = readInputSchema(raw);
  return wrapped ? { schema: undefined, problem: 'root cannot be an object' } : { schema };
}
