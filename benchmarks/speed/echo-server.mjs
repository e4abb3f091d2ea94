/** A stdio MCP server that takes no time: 50 tools, each of which sends its text back. */
import { createInterface } from 'node:readline';

const tools = Array.from({ length: 50 }, (_, i) => ({
  name: `echo_${i}`,
  description: `Sends the text back, number ${i}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}));

function answer({ method, params }) {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1.0.0' } };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') return { content: [{ type: 'text', text: params.arguments.text }] };
  return method === 'ping' ? {} : undefined;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...request } = JSON.parse(line);
  if (id === undefined) return;
  const result = answer(request);
  const error = { code: -32_601, message: 'unknown method' };
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) })}\n`,
  );
});
