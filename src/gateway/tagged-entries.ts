import { own } from '../shared/json.ts';
import type { ToolEntry, ToolTags } from '../tools/index.ts';

/** Tags of tools by `server`, or by `server/tool`, which is the stronger one. */
export type TagTable = Readonly<Record<string, ToolTags>>;

/** Gives entries the tags of the table, beside their own. The same entry gives the same object. */
export function entriesWithTags(table: TagTable): (entries: Iterable<ToolEntry>) => Iterable<ToolEntry> {
  const known = new WeakMap<ToolEntry, ToolEntry>();
  const tagged = (entry: ToolEntry): ToolEntry => {
    const { source, definition } = entry;
    const ofServer = own(table, source.name) as ToolTags | undefined;
    const ofTool = own(table, `${source.name}/${definition.name}`) as ToolTags | undefined;
    if (ofServer === undefined && ofTool === undefined) return entry;
    let made = known.get(entry);
    if (made === undefined) {
      made = { ...entry, tags: { ...entry.tags, ...ofServer, ...ofTool } };
      known.set(entry, made);
    }
    return made;
  };
  return function* (entries) {
    for (const entry of entries) yield tagged(entry);
  };
}
