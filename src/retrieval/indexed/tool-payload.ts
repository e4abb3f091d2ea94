import type { Tool, ToolEntry, ToolKind, ToolSource, ToolTags } from '../../tools/index.ts';

/** What an index keeps of a tool: the entry that it was read from, as JSON. */
interface StoredTool extends StoredFacts {
  readonly definition: ToolEntry['definition'];
}

interface StoredFacts {
  readonly id: string;
  readonly source: ToolSource;
  readonly kind?: ToolKind;
  readonly directOnly?: true;
  readonly tags?: ToolTags;
  readonly examples?: readonly string[];
}

/** Writes what {@link readPayload} makes the same tool of. */
export function writePayload(tool: Tool): Uint8Array {
  return new TextEncoder().encode(payloadText(tool, JSON.stringify(tool.raw)));
}

/** {@link writePayload} as text. */
export function payloadText(tool: Tool, definitionJson: string): string {
  const { id, source, kind, directOnly, tags, examples } = tool;
  const stored: StoredFacts = {
    id,
    source,
    ...(kind === 'tool' ? {} : { kind }),
    ...(directOnly ? { directOnly } : {}),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(examples.length === 0 ? {} : { examples }),
  };
  return `${JSON.stringify(stored).slice(0, -1)},"definition":${definitionJson}}`;
}

/** Reads a stored tool back into its entry. The bytes are ours: damage shows in the checksums of the index. */
export function readPayload(bytes: Uint8Array): ToolEntry {
  const { id, source, kind, directOnly, tags, examples, definition } = JSON.parse(
    new TextDecoder().decode(bytes),
  ) as StoredTool;
  return {
    id,
    source,
    definition,
    ...(kind === undefined ? {} : { kind }),
    ...(directOnly === undefined ? {} : { catalogMode: 'direct-only' }),
    ...(tags === undefined ? {} : { tags }),
    ...(examples === undefined ? {} : { examples }),
  };
}
