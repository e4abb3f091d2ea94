import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
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
import { writeArguments } from './write-arguments.ts';

const DIALECTS: readonly StrictTarget[] = ['openai-strict', 'anthropic-strict'];
/** Argument sets for each tool. */
const SEEDS = [1, 2, 3];

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

    it.each(['openai', 'anthropic'] as const)(
      'get the very arguments back that were written for plain %s',
      (dialect) => {
        const lost: string[] = [];
        for (const [index, { name, schema }] of tools.entries()) {
          const converted = convertSchema(schema, dialect);
          // What the tool itself takes, the model has to be let write.
          const [takes, fits] =
            index % 20 === 0 ? [schema, converted.schema].map((one) => ajv.compile(withoutPatterns(one))) : [];
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
  },
);

type Node = Readonly<Record<string, unknown>>;

/**
 * Plain dialects keep values as they are and rename what the provider refuses, saying the real name in words. A model
 * writes the names that it sees.
 */
function inNamesOf(node: unknown, value: unknown, root: unknown = node): unknown {
  const schema = resolve(node, root);
  if (Array.isArray(value)) return value.map((one) => inNamesOf(schema.items, one, root));
  if (typeof value !== 'object' || value === null) return value;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Node>>;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const sent = Object.keys(properties).find((one) =>
      String(properties[one]!.description).endsWith(`Sent as ${JSON.stringify(name)}.`),
    );
    const written = sent ?? name;
    return [written, inNamesOf(properties[written] ?? schema.additionalProperties, member, root)];
  });
  return Object.fromEntries(entries);
}

/** What a reference within the schema stands for. */
function resolve(node: unknown, root: unknown): Node {
  const schema = (typeof node === 'object' && node !== null ? node : {}) as Node;
  if (typeof schema.$ref !== 'string') return schema;
  const steps = schema.$ref.split('/').slice(1);
  const keys = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>((at, key) => (at as Node | undefined)?.[key], root) as Node;
}

/** The arguments are made without regard to patterns. */
function withoutPatterns(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'pattern' && typeof value === 'string' ? undefined : value,
    ),
  ) as object;
}
