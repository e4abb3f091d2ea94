import { createToolAccess, type ToolAccess, type ToolAccessOptions } from '../../src/adapters/anthropic/index.ts';
import type { ToolDefinition, ToolEntry } from '../../src/tools/index.ts';

/** A call as it reached a tool. */
export interface ReceivedCall {
  readonly name: string;
  readonly arguments: unknown;
}

export interface TestAccess {
  readonly access: ToolAccess;
  readonly calls: ReceivedCall[];
  /** Takes a tool out of the toolset. */
  remove(name: string): void;
}

/** Tools of one server, hidden but for the frequent ones; each answers with its name and arguments. */
export async function testAccess(
  definitions: readonly ToolDefinition[],
  frequent: readonly string[] = [],
  more: Partial<ToolAccessOptions> = {},
): Promise<TestAccess> {
  let entries: readonly ToolEntry[] = definitions.map((definition) => ({
    source: { kind: 'mcp', name: 'office' },
    definition,
  }));
  const calls: ReceivedCall[] = [];
  const access = await createToolAccess({
    entries: () => entries,
    // However few they are, they are hidden.
    context: { settings: { enabled: 'on' }, frequent },
    execute: async (tool, args) => {
      calls.push({ name: tool.originalName, arguments: args });
      return { content: [{ type: 'text', text: `${tool.originalName} ${JSON.stringify(args)}` }] };
    },
    ...more,
  });
  return {
    access,
    calls,
    remove: (name) => {
      entries = entries.filter(({ definition }) => definition.name !== name);
    },
  };
}

/** The tools of a small office. */
export const OFFICE: readonly ToolDefinition[] = [
  { name: 'clock', description: 'Tells the time.', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'create_invoice',
    description: 'Creates an invoice for a customer.',
    inputSchema: {
      type: 'object',
      properties: { customer: { type: 'string' }, amount: { type: 'number' }, note: { type: 'string' } },
      required: ['customer', 'amount'],
    },
  },
  {
    name: 'send_letter',
    description: 'Sends a letter by post.',
    inputSchema: { type: 'object', properties: { to: { type: 'string' }, text: { type: 'string' } }, required: ['to'] },
  },
  {
    name: 'book_room',
    description: 'Books a meeting room.',
    inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
  },
];

/** So many tools that differ in one word. */
export function manyTools(count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does thing number ${index}.`,
    inputSchema: { type: 'object', properties: {} },
  }));
}
