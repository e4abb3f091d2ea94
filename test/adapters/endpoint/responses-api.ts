import { lintRequest } from '../../../src/adapters/lint/index.ts';
import { checkKnown } from './anthropic-api.ts';
import type { Model, Seen, Turn } from './model.ts';
import { event, findNames, type Part, parts, pieces, Refused } from './parts.ts';

/**
 * OpenAI's Responses API as far as tools go. What it refuses: the rules of the linter, each with its page. What it shows its
 * model: visible functions and those that searches of the input have loaded
 * (https://developers.openai.com/api/docs/guides/tools-tool-search).
 */
export function answerResponses(sent: Part, model: Model, turn: number): Part {
  const body = withStoredItems(sent);
  if (typeof body.model !== 'string') throw new Refused("Missing required parameter: 'model'.");
  const fault = lintRequest(body, { provider: 'openai-responses' }).find(({ severity }) => severity === 'refused');
  if (fault?.code === 'deferral-without-search')
    throw new Refused("Invalid Value: 'tools.defer_loading'. Deferred tools require tools.tool_search.");
  if (fault !== undefined) throw new Refused(`Invalid '${fault.path}': ${fault.message} (${fault.code})`);
  const seen = see(body);
  const said = model(seen, turn);
  checkKnown(said, seen);
  const output = outputOf(said, seen, parts(body.tools), turn);
  if (body.store !== false) for (const item of output) stored.set(String(item.id), item);
  return {
    id: `resp_${turn}`,
    object: 'response',
    created_at: 0,
    model: body.model,
    status: 'completed',
    output,
    tools: body.tools ?? [],
    tool_choice: 'auto',
    parallel_tool_calls: true,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
  };
}

/** What the endpoint has said and was not told to forget. */
const stored = new Map<string, Part>();

/** Items that are sent as references (https://developers.openai.com/api/docs/guides/conversation-state). */
function withStoredItems(body: Part): Part {
  if (!Array.isArray(body.input)) return body;
  const input = parts(body.input).map((item) => {
    if (item.type !== 'item_reference') return item;
    const found = stored.get(String(item.id));
    if (found === undefined) throw new Refused(`Item with id '${String(item.id)}' not found.`, 404);
    return found;
  });
  return { ...body, input };
}

function functionsOf(tools: unknown): readonly Part[] {
  return parts(tools).flatMap((tool) =>
    tool.type === 'namespace' ? functionsOf(tool.tools) : tool.type === 'function' ? [tool] : [],
  );
}

function see(body: Part): Seen {
  const functions = functionsOf(body.tools);
  const loaded = parts(body.input).flatMap(({ type, tools }) =>
    type === 'tool_search_output' ? functionsOf(tools) : [],
  );
  const visible = functions.filter(({ defer_loading: deferred }) => deferred !== true);
  const search = parts(body.tools).find(({ type }) => type === 'tool_search');
  const deferred = functions.filter((one) => one.defer_loading === true);
  return {
    tools: new Set([...visible, ...loaded].map(({ name }) => String(name))),
    history: JSON.stringify(body.input).replaceAll('\\"', '"'),
    ...(search?.execution === 'client' ? { clientSearch: true as const } : {}),
    ...(search !== undefined && search.execution !== 'client'
      ? { providerSearch: { name: 'tool_search', find: (query: string) => findNames(deferred, query) } }
      : {}),
  };
}

function outputOf(
  { text, calls = [], searched }: Turn,
  { clientSearch }: Seen,
  tools: readonly Part[],
  turn: number,
): readonly Part[] {
  const items: Part[] = [];
  if (text !== undefined) {
    const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
    items.push({ type: 'message', id: `msg_${turn}`, role: 'assistant', status: 'completed', content });
  }
  if (searched !== undefined) {
    const common = { call_id: null, execution: 'server', status: 'completed' };
    const spaces = tools.flatMap((tool) => {
      const members = parts(tool.tools).filter(({ name }) => searched.found.includes(String(name)));
      return members.length === 0 ? [] : [{ ...tool, tools: members }];
    });
    items.push({ ...common, type: 'tool_search_call', id: `tsc_${turn}`, arguments: { query: searched.query } });
    items.push({ ...common, type: 'tool_search_output', id: `tso_${turn}`, tools: spaces });
  }
  for (const call of calls) {
    const common = { call_id: call.id, status: 'completed' };
    if (clientSearch && call.name === 'tool_search') {
      const search = { execution: 'client', arguments: call.arguments };
      items.push({ ...common, ...search, type: 'tool_search_call', id: `tsc_${call.id}` });
    } else {
      const args = JSON.stringify(call.arguments);
      items.push({ ...common, type: 'function_call', id: `fc_${call.id}`, name: call.name, arguments: args });
    }
  }
  return items;
}

/** The same as a stream of events (https://developers.openai.com/api/docs/guides/streaming-responses). */
export function* streamResponses(response: Part): Generator<string> {
  let number = 0;
  const say = (data: Part) => event({ ...data, sequence_number: number++ });
  yield say({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } });
  for (const [index, item] of parts(response.output).entries()) {
    const at = { output_index: index, item_id: item.id };
    const isCall = item.type === 'function_call';
    const start = isCall ? { ...item, arguments: '' } : item.type === 'message' ? { ...item, content: [] } : item;
    yield say({ type: 'response.output_item.added', output_index: index, item: { ...start, status: 'in_progress' } });
    if (isCall) {
      for (const delta of pieces(String(item.arguments)))
        yield say({ type: 'response.function_call_arguments.delta', ...at, delta });
      const { name, arguments: args } = item;
      yield say({ type: 'response.function_call_arguments.done', ...at, name, arguments: args });
    }
    for (const part of parts(item.content)) {
      const place = { ...at, content_index: 0 };
      yield say({ type: 'response.content_part.added', ...place, part: { ...part, text: '' } });
      for (const delta of pieces(String(part.text)))
        yield say({ type: 'response.output_text.delta', ...place, delta, logprobs: [] });
      yield say({ type: 'response.output_text.done', ...place, text: part.text, logprobs: [] });
      yield say({ type: 'response.content_part.done', ...place, part });
    }
    yield say({ type: 'response.output_item.done', output_index: index, item });
  }
  yield say({ type: 'response.completed', response });
}
