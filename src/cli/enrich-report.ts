import { unifiedDiff } from '../shared/unified-diff.ts';
import { type EnrichEstimate, type EnrichOutcome, type EnrichPlan, ExampleFile } from '../sources/index.ts';
import { escapeHidden } from '../tools/index.ts';
import type { CliIo } from './io.ts';
import { count, plural } from './layout.ts';

/** Tools of one kind that a person is shown; `--json` has all. */
const MAX_SHOWN = 10;

/** The change of an examples file as a diff of what it says, not of its JSON: a line for the tool, one a request. */
export function examplesDiff(before: string, after: string): string[] {
  return unifiedDiff(readable(before), readable(after), escapeHidden);
}

function readable(text: string): string {
  const file = new ExampleFile(text);
  return file.tools
    .map((tool) => {
      const examples = Object.entries(file.line(tool)?.examples ?? {});
      const lines = examples.flatMap(([code, list]) => list.map((one) => `  ${code}  ${one.replaceAll('\n', ' ')}\n`));
      return `${tool}\n${lines.join('')}`;
    })
    .join('');
}

/** Before anything is asked: for how many tools, of how many, and what it will cost. */
export function printPlan(plan: EnrichPlan, left: number, estimate: EnrichEstimate, io: CliIo): void {
  const { drafted, unchanged, served, byHand, absent } = plan;
  const notes = [
    unchanged > 0 && `${plural(unchanged, 'tool')} unchanged since their examples were written`,
    served > 0 && `${plural(served, 'tool')} with enough examples from elsewhere (--all asks for them too)`,
    drafted.length > 0 && `${plural(drafted.length, 'tool')} drafted already`,
    byHand.length > 0 &&
      `${plural(byHand.length, 'line')} edited by hand, left alone (--replace-edited): ${named(byHand)}`,
    absent.length > 0 && `${plural(absent.length, 'line')} of tools that are not there now, kept`,
    left > 0 && `${plural(left, 'tool')} left for another run (--max-tools)`,
  ];
  for (const note of notes) if (note !== false) io.stderr(`${note}\n`);
  const { requests, inputTokens, outputTokens, exact } = estimate;
  if (requests === 0) return;
  const about = exact ? 'about' : 'roughly';
  io.stderr(
    `${plural(requests, 'tool')} to ask about: ${about} ${count(inputTokens)} tokens in and ${count(outputTokens)} out\n`,
  );
}

function named(byHand: EnrichPlan['byHand']): string {
  const names = byHand.map(({ tool, changed }) => (changed ? `${tool} (the tool has changed)` : tool));
  const shown = names.slice(0, MAX_SHOWN).join(', ');
  return names.length > MAX_SHOWN ? `${shown} and ${names.length - MAX_SHOWN} more` : shown;
}

/** Tools whose replies were bad, in whole or in part. */
export function printRefused(outcomes: readonly EnrichOutcome[], io: CliIo): void {
  const poor = outcomes.filter(({ refused }) => refused.length > 0);
  if (poor.length === 0) return;
  io.stderr(`Replies for ${plural(poor.length, 'tool')} could not be used in full:\n`);
  for (const { tool, line, refused } of poor.slice(0, MAX_SHOWN)) {
    io.stderr(`  ${tool}: ${line === undefined ? 'nothing kept' : 'some kept'} (${refused.join('; ')})\n`);
  }
  if (poor.length > MAX_SHOWN) io.stderr(`  … and ${poor.length - MAX_SHOWN} more; see --json\n`);
}
