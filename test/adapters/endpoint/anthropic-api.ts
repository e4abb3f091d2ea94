import { lintRequest } from '../../../src/adapters/lint/index.ts';
import type { Model, Seen, Turn } from './model.ts';
import { event, findNames, type Part, parts, pieces, Refused } from './parts.ts';

/**
 * Anthropic's Messages API as far as tools go. What it refuses: the rules of the linter, each with its page, and members
 * that the request must have (https://platform.claude.com/docs/en/api/messages). What it shows its model: visible tools and
 * those that the history refers to (https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool).
 */
export function answerMessages(body: Part, model: Model, turn: number): Part {
  if (typeof body.model !== 'string') throw new Refused('model: Field required');
  if (typeof body.max_tokens !== 'number') throw new Refused('max_tokens: Field required');
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw new Refused('messages: Field required');
  const fault = lintRequest(body, { provider: 'anthropic' }).find(({ severity }) => severity === 'refused');
  if (fault !== undefined) throw new Refused(`${fault.path}: ${fault.message} (${fault.code})`);
  const seen = see(body);
  const said = model(seen, turn);
  checkKnown(said, seen);
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: contentOf(said, seen),
    stop_reason: said.calls?.length ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function see(body: Part): Seen {
  const tools = parts(body.tools);
  const blocks = parts(body.messages).flatMap(({ content }) => parts(content));
  const references = blocks.flatMap(({ type, content }) =>
    type === 'tool_result' ? parts(content) : type === 'tool_search_tool_result' ? found(content) : [],
  );
  const referenced = new Set(references.map(({ tool_name: name }) => name));
  const shown = tools.filter(({ type, name, defer_loading: deferred }) => {
    const isOwn = type === undefined || type === 'custom';
    return isOwn && (deferred !== true || referenced.has(name));
  });
  const deferred = tools.filter((tool) => tool.defer_loading === true);
  const search = tools.find(({ type }) => String(type).startsWith('tool_search_tool'));
  return {
    tools: new Set(shown.map(({ name }) => String(name))),
    history: JSON.stringify(body.messages).replaceAll('\\"', '"'),
    ...(search && {
      providerSearch: { name: String(search.name), find: (query: string) => findNames(deferred, query) },
    }),
  };
}

function found(content: unknown): readonly Part[] {
  return parts((content as Part | undefined)?.tool_references);
}

/** A model knows no tool that it was not shown. */
export function checkKnown({ calls = [], searched }: Turn, { tools, clientSearch }: Seen): void {
  for (const { name } of calls) {
    const isKnown = tools.has(name) || searched?.found.includes(name) || (clientSearch && name === 'tool_search');
    if (!isKnown) throw new Refused(`The script calls ${name}, which its model was not shown.`, 500);
  }
}

function contentOf({ text, calls = [], searched }: Turn, { providerSearch }: Seen): readonly Part[] {
  const blocks: Part[] = text === undefined ? [] : [{ type: 'text', text, citations: null }];
  if (searched !== undefined) {
    const { id, query } = searched;
    blocks.push({ type: 'server_tool_use', id, name: providerSearch!.name, input: { query } });
    const references = searched.found.map((name) => ({ type: 'tool_reference', tool_name: name }));
    const content = { type: 'tool_search_tool_search_result', tool_references: references };
    blocks.push({ type: 'tool_search_tool_result', tool_use_id: id, content });
  }
  for (const call of calls) blocks.push({ type: 'tool_use', id: call.id, name: call.name, input: call.arguments });
  return blocks;
}

/** The same as a stream of events (https://platform.claude.com/docs/en/build-with-claude/streaming). */
export function* streamMessages(message: Part): Generator<string> {
  yield event({ type: 'message_start', message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of parts(message.content).entries()) {
    const isCall = block.type === 'tool_use' || block.type === 'server_tool_use';
    const start = isCall ? { ...block, input: {} } : block.type === 'text' ? { ...block, text: '' } : block;
    yield event({ type: 'content_block_start', index, content_block: start });
    if (isCall) {
      for (const piece of pieces(JSON.stringify(block.input)))
        yield event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: piece } });
    } else if (block.type === 'text') {
      for (const piece of pieces(String(block.text)))
        yield event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } });
    }
    yield event({ type: 'content_block_stop', index });
  }
  const delta = { stop_reason: message.stop_reason, stop_sequence: null };
  yield event({ type: 'message_delta', delta, usage: { output_tokens: 5 } });
  yield event({ type: 'message_stop' });
}
