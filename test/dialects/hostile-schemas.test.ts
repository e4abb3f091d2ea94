import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { convertSchema, isSchemaValidFor, readInputSchema, strictProblems } from '../../src/tools/index.ts';
import { generateArguments } from './generate-arguments.ts';
import { HOSTILE_SCHEMAS } from './hostile-schemas.ts';
import { inNamesOf, withNulls, withoutPatterns } from './plain-arguments.ts';
import { writeArguments } from './write-arguments.ts';

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
/** What models have sent instead of arguments, and what would be taken for a mark of ours. */
const NONSENSE: readonly unknown[] = [
  null,
  undefined,
  'text',
  7,
  [],
  [1],
  { x: null },
  { x: { set_null: true } },
  JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{"b":1}}}'),
  { other_keys: 'no json' },
  { other_keys: '[1]' },
  { other_keys: '{"__proto__":1}' },
];

const compile = (schema: object) =>
  new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(withoutPatterns(schema));

describe.each(Object.entries(HOSTILE_SCHEMAS))('the schema %s', (_name, source) => {
  const { schema } = readInputSchema(source);

  it.each(['openai', 'anthropic', 'gemini', 'openai-strict', 'anthropic-strict'] as const)(
    'is taken by %s, which lets every argument through and back',
    (dialect) => {
      const converted = convertSchema(schema, dialect);
      const problems =
        converted.strict && dialect !== 'gemini' && dialect !== 'openai' && dialect !== 'anthropic'
          ? strictProblems(converted.schema, dialect)
          : isSchemaValidFor(converted.schema, dialect.replace('-strict', '') as 'openai');
      expect(problems).toEqual([]);
      const takes = compile(schema);
      const fits = compile(withNulls(converted.schema));
      for (const seed of SEEDS) {
        const args: unknown = JSON.parse(JSON.stringify(generateArguments(schema, seed)));
        if (!takes(args)) continue;
        const written = converted.strict ? writeArguments(args, converted.schema) : inNamesOf(converted.schema, args);
        expect(fits(written), JSON.stringify([written, fits.errors])).toBe(true);
        expect(converted.restoreArguments(JSON.parse(JSON.stringify(written)))).toEqual(args);
      }
      for (const given of NONSENSE) expect(() => converted.restoreArguments(given)).not.toThrow();
      expect(({} as { a?: unknown }).a).toBeUndefined();
    },
  );
});
