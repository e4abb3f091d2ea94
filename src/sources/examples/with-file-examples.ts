import { type ToolEntry, toolId } from '../../tools/index.ts';
import type { ExampleFile } from './enrich/example-file.ts';
import { mergeExamples } from './merge-examples.ts';

/** Entries with the examples that a file has for them beside their own. */
export function withFileExamples(entries: readonly ToolEntry[], file: ExampleFile): ToolEntry[] {
  return entries.map((entry) => {
    const added = file.examples(entry.id ?? toolId(entry.source, entry.definition.name));
    const examples = mergeExamples(entry.examples, added);
    return examples === undefined || examples === entry.examples ? entry : { ...entry, examples };
  });
}
