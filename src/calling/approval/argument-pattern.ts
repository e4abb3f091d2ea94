import { compileTextPattern } from '../../retrieval/index.ts';
import { stringifyExact, tryParseExact } from '../../shared/exact-json.ts';
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
  // Whoever lets everything run, or writes of steps up, has thought of them.
  const isWary = matches === undefined ? glob !== '*' && !glob.includes('..') : !matches.includes('\\.\\.');
  const isSafe = (text: string): boolean => isLike(text) === true && !(isWary && leadsUp(text));
  return {
    holdsForSome: (args) =>
      valuesAt(args, steps, opened).some((value) => {
        const text = textOf(value);
        // The same letters, however their accents are written; the same place, whatever way leads there.
        const readings = [text, text.normalize('NFC'), text.normalize('NFD'), withoutDetours(text)];
        return readings.some((reading) => isLike(reading) !== false);
      }),
    holdsForAll: (args) => {
      const values = valuesAt(args, steps);
      return values.length > 0 && values.map(textOf).every(isSafe);
    },
  };
}

/** A step up in a path, also as it is written in an address. */
const UP = String.raw`(?:\.|%2e){2}`;
const STEP_UP = new RegExp(String.raw`(?:^|[\\/])${UP}(?:$|[\\/?#])`, 'i');
const IS_UP = new RegExp(`^${UP}$`, 'i');

/** "/srv/public/../../etc/passwd" begins like a public file and is none. */
function leadsUp(text: string): boolean {
  return STEP_UP.test(text);
}

/** A path with its steps up, to itself and to nowhere taken: "/srv/../etc//./passwd" is "/etc/passwd". */
function withoutDetours(text: string): string {
  const [separator = '/'] = /[\\/]/.exec(text) ?? [];
  const places: string[] = [];
  for (const step of text.split(/[\\/]/)) {
    if (IS_UP.test(step) && places.length > 0 && places.at(-1) !== '..') {
      if (places.length > 1 || places[0] !== '') places.pop();
    } else if (step !== '.' && (step !== '' || places.length === 0)) places.push(step);
  }
  return places.join(separator);
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
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (tryParseExact(value) ?? value) : value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyExact(value);
}
