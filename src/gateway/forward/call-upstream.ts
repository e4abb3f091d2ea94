import type { CallClient, CallContext, RawToolResult } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { foreignText, isObject, own } from '../../shared/json.ts';
import { canAnswer, type ExchangeClient, type Upstream } from '../../sources/index.ts';

type Members = Readonly<Record<string, unknown>>;
type Answers = NonNullable<ExchangeClient['answers']>;

/** A server that asks again and again would never end. */
const MAX_ROUNDS = 10;
/** Of the older revisions: the call needs an elicitation by URL first. */
const URL_ELICITATION_REQUIRED = -32042;

/** Runs a tool, answering what it needs to know on the way in whichever manner the client can be asked. */
export function callUpstream(
  upstream: Upstream,
  tool: string,
  args: Members,
  context: CallContext,
): Promise<RawToolResult> {
  return withAnswers(upstream.name, tool, context.client, (client) =>
    upstream.callTool(tool, args, { ...context, client }),
  );
}

/** The same for a request of another kind. */
export function requestUpstream(
  upstream: Upstream,
  method: string,
  params: Members,
  context: Pick<CallContext, 'client' | 'signal' | 'onProgress' | 'meta'>,
): Promise<RawToolResult> {
  return withAnswers(upstream.name, method, context.client, (client) =>
    upstream.request(method, params, { ...context, client }),
  );
}

async function withAnswers(
  server: string,
  what: string,
  client: CallClient | undefined,
  send: (client: ExchangeClient | undefined) => Promise<RawToolResult>,
): Promise<RawToolResult> {
  if (client === undefined) return refuseInput(server, what, await send(undefined));
  let answers: Answers | undefined = client.answers;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    try {
      const result = await send({ ...client, answers });
      if (own(result, 'resultType') !== 'input_required' || client.takesInputRequired) return result;
      answers = await askAll(client, result);
    } catch (error) {
      const urls = client.takesInputRequired ? elicitationsOf(error) : [];
      if (urls.length === 0) throw error;
      for (const params of urls) await client.request('elicitation/create', { mode: 'url', ...params });
    }
  }
  throw new ToolscoutError(
    'CALL_FAILED',
    `Server "${server}" asked for input more than ${MAX_ROUNDS} times for "${what}".`,
    {
      next: 'Tell the user; repeating the call will not help.',
      details: { server, tool: what, ran: 'unknown' },
    },
  );
}

/** Puts every question of a result to the client at once. */
async function askAll(client: CallClient, result: RawToolResult): Promise<Answers> {
  const { inputRequests, requestState } = result;
  const entries = isObject(inputRequests) ? Object.entries(inputRequests) : [];
  const inputResponses = Object.fromEntries(
    await Promise.all(entries.map(async ([key, question]) => [key, await askOne(client, question)] as const)),
  );
  return {
    ...(entries.length === 0 ? {} : { inputResponses }),
    ...(typeof requestState === 'string' ? { requestState } : {}),
  };
}

async function askOne(client: CallClient, question: unknown): Promise<Members> {
  const method = isObject(question) ? foreignText(own(question, 'method')) : '';
  const params = isObject(question) ? own(question, 'params') : undefined;
  if (!canAnswer(client.capabilities, method, params)) {
    throw new ToolscoutError('CALL_FAILED', `The tool needs "${method}", which this client does not support.`, {
      next: 'Tell the user that the client cannot be asked for the input that this tool needs.',
      details: { ran: false, needs: method },
    });
  }
  const url = isObject(params) && own(params, 'mode') === 'url' && own(params, 'elicitationId') === undefined;
  // The older revisions want a name for each elicitation by URL; the newer one has none.
  const sent = url ? { ...(params as Members), elicitationId: globalThis.crypto.randomUUID() } : params;
  return client.request(method, isObject(sent) ? sent : undefined);
}

/** The elicitations by URL that an error of the older revisions asks for. */
function elicitationsOf(error: unknown): Members[] {
  if (!(error instanceof ToolscoutError) || error.details.rpcCode !== URL_ELICITATION_REQUIRED) return [];
  const { data } = error.details;
  const list = isObject(data) ? own(data, 'elicitations') : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Where nobody can be asked, a question is a failure. */
function refuseInput(server: string, what: string, result: RawToolResult): RawToolResult {
  if (own(result, 'resultType') !== 'input_required') return result;
  throw new ToolscoutError(
    'CALL_FAILED',
    `"${what}" of server "${server}" asks for input, and nobody can be asked here.`,
    {
      next: 'Call it from a client that supports elicitation.',
      details: { server, tool: what, ran: false },
    },
  );
}
