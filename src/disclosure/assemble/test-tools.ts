import type { SourceKind, ToolEntry } from '../../tools/index.ts';

/** One tool with a schema of the usual size, new objects each time. */
export function makeEntry(
  name: string,
  kind: SourceKind = 'mcp',
  source: string = kind === 'mcp' ? 'files' : '',
): ToolEntry {
  return {
    source: { kind, name: source },
    definition: {
      name,
      description: `Does what ${name} says, to the file at a path.`,
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string', description: 'Absolute path.' }, depth: { type: 'integer' } },
        required: ['path'],
      },
    },
  };
}

/** So many of them. */
export function makeEntries(count: number, prefix = 'tool'): ToolEntry[] {
  return Array.from({ length: count }, (_, i) => makeEntry(`${prefix}_${String(i).padStart(4, '0')}`));
}
