import type { RawToolResult, Tool, ToolEntry } from 'toolscout';

/** The tool that every lane has to end in, and what it has to be given. */
export const TARGET = { id: 'plugin:helpdesk:create_ticket', name: 'create_ticket' } as const;
export const TARGET_ARGUMENTS = { title: 'The printer on floor 3 is on fire', priority: 'high' } as const;

const VERBS = ['create', 'update', 'get', 'list', 'delete', 'export'] as const;
const NOUNS = {
  ticket: 'support ticket',
  customer: 'customer record',
  invoice: 'invoice',
  contract: 'service contract',
  asset: 'hardware asset',
  article: 'help article',
  shift: 'shift of the support team',
} as const;

/** A plugin of 42 tools, as large as people's are: this is what tool search is for. */
const helpdesk: readonly ToolEntry[] = Object.entries(NOUNS).flatMap(([noun, means]) =>
  VERBS.map((verb): ToolEntry => {
    const name = `${verb}_${noun}`;
    return {
      source: { kind: 'plugin', name: 'helpdesk' },
      definition: {
        name,
        description: `${capitalised(verb)} a ${means} in the help desk. Needs the rights of the desk it belongs to.`,
        inputSchema: {
          type: 'object',
          properties: {
            title: { type: 'string', description: `Title of the ${means}, as people search for it.` },
            priority: {
              type: 'string',
              enum: ['low', 'normal', 'high'],
              description: `How much the ${means} matters.`,
            },
            tags: { type: 'array', items: { type: 'string' }, description: `Labels to file the ${means} under.` },
            // Stands in no other place, so that whoever reads it has seen this very schema.
            note: { type: 'string', description: schemaMark(name) },
          },
          ...(verb === 'create' ? { required: ['title'] } : {}),
        },
      },
    };
  }),
);

/** Tools of the host itself, of the application that the user looks at, and two whose results fit through no bridge. */
const others: readonly ToolEntry[] = [
  own('core', '', 'read_file', 'Read a file of the workspace.'),
  own('core', '', 'write_file', 'Write a file of the workspace.'),
  own('core', '', 'run_command', 'Run a command in the workspace.'),
  own('client', 'app', 'open_tab', 'Open a tab in the application of the user.'),
  own('client', 'app', 'read_selection', 'Read what the user has selected.'),
  { ...own('plugin', 'canvas', 'draw_chart', 'Draw a chart into the conversation.'), catalogMode: 'direct-only' },
  { ...own('plugin', 'canvas', 'show_form', 'Show the user a form to fill in.'), catalogMode: 'direct-only' },
];

/** Everything that the session may use. */
export const TOOLS: readonly ToolEntry[] = [...helpdesk, ...others];

/** One run of a tool, as the plugin saw it. */
export interface Ran {
  readonly name: string;
  readonly arguments: unknown;
}

/** The code behind the tools, with a list of what ran. */
export function startPlugin(): {
  readonly ran: readonly Ran[];
  readonly execute: (tool: Tool, args: unknown) => Promise<RawToolResult>;
} {
  const ran: Ran[] = [];
  return {
    ran,
    execute: async ({ originalName }, args) => {
      ran.push({ name: originalName, arguments: args });
      return { content: [{ type: 'text', text: `${originalName}: done, number 4711` }] };
    },
  };
}

/** A text that stands in the schema of this tool alone. */
export function schemaMark(name: string): string {
  return `Note that ${name} leaves in the audit trail.`;
}

function own(kind: 'core' | 'client' | 'plugin', source: string, name: string, description: string): ToolEntry {
  return {
    source: { kind, name: source },
    definition: {
      name,
      description,
      inputSchema: { type: 'object', properties: { note: { type: 'string', description: schemaMark(name) } } },
    },
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
