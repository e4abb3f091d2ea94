import { analyzeIdentifier, analyzeText } from '../../text/index.ts';
import type { Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';
import { wordHeap } from './stuffing.ts';

/** Longest description, in characters, that is no reason to ask for a shorter one; a search answer shows 200. */
const LONG_DESCRIPTION = 1_000;
/** Shorter descriptions repeat no word so often. */
const MIN_STUFFED = 20;
/** In ordinary prose the most frequent word takes a tenth of all. */
const STUFFED_SHARE = 0.25;
const MIN_TIMES = 8;
/** Single words with commas between them: a list for a search engine, not for a reader. */
const MIN_LISTED = 24;

/** Descriptions that say nothing, say it too often, or take too long about it. */
export function descriptionFaults(tool: Tool): readonly LintFinding[] {
  const { id, description } = tool;
  if (description === '') return [finding('missing-description', 'warning', [id], `${id} has no description.`)];
  const found: LintFinding[] = [];
  const { length } = description;
  if (length > LONG_DESCRIPTION) {
    const message = `The description of ${id} has ${length.toLocaleString('en-US')} characters.`;
    found.push(finding('long-description', 'note', [id], message));
  }
  const terms = analyzeText(description);
  const name = new Set([...analyzeIdentifier(tool.originalName), ...analyzeIdentifier(tool.source.name)]);
  if (terms.every((term) => name.has(term))) {
    const message = `The description of ${id} says no word beside its name.`;
    found.push(finding('description-repeats-name', 'note', [id], message, { quote: description.slice(0, 160) }));
  }
  const stuffed = stuffedBy(description, terms, name);
  if (stuffed !== undefined)
    found.push(finding('stuffed-description', 'warning', [id], `The description of ${id} ${stuffed}.`));
  return found;
}

function stuffedBy(description: string, terms: readonly string[], name: ReadonlySet<string>): string | undefined {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const [term, times] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  if (terms.length >= MIN_STUFFED && times >= MIN_TIMES && times / terms.length >= STUFFED_SHARE && !name.has(term)) {
    return `says "${term}" in ${times} of ${terms.length} words`;
  }
  const listed = /(?:\b[\p{L}\p{N}-]+(?: [\p{L}\p{N}-]+)?, ?){24,}/u.exec(description)?.[0].split(',').length ?? 0;
  return listed > MIN_LISTED ? `lists ${listed - 1} words with commas between them` : wordHeap(description);
}
