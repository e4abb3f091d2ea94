import { analyzeIdentifier, analyzeQuery } from '../text/index.ts';
import type { Tool, ToolKind } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';
import { FIELDS } from './constants.ts';

/** What a request asks of every hit, whatever its rank. All conditions together; an absent one asks nothing. */
export interface ToolFilter {
  /** Source name, exactly. */
  readonly server?: string;
  readonly kind?: ToolKind;
  /** Words, each of which the tool's own texts must hold. */
  readonly must?: readonly RequiredWord[];
}

/** The spellings of one word, each as the terms it is analysed into; all terms of one spelling are enough. */
export type RequiredWord = readonly (readonly string[])[];

/**
 * Analyses a word that hits must hold, or gives undefined where it has no topic to require (`+the`). `GitHub` is also
 * read as `github`, which has no parts.
 */
export function requireWord(word: string): RequiredWord | undefined {
  const { stopWordsOnly, empty } = analyzeQuery(word);
  if (stopWordsOnly || empty) return undefined;
  return [analyzeIdentifier(word), analyzeIdentifier(word.toLowerCase())];
}

/** Everything a tool says of itself; example requests are other people's words and prove nothing. */
const OWN_FIELDS: readonly number[] = FIELDS.flatMap(({ name }, field) => (name === 'examples' ? [] : [field]));

/** Does the tool meet every condition? */
export function acceptsTool(tool: Tool, { server, kind, must = [] }: ToolFilter): boolean {
  if (server !== undefined && tool.source.name !== server) return false;
  if (kind !== undefined && tool.kind !== kind) return false;
  if (must.length === 0) return true;
  const { terms } = analyzeTool(tool);
  const holds = (term: string) => OWN_FIELDS.some((field) => terms[field]!.includes(term));
  return must.every((word) => word.some((spelling) => spelling.every(holds)));
}

/** Lets every tool through. */
export function isOpen({ server, kind, must = [] }: ToolFilter): boolean {
  return server === undefined && kind === undefined && must.length === 0;
}
