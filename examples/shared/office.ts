import type { ToolAccessOptions } from 'toolscout/loop';

type Entries = Extract<ToolAccessOptions['entries'], readonly unknown[]>;

const THINGS = [
  'invoice',
  'letter',
  'room',
  'contract',
  'journey',
  'delivery',
  'complaint',
  'lesson',
  'menu',
  'garden',
];
const DEEDS = ['create', 'list', 'cancel', 'print', 'archive', 'forward'];

/** Sixty tools of an office, more than a model should see at once. In your agent: those of your servers, or your own. */
export const OFFICE: Entries = THINGS.flatMap((thing) =>
  DEEDS.map((deed) => ({
    source: { kind: 'plugin', name: 'office' },
    definition: {
      name: `${deed}_${thing}`,
      description: `${deed.charAt(0).toUpperCase()}${deed.slice(1)} one ${thing} of a customer.`,
      inputSchema: {
        type: 'object',
        properties: { customer: { type: 'string' }, amount: { type: 'number' } },
        required: ['customer'],
      },
    },
  })),
);

/** What has run, for the examples to look at. */
export const ran: unknown[] = [];

/** Runs a tool: here it only writes down that it was called. */
export const execute: ToolAccessOptions['execute'] = async (tool, args) => {
  ran.push([tool.originalName, args]);
  return { content: [{ type: 'text', text: `${tool.originalName} is done` }] };
};

/** What has to have happened in the end, and only that. */
export const EXPECTED: unknown = [['create_invoice', { customer: 'ACME', amount: 10 }]];
