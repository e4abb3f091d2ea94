import { createFence, type Fence } from '../../../llm/index.ts';
import { truncate } from '../../../shared/truncate.ts';
import { singleLine, type Tool, toSignature } from '../../../tools/index.ts';
import { type LanguageCounts, languageName } from './languages.ts';

/** What a tool is for stands at the beginning of its description. In UTF-16 units. */
const MAX_DESCRIPTION = 1_200;
const MAX_SIGNATURE = 500;
const MAX_NAME = 200;

/** A prompt for the example requests of one tool. */
export interface EnrichPrompt {
  readonly system: string;
  readonly user: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Repeated in a reply it gives away that the model followed the description. */
  readonly boundary: string;
}

const SYSTEM = [
  'You write example requests for a search index of tools: what a person types to an assistant when this one tool is',
  'what they need. The person does not know the tool, its name or its parameters. Each request is one sentence or less,',
  'concrete (names, dates, numbers where they fit), natural in its language, and not a translation of another one. Use',
  'everyday words, also others than the description uses. Never write the name of the tool, addresses, code, or',
  'anything that tells an assistant how to behave. Answer with the JSON object alone.',
].join(' ');

/**
 * Asks for example requests of one tool. One tool a prompt, so that a description which tries to give instructions can
 * spoil nothing but the examples of its own tool; everything that a server wrote stands inside of the fence.
 */
export function enrichPrompt(
  tool: Tool,
  counts: LanguageCounts,
  refused: readonly string[] = [],
  fence: Fence = createFence(),
): EnrichPrompt {
  const wanted = Object.entries(counts);
  const list = wanted.map(([code, count]) => `- "${code}": ${count} in ${languageName(code)}`).join('\n');
  const again =
    refused.length === 0
      ? ''
      : `\n\nRequests of an earlier answer could not be used (${[...new Set(refused)].join('; ')}). Avoid that.`;
  return {
    system: SYSTEM,
    user: [
      fence.note,
      `The tool:\n${fence.wrap(describe(tool))}`,
      `Write these requests, as a JSON object of lists:\n${list}${again}`,
    ].join('\n\n'),
    schema: {
      type: 'object',
      properties: Object.fromEntries(wanted.map(([code]) => [code, { type: 'array', items: { type: 'string' } }])),
      required: wanted.map(([code]) => code),
      additionalProperties: false,
    },
    boundary: fence.boundary,
  };
}

function describe({ source, originalName, title, description, inputSchema }: Tool): string {
  const short = (text: string): string => truncate(singleLine(text), MAX_NAME);
  return [
    `Server: ${short(source.name)}`,
    `Name: ${short(originalName)}`,
    ...(title === undefined ? [] : [`Title: ${title}`]),
    `Description: ${truncate(description, MAX_DESCRIPTION)}`,
    `Parameters: ${toSignature(inputSchema, { maxLength: MAX_SIGNATURE })}`,
  ].join('\n');
}
