import { differencesOf } from '../../retrieval/index.ts';
import { analyzeIdentifier } from '../../text/index.ts';
import type { Tool } from '../../tools/index.ts';

/** Words that are in one text and not in the other by chance, and tell nobody what a tool is for. */
const IDLE = new Set(
  'a all also always and any are be before both but by can cannot essential even first for from full get has how important in instead is it its may must need needs new no not note of on once only or other pass reference return returns see should some such than that the them then there these this to tool tools use used user uses using via warning when where which will with you your'.split(
    ' ',
  ),
);
const MAX_WORDS = 3;

/**
 * The words that a description could begin with, so that a model which stops reading early has read the difference:
 * "On gitlab: pipelines, by ref:". Undefined where nothing tells the tool from the others.
 */
export function firstWords(tool: Tool, others: readonly Tool[]): string | undefined {
  const { server, takes, words } = differencesOf(tool, others);
  const named = ownNameWords(tool, others);
  const told = (named.length > 0 ? named : words.filter((word) => !IDLE.has(word.toLowerCase()))).slice(0, MAX_WORDS);
  // Arguments say the least to who does not know the tool, and what it lacks says nothing at all.
  const by = takes?.startsWith('takes') === true && told.length === 0 ? [takes.replace(/^takes/, 'by')] : [];
  const parts = [...(server === undefined ? [] : [`on ${server}`]), ...(told.length === 0 ? by : [told.join(', ')])];
  if (parts.length === 0) return undefined;
  const phrase = parts.join(', ');
  return `${phrase[0]!.toUpperCase()}${phrase.slice(1)}:`;
}

/** The words of its name that none of the others has in its own, as they are written there. */
function ownNameWords(tool: Tool, others: readonly Tool[]): string[] {
  const theirs = new Set(others.flatMap(({ originalName }) => analyzeIdentifier(originalName)));
  const server = new Set(analyzeIdentifier(tool.source.name));
  const words = tool.originalName.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{M}\p{N}]+/u);
  const isOwn = (word: string): boolean => {
    const terms = analyzeIdentifier(word);
    return terms.length > 0 && terms.every((term) => !theirs.has(term) && !server.has(term));
  };
  return words
    .filter((word) => word !== '' && isOwn(word) && !IDLE.has(word.toLowerCase()))
    .map((word) => word.toLowerCase());
}

/** The description with its difference in front. */
export function withFirstWords(tool: Tool, words: string): string {
  return tool.description === '' ? words.replace(/:$/, '.') : `${words} ${tool.description}`;
}
