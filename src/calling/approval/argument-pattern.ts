import { compileTextPattern } from '../../retrieval/index.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
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
    holdsForSome: (args) => valuesAt(args, steps).some((value) => isLike(textOf(value)) !== false),
    holdsForAll: (args) => {
      const values = valuesAt(args, steps);
      return values.length > 0 && values.every((value) => isLike(textOf(value)) === true);
    },
  };
}

function unescapeStep(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

function valuesAt(value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (!Array.isArray(value) && !isObject(value)) return [];
  if (step === '*') return Object.values(value).flatMap((member) => valuesAt(member, rest));
  const member = Object.entries(value).find(([key]) => key === step);
  return member === undefined ? [] : valuesAt(member[1], rest);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyExact(value);
}
