import { contentHash, shortHash } from '../../../shared/hash.ts';
import { isObject, own, stableStringify } from '../../../shared/json.ts';
import type { Tool } from '../../../tools/index.ts';
import type { LanguageCounts } from './languages.ts';

/** Example requests of one tool, by language code. */
export type ExamplesByLanguage = Readonly<Record<string, readonly string[]>>;

/** One line of an examples file. */
export interface ExampleLine {
  /** Id of the tool, `mcp:github:create_issue`. */
  readonly tool: string;
  readonly examples: ExamplesByLanguage;
  /** The model that wrote them. */
  readonly by?: string;
  /** How many were asked for, where fewer were fit to keep: asking again would cost the same and bring the same. */
  readonly asked?: LanguageCounts;
  /** {@link definitionHash} of the tool they were written for; absent in lines that a person wrote. */
  readonly hash?: string;
  /** {@link examplesSum} of the examples as a model wrote them: one that does not match was edited by a person. */
  readonly sum?: string;
}

const SUM_LENGTH = 8;

/** What a model was shown of a tool, and nothing else: examples must not change because other examples did. */
export function definitionHash({ raw }: Tool): string {
  const { name, title, description, inputSchema } = raw;
  return contentHash(stableStringify([name, title, description, inputSchema])).slice(0, 16);
}

export function examplesSum(examples: ExamplesByLanguage): string {
  return shortHash(stableStringify(examples), SUM_LENGTH);
}

/** A line as a model's work, sealed with its sum. */
export function sealedLine(line: Omit<ExampleLine, 'sum'>): ExampleLine {
  const { tool, examples, by, asked, hash } = line;
  return {
    tool,
    examples,
    ...(asked === undefined || Object.keys(asked).length === 0 ? {} : { asked }),
    ...(by === undefined ? {} : { by }),
    ...(hash === undefined ? {} : { hash }),
    sum: examplesSum(examples),
  };
}

/** Did a person write this line, or change what a model wrote? */
export function isByHand(line: ExampleLine): boolean {
  return line.hash === undefined || line.sum !== examplesSum(line.examples);
}

/** All examples of a line, in order. */
export function flatExamples({ examples }: ExampleLine): string[] {
  return Object.values(examples).flat();
}

/** Counts that need not be asked for any more: what is there, or was asked for already. */
export function doneCounts({ examples, asked = {} }: ExampleLine): LanguageCounts {
  const done: Record<string, number> = { ...asked };
  for (const [code, list] of Object.entries(examples)) done[code] = Math.max(done[code] ?? 0, list.length);
  return done;
}

/** Reads one line, or says what is wrong with it. A plain list of examples, as people write it, is taken too. */
export function parseExampleLine(text: string): ExampleLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  if (!isObject(value)) return 'is not a JSON object';
  const { tool, examples, by, asked, hash, sum } = value;
  if (typeof tool !== 'string' || tool === '') return 'has no "tool"';
  const byLanguage = Array.isArray(examples) ? { en: examples } : examples;
  if (!isExamples(byLanguage)) return 'has "examples" that are not lists of texts by language';
  return {
    tool,
    examples: byLanguage,
    ...(typeof by === 'string' ? { by } : {}),
    ...(isCounts(asked) ? { asked } : {}),
    ...(typeof hash === 'string' ? { hash } : {}),
    ...(typeof sum === 'string' ? { sum } : {}),
  };
}

function isExamples(value: unknown): value is ExamplesByLanguage {
  if (!isObject(value)) return false;
  return Object.keys(value).every((code) => {
    const list = own(value, code);
    return Array.isArray(list) && list.every((one) => typeof one === 'string');
  });
}

function isCounts(value: unknown): value is LanguageCounts {
  return isObject(value) && Object.values(value).every((count) => typeof count === 'number');
}
