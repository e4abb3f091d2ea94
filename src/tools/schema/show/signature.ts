import type { JsonObject } from '../../../shared/json.ts';
import { truncate } from '../../../shared/truncate.ts';
import { type ObjectView, viewObject } from '../object-view.ts';
import { isSchemaNode, listAt } from '../objects.ts';
import { namesAskedFor } from '../unions.ts';
import { memberNames, propertyKey, TypeWriter } from './type-text.ts';

export interface SignatureOptions {
  /** Characters at most. Default 400, about 100 tokens. */
  readonly maxLength?: number;
}

const DEFAULT_LENGTH = 400;

/** What is given up first when a signature is too long: depth, then enum values. */
const STEPS = [
  { depth: 2, values: 12 },
  { depth: 1, values: 12 },
  { depth: 0, values: 12 },
  { depth: 0, values: 4 },
] as const;

/**
 * Writes the arguments of a schema that was read as one TypeScript-like line, required ones first:
 * `{ owner: string, state?: "open" | "closed", labels?: string[] }`, with `// needs a or b` where a union asks for one of
 * several optional ones. Too long a line loses depth first, then enum
 * values, then optional arguments, with `… +12 more` in their place. Never throws.
 */
export function toSignature(schema: JsonObject, options: SignatureOptions = {}): string {
  const maxLength = options.maxLength ?? DEFAULT_LENGTH;
  const budget = maxLength * 4;
  for (const step of STEPS) {
    const writer = new TypeWriter(schema, { ...step, budget });
    const text = rootText(schema, writer);
    if (!writer.exhausted && text.length <= maxLength) return text;
  }
  return shortened(schema, maxLength);
}

function rootText(schema: JsonObject, writer: TypeWriter): string {
  const view = viewObject([schema], schema);
  const own = schema.properties;
  const isUnion = schema.oneOf !== undefined || schema.anyOf !== undefined;
  const hasOwn = typeof own === 'object' && own !== null && Object.keys(own).length > 0;
  if (isUnion && !hasOwn) return writer.type(schema, -1);
  if (view.properties.size === 0 && view.required.size === 0) return emptyText(schema, writer);
  return writer.object(view, 0) + needs(schema);
}

function emptyText(schema: JsonObject, writer: TypeWriter): string {
  const text = writer.type(schema, -1);
  return text.startsWith('Record<') ? text : '{}';
}

/** Which optional arguments have to come along all the same: a caller cannot guess it from the marks. */
function needs(schema: JsonObject): string {
  for (const keyword of ['anyOf', 'oneOf']) {
    const names = namesAskedFor(listAt(schema, keyword).filter(isSchemaNode));
    if (names !== undefined && names.length > 1) {
      return ` // needs ${names.map((group) => group.map(propertyKey).join(' and ')).join(' or ')}`;
    }
  }
  return '';
}

/** As many members as fit, in order, and how many were left out. */
function shortened(schema: JsonObject, maxLength: number): string {
  const view: ObjectView = viewObject([schema], schema);
  const names = memberNames(view);
  let text = '{';
  let shown = 0;
  for (const name of names) {
    // A writer for each, so that one monstrous argument does not use up what the others need.
    const writer = new TypeWriter(schema, { depth: 0, values: 4, budget: maxLength });
    const longer = `${text}${shown === 0 ? '' : ','} ${writer.member(name, view, 0)}`;
    if (longer.length + rest(names.length - shown - 1, shown + 1).length > maxLength) break;
    text = longer;
    shown++;
  }
  return truncate(text + rest(names.length - shown, shown), maxLength);
}

function rest(count: number, shown: number): string {
  return count > 0 ? `${shown > 0 ? ',' : ''} … +${count} more }` : ' }';
}
