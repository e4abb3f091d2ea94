// An MCP server over stdio that lists what a recording or a number says, and answers each call with a line of text.
// Usage: node replay-server.mjs RECORDING.json | node replay-server.mjs --generate COUNT
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const PAGE = 2_000;
const [source, amount] = process.argv.slice(2);
const tools = source === '--generate' ? generate(Number(amount)) : JSON.parse(readFileSync(source, 'utf8')).tools;

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'replay', version: '1.0.0' },
  }),
  'tools/list': ({ cursor = '0' }) => {
    const end = Number(cursor) + PAGE;
    return { tools: tools.slice(Number(cursor), end), ...(end < tools.length ? { nextCursor: String(end) } : {}) };
  },
  'tools/call': ({ name }) => ({ content: [{ type: 'text', text: `${name} was called` }] }),
  ping: () => ({}),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = answers[method];
  const body =
    answer === undefined ? { error: { code: -32_601, message: 'Method not found' } } : { result: answer(params) };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
});

/** Tools that differ as those of a large company would: by verb, thing and place. */
function generate(count) {
  const verbs = ['read', 'create', 'update', 'delete', 'list', 'archive', 'approve', 'export', 'assign', 'count'];
  const things = [
    'invoice',
    'order',
    'ticket',
    'contract',
    'payment',
    'shipment',
    'asset',
    'report',
    'account',
    'meeting',
  ];
  return Array.from({ length: count }, (_, i) => {
    const [verb, thing, place] = [verbs[i % 10], things[Math.floor(i / 10) % 10], Math.floor(i / 100)];
    return {
      name: `${verb}_${thing}_${place}`,
      description: `${verb[0].toUpperCase()}${verb.slice(1)} one ${thing} of branch ${place}.`,
      inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    };
  });
}
