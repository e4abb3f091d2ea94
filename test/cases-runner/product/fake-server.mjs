/**
 * The fake tools of a case behind a real process, for the gateway's own command line. Tools come from TOOLS_FILE; every
 * call is appended to CALLS_FILE as one JSON line and answered with {"ok":true}.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { TOOLS_FILE, CALLS_FILE, SERVER_NAME } = process.env;
const tools = JSON.parse(readFileSync(TOOLS_FILE, 'utf8'));
const answer = (id, body) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize') {
    const serverInfo = { name: SERVER_NAME, version: '1.0.0' };
    answer(id, { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    answer(id, { result: { tools } });
  } else if (method === 'tools/call') {
    appendFileSync(
      CALLS_FILE,
      `${JSON.stringify({ server: SERVER_NAME, tool: params.name, arguments: params.arguments })}\n`,
    );
    answer(id, { result: { content: [{ type: 'text', text: '{"ok":true}' }], structuredContent: { ok: true } } });
  } else if (method === 'ping') {
    answer(id, { result: {} });
  } else {
    answer(id, { error: { code: -32601, message: 'Method not found' } });
  }
});
