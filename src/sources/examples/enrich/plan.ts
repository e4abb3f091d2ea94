import type { Tool } from '../../../tools/index.ts';
import type { ExampleFile } from './example-file.ts';
import {
  definitionHash,
  doneCounts,
  type ExampleLine,
  type ExamplesByLanguage,
  isByHand,
  sealedLine,
} from './example-line.ts';
import { fitsLanguage, isNothing, isUsualLanguage, type LanguageCounts, missingCounts } from './languages.ts';

/** A tool for which a model is to be asked. */
export interface EnrichTask {
  readonly tool: Tool;
  /** What is still missing. */
  readonly counts: LanguageCounts;
  /** What the tool has already and keeps: of the file, of the drafts. */
  readonly known: ExampleLine | undefined;
  /** Is something of that a draft? */
  readonly drafted: boolean;
  readonly why: 'new' | 'changed' | 'more';
}

export interface EnrichPlan {
  readonly tasks: readonly EnrichTask[];
  /** Lines that the drafts complete without asking anybody. */
  readonly drafted: readonly ExampleLine[];
  /** Tools whose lines are as they should be. */
  readonly unchanged: number;
  /** Tools that have examples of their own, from the configuration or the pack, in all languages. */
  readonly served: number;
  /** Tools whose line a person wrote or edited: left alone. */
  readonly byHand: readonly { readonly tool: string; readonly changed: boolean }[];
  /** Tools of the file that are not there now; their lines stay. */
  readonly absent: readonly string[];
}

export interface EnrichPlanOptions {
  readonly tools: readonly Tool[];
  /** Every tool that is there, where `tools` is a part of them. */
  readonly there?: readonly Tool[];
  readonly counts: LanguageCounts;
  readonly file: ExampleFile;
  readonly drafts: ExampleFile;
  /** Ask also where a tool has examples from elsewhere. */
  readonly all?: boolean;
  /** Write lines anew that a person edited. */
  readonly replaceEdited?: boolean;
}

/** Compares tools, examples file and drafts: what is done, what a draft completes, what is to be asked for. */
export function planEnrichment(options: EnrichPlanOptions): EnrichPlan {
  const { tools, counts, file, drafts } = options;
  const tasks: EnrichTask[] = [];
  const drafted: ExampleLine[] = [];
  const byHand: { tool: string; changed: boolean }[] = [];
  let [unchanged, served] = [0, 0];
  for (const tool of tools) {
    const hash = definitionHash(tool);
    const line = file.line(tool.id);
    const changed = line?.hash !== undefined && line.hash !== hash;
    if (line !== undefined && isByHand(line) && options.replaceEdited !== true) {
      byHand.push({ tool: tool.id, changed });
      continue;
    }
    const current = line !== undefined && line.hash === hash && !isByHand(line) ? line : undefined;
    const elsewhere = options.all === true ? {} : scriptCounts(tool.examples);
    const wanted = missingCounts(counts, elsewhere);
    if (isNothing(wanted)) {
      served++;
      continue;
    }
    if (current !== undefined && isNothing(missingCounts(wanted, doneCounts(current)))) {
      unchanged++;
      continue;
    }
    const draft = drafts.line(tool.id);
    const isDrafted = draft?.hash === hash;
    const known = isDrafted ? joinLines(current, draft) : current;
    const missing = missingCounts(wanted, known === undefined ? {} : doneCounts(known));
    if (isNothing(missing) && known !== undefined) drafted.push(known);
    else {
      const why = line === undefined ? 'new' : changed ? 'changed' : 'more';
      tasks.push({ tool, counts: missing, known, drafted: isDrafted, why });
    }
  }
  const there = new Set((options.there ?? tools).map(({ id }) => id));
  return { tasks, drafted, unchanged, served, byHand, absent: file.tools.filter((id) => !there.has(id)) };
}

/** Two lines of one tool as one; of two texts alike one is kept. */
export function joinLines(first: ExampleLine | undefined, second: ExampleLine): ExampleLine {
  if (first === undefined) return second;
  const examples: Record<string, readonly string[]> = { ...first.examples };
  for (const [code, list] of Object.entries(second.examples)) {
    examples[code] = [...new Set([...(examples[code] ?? []), ...list])];
  }
  return sealedLine({ ...first, ...second, examples, asked: openCounts(examples, first, second) });
}

/** `asked` of a line: only where fewer are there than were asked for. */
export function openCounts(
  examples: ExamplesByLanguage,
  ...sources: readonly Pick<ExampleLine, 'asked' | 'examples'>[]
): LanguageCounts {
  const asked: Record<string, number> = {};
  for (const source of sources) {
    for (const [code, count] of Object.entries(source.asked ?? {})) asked[code] = Math.max(asked[code] ?? 0, count);
  }
  return Object.fromEntries(Object.entries(asked).filter(([code, count]) => count > (examples[code]?.length ?? 0)));
}

/** How many examples there are in each language that its script tells apart from the others. */
function scriptCounts(examples: readonly string[]): LanguageCounts {
  const counts: Record<string, number> = {};
  for (const code of ['en', 'ru', 'zh', 'ja', 'ko', 'ar', 'hi', 'el', 'he', 'th']) {
    const count = examples.filter((one) => fitsLanguage(one, code)).length;
    if (count > 0 && isUsualLanguage(code)) counts[code] = count;
  }
  return counts;
}
