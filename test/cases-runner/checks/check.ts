import { isDeepStrictEqual } from 'node:util';
import type { Action, Check } from '../case-file.ts';
import { type Json, listOf, own, shown } from '../json.ts';
import type { Outcome, SeenTool } from '../outcome.ts';

export type Verdict =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails'; readonly why: string }
  /** Could not be evaluated; never counts as passed. */
  | { readonly kind: 'unmapped'; readonly why: string };

export const HOLDS: Verdict = { kind: 'holds' };

export function fails(why: string): Verdict {
  return { kind: 'fails', why };
}

export function unmapped(why: string): Verdict {
  return { kind: 'unmapped', why };
}

export function when(condition: boolean, why: string | (() => string)): Verdict {
  return condition ? HOLDS : fails(typeof why === 'string' ? why : why());
}

/** First failure, else first gap, else it holds. */
export function all(verdicts: readonly Verdict[]): Verdict {
  return verdicts.find(({ kind }) => kind === 'fails') ?? verdicts.find(({ kind }) => kind === 'unmapped') ?? HOLDS;
}

/** What a check may know beyond the output it looks at. */
export interface CheckContext {
  /** The whole action. */
  readonly root: Outcome;
  /** Exceptions that nobody caught, and rejections. */
  readonly crashes: readonly string[];
  /** Growth of this process's memory over the action, in bytes. */
  readonly rssGrowth: number;
  /** Members of built-in prototypes that were not there before. */
  readonly pollution: readonly string[];
  /** What ran beside the action on behalf of this check. */
  concurrent(check: Check): Outcome | undefined;
  /** Runs another step after the action. Its calls are not the case's. */
  perform(action: Action): Promise<Outcome>;
  /** The tools of a second product over the same setup, read afresh, also in another order. */
  relist(permuted: boolean): Promise<readonly SeenTool[]>;
  /** Ends the product, and resolves with the processes that are still there. */
  leftoverProcesses(): Promise<readonly number[]>;
}

/** How one check of the format is evaluated over one output. */
export interface CheckSpec {
  /** Its fields beside the ones that select outputs. A check with any other field is not evaluated. */
  readonly fields: readonly string[];
  /** It has to have at least one of these, or it says nothing. */
  readonly needs?: readonly string[];
  run(check: Check, unit: Outcome, context: CheckContext): Verdict | Promise<Verdict>;
}

export type CheckGroup = Readonly<Record<string, CheckSpec>>;

/** Equality of what JSON can say; prototypes and undefined members do not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  try {
    return isDeepStrictEqual(asJson(a), asJson(b));
  } catch {
    // Nested too deep for JSON: nothing that a check states.
    return false;
  }
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Fields by which a value may be compared. */
export const COMPARISONS: readonly string[] = ['equals', 'one_of', 'values', 'contains', 'not_equals'];

/** Compares with whichever of {@link COMPARISONS} the check has; a check without any says nothing. */
export function compare(check: Json, actual: unknown): Verdict {
  const verdicts: Verdict[] = [];
  const has = (field: string): boolean => Object.hasOwn(check, field);
  if (has('equals'))
    verdicts.push(when(sameJson(actual, check.equals), () => `${shown(actual)} is not ${shown(check.equals)}`));
  if (has('not_equals'))
    verdicts.push(when(!sameJson(actual, check.not_equals), () => `${shown(actual)} is what it must not be`));
  const choices = check.one_of ?? check.values;
  if (choices !== undefined) {
    const found = listOf(choices).some((choice) => sameJson(actual, choice));
    verdicts.push(when(found, () => `${shown(actual)} is none of ${shown(choices)}`));
  }
  if (has('contains')) {
    const text = typeof actual === 'string' ? actual : JSON.stringify(actual ?? null);
    const missing = listOf(check.contains).filter((part) => !text.includes(String(part)));
    verdicts.push(when(missing.length === 0, () => `${shown(actual)} does not contain ${shown(missing)}`));
  }
  return verdicts.length === 0 ? unmapped('says nothing to compare with') : all(verdicts);
}

/** A field that has to be a number. */
export function numberOf(check: Json, ...fields: readonly string[]): number | undefined {
  const value = fields.map((field) => own(check, field)).find((one) => one !== undefined);
  return typeof value === 'number' ? value : undefined;
}
