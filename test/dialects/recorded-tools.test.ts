import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convertSchema,
  isSchemaValidFor,
  readInputSchema,
  type StrictTarget,
  strictProblems,
} from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { generateArguments } from './generate-arguments.ts';
import { inNamesOf, withNulls, withoutPatterns } from './plain-arguments.ts';
import { writeArguments } from './write-arguments.ts';

const DIALECTS: readonly StrictTarget[] = ['openai-strict', 'anthropic-strict'];
/** Argument sets for each tool. */
const SEEDS = [1, 2, 3];
/** Random argument sets for each tool and dialect. */
const RUNS = 4;

function readSchemas() {
  const folder = join(dataRoot!, 'real-servers');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'index.json')
    .flatMap((file) => {
      const { tools } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        tools: readonly { readonly name: string; readonly inputSchema?: unknown }[];
      };
      return tools.map(({ name, inputSchema }) => ({
        name: `${file}/${name}`,
        schema: readInputSchema(inputSchema).schema,
      }));
    });
}

describe.skipIf(dataRoot === undefined)(
  `2,489 recorded tools (${dataRoot === undefined ? DATA_MISSING : 'found'})`,
  () => {
    const tools = dataRoot === undefined ? [] : readSchemas();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });

    it.each(DIALECTS)('are taken by the checker of %s, and nearly all of them strictly', (dialect) => {
      expect(tools).toHaveLength(2_489);
      const refused: string[] = [];
      let strict = 0;
      for (const { name, schema } of tools) {
        const converted = convertSchema(schema, dialect);
        const plain = dialect === 'openai-strict' ? 'openai' : 'anthropic';
        const problems = converted.strict
          ? strictProblems(converted.schema, dialect)
          : isSchemaValidFor(converted.schema, plain);
        if (problems.length > 0) refused.push(`${name}: ${problems.slice(0, 3).join('; ')}`);
        if (converted.strict) strict++;
      }
      expect(refused).toEqual([]);
      expect(strict / tools.length).toBeGreaterThan(dialect === 'openai-strict' ? 0.999 : 0.95);
    });

    it.each(DIALECTS)('get the very arguments back that a model wrote for %s', (dialect) => {
      const lost: string[] = [];
      let sets = 0;
      for (const [index, { name, schema }] of tools.entries()) {
        const converted = convertSchema(schema, dialect);
        if (!converted.strict) continue;
        // Compiling takes most of the time, so every twentieth stands for all; what is written is made to fit anyhow.
        const fits = index % 20 === 0 ? ajv.compile(withoutPatterns(converted.schema)) : undefined;
        for (const seed of SEEDS) {
          const args = JSON.parse(JSON.stringify(generateArguments(schema, seed))) as Record<string, unknown>;
          sets++;
          try {
            const written = writeArguments(args, converted.schema);
            if (fits?.(written) === false)
              lost.push(`${name}: ${JSON.stringify(written)} does not fit: ${ajv.errorsText(fits?.errors)}`);
            expect(converted.restoreArguments(written)).toEqual(args);
          } catch (error) {
            lost.push(`${name}: ${(error as Error).message}`);
          }
        }
      }
      expect(lost).toEqual([]);
      expect(sets).toBeGreaterThan(2_000 * SEEDS.length);
    });

    it.each(['openai', 'anthropic', 'gemini'] as const)('are all taken by the checker of plain %s', (dialect) => {
      const refused = tools.flatMap(({ name, schema }) =>
        isSchemaValidFor(convertSchema(schema, dialect).schema, dialect).map((problem) => `${name}: ${problem}`),
      );
      expect(refused).toEqual([]);
    });

    it.each(['openai', 'anthropic', 'gemini'] as const)(
      'get the very arguments back that were written for plain %s',
      (dialect) => {
        const lost: string[] = [];
        for (const [index, { name, schema }] of tools.entries()) {
          const converted = convertSchema(schema, dialect);
          // What the tool itself takes, the model has to be let write.
          const [takes, fits] =
            index % 20 === 0
              ? [schema, withNulls(converted.schema)].map((one) => ajv.compile(withoutPatterns(one)))
              : [];
          for (const seed of SEEDS) {
            const args = JSON.parse(JSON.stringify(generateArguments(schema, seed))) as Record<string, unknown>;
            const written = inNamesOf(converted.schema, args);
            if (takes?.(args) && fits?.(written) === false)
              lost.push(`${name} does not fit: ${ajv.errorsText(fits.errors)}`);
            expect(converted.restoreArguments(written), name).toEqual(args);
          }
        }
        expect(lost).toEqual([]);
      },
    );

    it.each([...DIALECTS, 'openai', 'anthropic', 'gemini'] as const)(
      'get the very arguments back through %s, whatever texts are in them',
      (dialect) => {
        const declared = tools.map(({ name, schema }) => ({ name, schema, converted: convertSchema(schema, dialect) }));
        const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), { minLength: 1, maxLength: 5 });
        let sets = 0;
        for (const { name, schema, converted } of declared) {
          fc.assert(
            fc.property(fc.nat(), texts, (seed, words) => {
              const args = JSON.parse(JSON.stringify(generateArguments(schema, seed, words))) as Record<
                string,
                unknown
              >;
              const written = converted.strict
                ? writeArguments(args, converted.schema)
                : inNamesOf(converted.schema, args);
              // As it travels: a call's arguments are a text.
              const received: unknown = JSON.parse(JSON.stringify(written));
              expect(converted.restoreArguments(received), name).toEqual(args);
              sets++;
            }),
            { numRuns: RUNS },
          );
        }
        expect(sets).toBe(tools.length * RUNS);
      },
    );
  },
);
