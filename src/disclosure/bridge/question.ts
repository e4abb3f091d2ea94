import { type Differences, differencesOf, type ToolHit, type ToolSearchResult } from '../../retrieval/index.ts';
import { truncate } from '../../shared/truncate.ts';

/** A question with more choices than this is a list, and the hits are that list already. */
const MAX_CHOICES = 3;
const MAX_DIFFERENCE = 50;

/** What to ask the user when the answer is ambiguous: which of the likeliest tools, each with what the others lack. */
export function askWhich({ verdict, hits, tier, reason, intents }: ToolSearchResult): string | undefined {
  // The likeliest of a compound request are for different parts of it: all are meant.
  if (intents !== undefined) return undefined;
  // Lists rank nothing, so that no few of their tools are likelier than the rest.
  if (verdict !== 'ambiguous' || tier === 'pattern' || reason === 'zero-idf' || reason === 'listed') return undefined;
  const likely = likeliest(hits);
  const shown = likely.slice(0, MAX_CHOICES).map((hit) => hit.tool);
  if (shown.length < 2) return undefined;
  const choices = shown.map((tool) => {
    const difference = sayShortly(
      differencesOf(
        tool,
        shown.filter((other) => other !== tool),
      ),
    );
    return difference === undefined ? tool.name : `${tool.name} (${truncate(difference, MAX_DIFFERENCE)})`;
  });
  const rest = likely.length > MAX_CHOICES ? 'another' : choices.pop()!;
  return `Which one is meant: ${choices.join(', ')} or ${rest}?`;
}

/** For a person, who knows words better than arguments, and sees the server in the name. */
function sayShortly({ words, takes, server }: Differences): string | undefined {
  if (words.length > 0) return words.join(', ');
  return takes ?? (server === undefined ? undefined : `server ${server}`);
}

/** Named outright; else strong ones; else the first few of a weak ranking. */
function likeliest(hits: readonly ToolHit[]): readonly ToolHit[] {
  for (const sure of ['exact', 'strong'] as const) {
    const found = hits.filter((hit) => hit.sure === sure);
    if (found.length > 1) return found;
  }
  return hits.slice(0, MAX_CHOICES);
}
