import { tryParseExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import type { ArgumentRepair, CallArguments } from '../types.ts';
import type { ArgumentValidator, ValidationOutcome } from '../validation/index.ts';
import type { GivenArguments } from './given-arguments.ts';

/** A mended part may hold the next one. */
const MAX_ROUNDS = 4;
/** Longer texts are content, not arguments that were written as text by mistake. */
const MAX_TEXT = 1_000_000;

/**
 * Mends arguments that do not fit, where one reading of them does: JSON text in the place of an object or array, and
 * `null` in the place of an optional argument. Only places that the schema refuses are touched, so a text that may be a
 * text stays one, and only if the whole fits afterwards. Undefined: it does not.
 */
export function mendArguments(
  validate: ArgumentValidator,
  args: CallArguments,
  refused: ValidationOutcome,
): GivenArguments | undefined {
  let outcome = refused;
  let mended: CallArguments = args;
  const repairs: ArgumentRepair[] = [];
  for (let round = 0; round < MAX_ROUNDS && !outcome.valid; round++) {
    const before = repairs.length;
    for (const place of outcome.places) {
      const step = mendPlace(mended, place);
      if (step === undefined) continue;
      mended = step.arguments;
      repairs.push({ kind: step.kind, path: place });
    }
    if (repairs.length === before) return undefined;
    outcome = validate(mended);
  }
  return outcome.valid ? { arguments: mended, repairs } : undefined;
}

function mendPlace(
  args: CallArguments,
  place: string,
): { readonly kind: ArgumentRepair['kind']; readonly arguments: CallArguments } | undefined {
  const path = place
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const value = path.reduce<unknown>(memberOf, args);
  if (path.length === 0) return undefined;
  if (value === null) {
    const rest = without(args, path);
    return rest === undefined ? undefined : { kind: 'dropped-null', arguments: rest as CallArguments };
  }
  const parsed = typeof value === 'string' ? parseStructure(value) : undefined;
  if (parsed === undefined) return undefined;
  return { kind: 'parsed-json', arguments: replaced(args, path, parsed) as CallArguments };
}

function memberOf(holder: unknown, name: string): unknown {
  const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name);
  return isHolder ? (holder as Record<string, unknown>)[name] : undefined;
}

function parseStructure(text: string): object | undefined {
  return text.length > MAX_TEXT || !/^\s*[[{]/.test(text) ? undefined : (tryParseExact(text) as object | undefined);
}

function replaced(holder: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(holder)) return holder.with(Number(name), replaced(holder[Number(name)], rest, value));
  return { ...(holder as object), [name]: replaced(memberOf(holder, name), rest, value) };
}

/** Without one member. An item of an array cannot go: the ones behind it would mean something else. */
function without(holder: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return undefined;
  if (rest.length > 0) {
    const inner = without(memberOf(holder, name), rest);
    return inner === undefined ? undefined : replaced(holder, [name], inner);
  }
  if (!isObject(holder)) return undefined;
  const { [name]: _gone, ...others } = holder;
  return others;
}
