import { type AnthropicBlock, createAnthropicTools } from '../../../src/adapters/anthropic/index.ts';
import { createChatTools, createOpenAITools } from '../../../src/adapters/openai/index.ts';
import { isObject, type Json, listOf, own } from '../json.ts';
import type { World } from './world.ts';

/** A call as a case writes it, in no provider's own form. */
export interface ProviderCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, or the arguments themselves. */
  readonly arguments: unknown;
}

/** One conversation with a provider. */
export interface Provider {
  /** What the next request carries, with this history of results behind it. */
  request(): Promise<{ readonly tools: readonly object[]; readonly messages: readonly object[] }>;
  /** Answers in the provider's own form, each with the id of its call; the history has them from then on. */
  answer(calls: readonly ProviderCall[]): Promise<readonly ProviderAnswer[]>;
  /** The same for a search, in the native form where there is one. */
  search(input: Json): Promise<readonly ProviderAnswer[]>;
}

export interface ProviderAnswer {
  readonly id: string;
  readonly answer: unknown;
}

const PROVIDERS: readonly string[] = ['anthropic', 'openai', 'openai-chat', 'openai-responses'];
const SEARCH_ID = 'search_1';

/** Why the provider of a setup cannot be had; empty when it can. */
export function unmappedProvider({ provider, native, strict, options }: Json): string[] {
  const reasons: string[] = [];
  if (provider !== undefined && !PROVIDERS.includes(String(provider)))
    reasons.push(`setup provider: ${String(provider)} is not known`);
  for (const [key, value] of Object.entries({ native, strict })) {
    if (value !== undefined && typeof value !== 'boolean') reasons.push(`setup ${key}: ${String(value)} is not known`);
  }
  for (const [key, value] of Object.entries(isObject(options) ? options : {})) {
    const known = key === 'cache' ? typeof value === 'boolean' : key === 'order' && value === 'deferred_last';
    if (!known) reasons.push(`setup options.${key}: ${String(value)} is not known to the runner`);
  }
  return reasons;
}

const open = new WeakMap<World, Promise<Provider>>();

/** The conversation of a case's world. */
export function providerOf(world: World, setup: Json): Promise<Provider> {
  let provider = open.get(world);
  if (provider === undefined) {
    provider = openProvider(world, setup);
    open.set(world, provider);
  }
  return provider;
}

async function openProvider(world: World, setup: Json): Promise<Provider> {
  await world.settledGateway();
  const access = await world.session();
  const native = setup.native === true;
  const strict = setup.strict === true;
  // A host that wants every call held to its schema shows the tools themselves.
  const shown = strict && !native;
  const { search: searchName } = access.bridgeNames;
  if (setup.provider === 'anthropic') {
    const tools = createAnthropicTools({
      access,
      strict,
      discovery: native ? 'bm25' : shown ? 'all' : 'bridge',
      cache: own(setup.options, 'cache') === true,
    });
    const messages: { role: 'user' | 'assistant'; content: string | readonly AnthropicBlock[] }[] = [
      { role: 'user', content: 'Go on.' },
    ];
    const answer = async (calls: readonly ProviderCall[]): Promise<readonly ProviderAnswer[]> => {
      const blocks = calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }));
      const results = await tools.answer(blocks);
      messages.push({ role: 'assistant', content: blocks }, { role: 'user', content: results });
      return results.map((result) => ({ id: result.tool_use_id, answer: result }));
    };
    return {
      request: () => tools.request(messages),
      answer,
      search: (input) => answer([{ id: SEARCH_ID, name: searchName, arguments: input }]),
    };
  }
  if (setup.provider === 'openai-responses') {
    const tools = createOpenAITools({ access, strict, discovery: native ? 'server' : shown ? 'all' : 'bridge' });
    const items: Json[] = [{ type: 'message', role: 'user', content: 'Go on.' }];
    const ask = async (asked: readonly Json[]): Promise<readonly ProviderAnswer[]> => {
      const results = await tools.answer(asked);
      items.push(...asked, ...results);
      return results.map((result) => ({ id: String(result.call_id), answer: result }));
    };
    const answer = (calls: readonly ProviderCall[]) =>
      ask(
        calls.map(({ id, name, arguments: args }) => ({
          type: 'function_call',
          call_id: id,
          name,
          arguments: asText(args),
        })),
      );
    return {
      request: async () => {
        const { tools: list, input } = await tools.request(items);
        return { tools: list, messages: input };
      },
      answer,
      search: (input) =>
        native
          ? ask([
              {
                type: 'tool_search_call',
                call_id: SEARCH_ID,
                execution: 'client',
                arguments: input,
                status: 'completed',
              },
            ])
          : answer([{ id: SEARCH_ID, name: searchName, arguments: input }]),
    };
  }
  const tools = createChatTools({ access, strict, discovery: shown ? 'all' : 'bridge' });
  const answer = async (calls: readonly ProviderCall[]): Promise<readonly ProviderAnswer[]> => {
    const results = await tools.answer(
      calls.map(({ id, name, arguments: args }) => ({ id, function: { name, arguments: asText(args) } })),
    );
    return results.map((result) => ({ id: result.tool_call_id, answer: result }));
  };
  return {
    request: async () => ({ tools: await tools.tools(), messages: [] }),
    answer,
    search: (input) => answer([{ id: SEARCH_ID, name: searchName, arguments: input }]),
  };
}

function asText(args: unknown): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

/** Reads the calls of a case; undefined for what is none. */
export function readCalls(calls: unknown): readonly ProviderCall[] | undefined {
  const list = listOf(calls).filter(isObject);
  const isRead = list.length > 0 && list.every(({ id, name }) => typeof id === 'string' && typeof name === 'string');
  return isRead
    ? list.map(({ id, name, arguments: args }) => ({ id: String(id), name: String(name), arguments: args }))
    : undefined;
}
