import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The parts of the chat protocol that an agent with tools needs. */
export interface ChatTool {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
}

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ChatToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ChatRequest {
  readonly model: string;
  readonly stream: false;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
}

/** What the scripted model does next: say something, or call tools. */
export type Reply =
  | { readonly text: string }
  | { readonly calls: readonly { readonly name: string; readonly arguments: unknown }[] };

/** A model by rule. It sees what a real one would see: the request, and nothing else. */
export type Script = (request: ChatRequest) => Reply;

export interface RecordedRequest {
  /** The body as it came over the wire. */
  readonly raw: string;
  readonly bytes: number;
  readonly request: ChatRequest;
}

export interface Provider {
  /** To be used as an OpenAI-compatible base URL. */
  readonly url: string;
  /** In order of arrival; refused ones are not among them. */
  readonly requests: readonly RecordedRequest[];
  close(): Promise<void>;
}

/** A chat provider over real HTTP that writes down what it was sent, and refuses what the real ones refuse. */
export async function startProvider(script: Script): Promise<Provider> {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const raw = await readBody(incoming);
    const request = JSON.parse(raw) as ChatRequest;
    const refusal = incoming.url === '/v1/chat/completions' ? refusalOf(request) : `no such route: ${incoming.url}`;
    if (refusal === undefined) requests.push({ raw, bytes: Buffer.byteLength(raw), request });
    outgoing.writeHead(refusal === undefined ? 200 : 400, { 'content-type': 'application/json' });
    outgoing.end(
      JSON.stringify(
        refusal === undefined
          ? completion(requests.length, script(request))
          : { error: { type: 'invalid_request_error', message: refusal } },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function completion(turn: number, reply: Reply): unknown {
  const message: ChatMessage =
    'text' in reply
      ? { role: 'assistant', content: reply.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: reply.calls.map(({ name, arguments: args }, index) => ({
            id: `call_${turn}_${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        };
  const finish = 'text' in reply ? 'stop' : 'tool_calls';
  return {
    id: `chatcmpl-${turn}`,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
  };
}

/** Why a provider would answer 400; undefined where it would not. */
function refusalOf({ stream, tools, messages }: ChatRequest): string | undefined {
  if (stream !== false) return 'this provider does not stream';
  const names = tools.map((tool) => tool.function.name);
  const malformed = names.find((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name));
  if (malformed !== undefined) return `not a function name: ${malformed}`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `two functions are named ${twice}`;
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === 'assistant') for (const { id } of message.tool_calls ?? []) open.add(id);
    if (message.role === 'tool' && !open.delete(message.tool_call_id)) return 'a result without a call';
  }
  return open.size === 0 ? undefined : 'a call without a result';
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
