import { compileTextPattern } from '../../retrieval/index.ts';
import { parseExact, stringifyExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { compileGlob } from '../policy/glob.ts';
import type { CallArguments } from '../types.ts';
import type { ArgumentPattern } from './rules.ts';

/** A condition on an argument, ready to be asked. */
export interface CompiledPattern {
  /** Is it so of one value at least? What cannot be looked at counts as being so. For rules that hold a call up. */
  holdsForSome(args: CallArguments): boolean;
  /** Is there a value, and is it certainly so of each? For rules that let a call run. */
  holdsForAll(args: CallArguments): boolean;
}

/** @throws ToolscoutError `INVALID_ARGUMENTS` for a pattern that cannot be used. */
export async function compileArgumentPattern({ path, matches, glob = '*' }: ArgumentPattern): Promise<CompiledPattern> {
  const steps = path === '' ? [] : path.slice(1).split('/').map(unescapeStep);
  const isLike: (text: string) => boolean | undefined =
    matches === undefined ? compileGlob(glob) : (await compileTextPattern(matches)).finds;
  return {
    holdsForSome: (args) =>
      valuesAt(args, steps, opened).some((value) => {
        const text = textOf(value);
        // The same letters, however their accents are written.
        return ['NFC', 'NFD'].some((form) => isLike(text.normalize(form)) !== false) || isLike(text) !== false;
      }),
    holdsForAll: (args) => {
      const values = valuesAt(args, steps);
      return values.length > 0 && values.every((value) => isLike(textOf(value)) === true);
    },
  };
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** @param open makes of a value what is looked into, where the path goes on */
function valuesAt(
  given: unknown,
  steps: readonly string[],
  open: (value: unknown) => unknown = (value) => value,
): unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [given];
  const value = open(given);
  if (!Array.isArray(value) && !isObject(value)) return [];
  if (step === '*') return Object.values(value).flatMap((member) => valuesAt(member, rest, open));
  const member = Object.entries(value).find(([key]) => key === step);
  return member === undefined ? [] : valuesAt(member[1], rest, open);
}

/** A text may hold the very object that a rule looks into, and whoever gets it reads it so. */
function opened(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return parseExact(value);
  } catch {
    return value;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyExact(value);
}
