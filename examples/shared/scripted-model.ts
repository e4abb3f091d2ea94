import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint on this machine that three providers' clients can be pointed at. */
export interface ScriptedModel {
  readonly url: string;
  /** Tools in each request, in order. */
  readonly carried: readonly number[];
  close(): Promise<void>;
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const FOUND = 'office__create_invoice';
const INPUT = { customer: 'ACME', amount: 10 };

/**
 * A model by rule, so that the examples run offline: it looks for a tool, calls what it has found, and says that it is
 * done. It calls through the bridge where the request has one, and by the tool's own name where it has not.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const carried: number[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = JSON.parse(await textOf(incoming)) as { readonly tools: readonly unknown[] };
    const turn = carried.push(body.tools.length);
    const bridged = JSON.stringify(body.tools).includes('"tool_call"');
    const second = bridged
      ? { name: 'tool_call', input: { name: FOUND, arguments: INPUT } }
      : { name: FOUND, input: INPUT };
    const calls = [{ name: 'tool_search', input: { query: 'create an invoice' } }, second];
    const call = turn > calls.length ? undefined : { id: `call_${turn}`, ...calls[turn - 1]! };
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(replyTo(incoming.url ?? '', call)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carried,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The same call in the words of each API. */
function replyTo(path: string, call: Call | undefined): object {
  const head = { id: 'reply', model: 'scripted', created: 1 };
  if (path.endsWith('/messages')) {
    const content = call === undefined ? [{ type: 'text', text: 'Done.' }] : [{ type: 'tool_use', ...call }];
    const stop = call === undefined ? 'end_turn' : 'tool_use';
    return {
      ...head,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: stop,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  }
  if (path.endsWith('/responses')) return { ...head, object: 'response', status: 'completed', output: [toItem(call)] };
  const message =
    call === undefined
      ? { role: 'assistant', content: 'Done.' }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
          ],
        };
  const choice = { index: 0, message, finish_reason: call === undefined ? 'stop' : 'tool_calls' };
  return {
    ...head,
    object: 'chat.completion',
    choices: [choice],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function toItem(call: Call | undefined): object {
  if (call === undefined) {
    const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { id, name, input } = call;
  const about = { id: `item_${id}`, call_id: id, status: 'completed' };
  return name === 'tool_search'
    ? { ...about, type: 'tool_search_call', execution: 'client', arguments: input }
    : { ...about, type: 'function_call', name, arguments: JSON.stringify(input) };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
