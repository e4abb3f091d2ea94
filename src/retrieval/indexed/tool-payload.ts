import type { PassingTool, Tool, ToolEntry, ToolKind, ToolSource, ToolTags } from '../../tools/index.ts';

/** What an index keeps of a tool: the entry that it was read from, as JSON. */
interface StoredTool {
  readonly id: string;
  readonly source: ToolSource;
  readonly kind?: ToolKind;
  readonly directOnly?: true;
  readonly tags?: ToolTags;
  readonly examples?: readonly string[];
  readonly definition: ToolEntry['definition'];
}

/** Writes what {@link readPayload} makes the same tool of. */
export function writePayload(tool: Tool): Uint8Array {
  return new TextEncoder().encode(
    payloadText({ tool, definitionJson: JSON.stringify(tool.raw), tagsJson: JSON.stringify(tool.tags) }),
  );
}

/** {@link writePayload} as text. */
export function payloadText({ tool, definitionJson, tagsJson }: PassingTool): string {
  const { id, source, kind, directOnly, examples } = tool;
  const facts =
    (kind === 'tool' ? '' : `,"kind":${JSON.stringify(kind)}`) +
    (directOnly ? ',"directOnly":true' : '') +
    (tagsJson === '{}' ? '' : `,"tags":${tagsJson}`) +
    (examples.length === 0 ? '' : `,"examples":${JSON.stringify(examples)}`);
  return `{"id":${JSON.stringify(id)},"source":${JSON.stringify(source)}${facts},"definition":${definitionJson}}`;
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
