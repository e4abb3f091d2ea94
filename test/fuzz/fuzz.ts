import fc from 'fast-check';
import { ToolscoutError } from '../../src/errors.ts';

/** Whole with `TOOLSCOUT_FUZZ=full`, a sample otherwise. */
const FULL = process.env.TOOLSCOUT_FUZZ === 'full';

/** For properties that start processes or servers. */
export const PATIENCE_MS: number = FULL ? 7_200_000 : 600_000;

/** Stands in the titles of suites; `TOOLSCOUT_FUZZ_SEED` runs a failure again. */
export const SEED: number = Number(process.env.TOOLSCOUT_FUZZ_SEED ?? Date.now() % 2 ** 31);

/** Settings of a property that runs `sample` times, and fifty times as often in the whole. */
export function runs(sample: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: FULL ? sample * 50 : sample, seed: SEED };
}

/**
 * Does the work, which may refuse what it is given, by a code.
 * @returns what came of it, or the error
 * @throws whatever else was thrown: that is the fault that is looked for
 */
export async function settle<T>(work: () => T | Promise<T>): Promise<T | ToolscoutError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolscoutError) return error;
    throw error;
  }
}

/** Names that every object has, and those that engines, parsers and this package give a meaning. */
const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'length',
  'hasOwnProperty',
  '',
  ' ',
  '$ref',
  '$defs',
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'name',
  'description',
  'id',
  'tools',
  'inputSchema',
] as const;

const SCALARS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  '\u202e',
  '\ud800',
  '__proto__',
  '#',
  '#/',
  '#/a/%',
  '$' + '{A}',
  { toString: 1 },
  'null',
];

/** Any JSON value, with more of what breaks programs than chance would bring. `keys`: words that mean something there. */
export function anyJson(keys: readonly string[] = [], values: readonly unknown[] = []): fc.Arbitrary<unknown> {
  const key = fc.oneof(
    fc.constantFrom(...KEYS),
    fc.constantFrom(...KEYS, ...keys),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>(...SCALARS, ...values),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.double(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(toObject),
    ),
  }));
  // As a parser gives it: without a prototype's setters being called, and with the keys of its own only.
  return value.map((one) => JSON.parse(JSON.stringify(one)) as unknown);
}

/** `__proto__` becomes a key, as a parser makes it. */
function toObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

const SCRAPS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\n',
  '\\',
  '\\u',
  '\0',
  '\ufeff',
  '---',
  '- ',
  '&a ',
  '*a',
  '<<: ',
  '|',
  '${',
  '/*',
  '//',
  '1e999',
  '=',
  '[[',
];

/** A text that was sound before somebody cut, doubled and put things in: most of what is broken is nearly right. */
export function damagedText(sound: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(),
    length: fc.nat(40),
    how: fc.constantFrom('cut' as const, 'double' as const, 'put' as const, 'move' as const),
    scrap: fc.oneof(fc.constantFrom(...SCRAPS), fc.string({ unit: 'binary', maxLength: 4 })),
  });
  return fc.tuple(fc.constantFrom(...sound), fc.array(edit, { maxLength: 6 })).map(([text, edits]) => {
    let changed = text;
    for (const { at, length, how, scrap } of edits) {
      const start = at % (changed.length + 1);
      const piece = changed.slice(start, start + length);
      const rest = changed.slice(start + length);
      if (how === 'cut') changed = changed.slice(0, start) + rest;
      else if (how === 'double') changed = changed.slice(0, start) + piece + piece + rest;
      else if (how === 'put') changed = changed.slice(0, start) + scrap + piece + rest;
      else changed = changed.slice(0, start) + rest + piece;
    }
    return changed;
  });
}

/** Texts nested so deep that whoever follows them by recursion falls. */
export const DEEP_TEXTS: readonly string[] = [
  '['.repeat(50_000) + ']'.repeat(50_000),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `${'{"properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}`,
  `${'{"$defs":{"a":{"anyOf":['.repeat(5_000)}{}${']}}}'.repeat(5_000)}`,
];
