import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the scripted model says next: words, calls, or both. `cut` ends the stream in the middle. */
export interface ChatTurn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly cut?: true;
}

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: unknown;
}

export interface ChatRequestBody {
  readonly stream?: boolean;
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly messages: readonly ChatRequestMessage[];
  readonly [member: string]: unknown;
}

export interface ChatRequestMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
}

export interface ChatEndpoint {
  readonly url: string;
  /** Bodies of the requests that were taken. */
  readonly requests: readonly ChatRequestBody[];
  /** Why others were refused. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

/**
 * A Chat Completions endpoint over HTTP whose model follows a script, with and without streaming. It refuses what the
 * documentation of the API forbids: https://platform.openai.com/docs/api-reference/chat/create
 */
export async function startChatEndpoint(
  script: (request: ChatRequestBody, turn: number) => ChatTurn | number,
): Promise<ChatEndpoint> {
  const requests: ChatRequestBody[] = [];
  const refusals: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = JSON.parse(await textOf(incoming)) as ChatRequestBody;
    const problem = problemOf(body);
    if (problem !== undefined) {
      refusals.push(problem);
      return refuse(outgoing, 400, problem);
    }
    const turn = script(body, requests.push(body) - 1);
    if (typeof turn === 'number') return refuse(outgoing, turn, 'by script');
    if (body.stream === true) return stream(outgoing, turn);
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ ...HEAD, object: 'chat.completion', choices: [whole(turn)], usage: USAGE }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HEAD = { id: 'chatcmpl-1', created: 1, model: 'scripted' };
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }));
}

const finishOf = ({ calls = [] }: ChatTurn): string => (calls.length === 0 ? 'stop' : 'tool_calls');
const argumentsOf = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args));

function whole(turn: ChatTurn): unknown {
  const { text = null, calls = [] } = turn;
  const toolCalls = calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: argumentsOf(args) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length === 0 ? {} : { tool_calls: toolCalls }) };
  return { index: 0, message, finish_reason: finishOf(turn) };
}

/** Pieces of calls come interleaved and cut within their arguments, as the API allows. */
function stream(outgoing: ServerResponse, turn: ChatTurn): void {
  const { text = '', calls = [], cut } = turn;
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (delta: unknown, more: object = {}) =>
    outgoing.write(
      `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...more }] })}\n\n`,
    );
  outgoing.write(': a comment\r\n\r\n');
  send({ role: 'assistant', content: '' });
  for (const piece of text.match(/.{1,5}/gsu) ?? []) send({ content: piece });
  const pieces = calls.map(({ arguments: args }) => argumentsOf(args).match(/.{1,7}/gsu) ?? []);
  calls.forEach(({ id, name }, index) => {
    send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
  });
  for (let at = 0; at < Math.max(0, ...pieces.map(({ length }) => length)); at++) {
    pieces.forEach((parts, index) => {
      if (parts[at] !== undefined) send({ tool_calls: [{ index, function: { arguments: parts[at] } }] });
    });
  }
  if (cut) return void outgoing.destroy();
  send({}, { finish_reason: finishOf(turn) });
  outgoing.write(`data: ${JSON.stringify({ ...HEAD, choices: [], usage: USAGE })}\n\n`);
  outgoing.end('data: [DONE]\n\n');
}

function problemOf({ tools = [], messages }: ChatRequestBody): string | undefined {
  const names = tools.map((tool) => tool.function.name);
  const odd = names.find((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name));
  if (odd !== undefined) return `not a function name: ${odd}`;
  if (new Set(names).size < names.length) return 'a function name comes twice';
  if (tools.length > 128) return 'more than 128 tools';
  if (tools.some((tool) => (tool.function.parameters as { type?: unknown }).type !== 'object'))
    return 'no object schema';
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id ?? '')) return `a result without a call: ${message.tool_call_id}`;
      open = open.filter((id) => id !== message.tool_call_id);
    } else {
      if (open.length > 0) return `a call without a result: ${open.join()}`;
      open = (message.tool_calls ?? []).map(({ id }) => id);
    }
  }
  return open.length > 0 ? `a call without a result: ${open.join()}` : undefined;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
