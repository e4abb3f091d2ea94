import type { ToolEntry } from '../../tools/index.ts';
import type { ExamplePack, ServerExamples } from './example-pack.ts';
import { mergeExamples } from './merge-examples.ts';

/**
 * Entries of a catalogue file with the pack's examples beside their own. A file says nothing about packages, so servers
 * go by their names here, and every tool by its description.
 */
export function withPackExamples(entries: readonly ToolEntry[], pack: ExamplePack): ToolEntry[] {
  const servers = new Map<string, ServerExamples>();
  return entries.map((entry) => {
    const { name } = entry.source;
    const find = servers.get(name) ?? pack.server({ name });
    servers.set(name, find);
    const examples = mergeExamples(entry.examples, find(entry.definition));
    return examples === undefined || examples === entry.examples ? entry : { ...entry, examples };
  });
}
