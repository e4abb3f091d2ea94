import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { type AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, isStepCount, type LanguageModel, type ModelMessage } from 'ai';
import { type AiSdkDiscovery, createAiSdkTools } from '../../../src/adapters/ai-sdk/index.ts';
import {
  type AnthropicBlock,
  type AnthropicMessage,
  createAnthropicTools,
} from '../../../src/adapters/anthropic/index.ts';
import { createLangChainTools, type LangChainDiscovery } from '../../../src/adapters/langchain/index.ts';
import { type LoopMessage, runToolLoop } from '../../../src/adapters/loop/index.ts';
import {
  type ChatToolCall,
  createChatTools,
  createOpenAITools,
  lintRequest,
  type OpenAIItem,
} from '../../../src/adapters/openai/index.ts';
import { isObject } from '../../../src/shared/json.ts';
import type { Adapter } from './conversation.ts';
import { type Call, scripted, toCall, toItem, type Wire } from './wire.ts';

const TASK = 'Bill ACME for 10.';
const SUMMARY = 'Summary: nothing is done yet. Bill ACME for 10.';

/** All texts in a value, in order. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textsIn).join(' ');
  return isObject(value) ? Object.values(value).map(textsIn).join(' ') : '';
}

const inWords = (faults: ReturnType<typeof lintRequest>): readonly string[] =>
  faults.map(({ code, path, message }) => `${code} at ${path}: ${message}`);

function anthropic(discovery: 'references' | 'bridge'): Adapter {
  const bridged = discovery === 'bridge';
  return {
    name: `anthropic, ${discovery}`,
    bridged,
    start: async (access) => {
      const toolscout = createAnthropicTools({ access, discovery });
      let history: AnthropicMessage[] = [{ role: 'user', content: TASK }];
      return {
        compact: () => {
          history = [{ role: 'user', content: SUMMARY }];
        },
        step: async (...acts) => {
          const { tools, messages } = await toolscout.request(history);
          const problems = inWords(lintRequest({ tools, messages }, { provider: 'anthropic' }));
          const content: AnthropicBlock[] = acts.map((act) => ({ type: 'tool_use', ...toCall(act, bridged) }));
          const results = await toolscout.answer(content);
          if (acts.length > 0) history.push({ role: 'assistant', content }, { role: 'user', content: results });
          return {
            names: tools.map(({ name }) => name),
            problems,
            bytes: JSON.stringify(tools),
            answers: results.map((one) => ({ id: one.tool_use_id, text: textsIn(one.content) })),
          };
        },
      };
    },
  };
}

function responses(discovery: 'client' | 'bridge'): Adapter {
  const bridged = discovery === 'bridge';
  return {
    name: `openai responses, ${discovery}`,
    bridged,
    start: async (access) => {
      const toolscout = createOpenAITools({ access, discovery });
      let history: OpenAIItem[] = [{ type: 'message', role: 'user', content: TASK }];
      return {
        compact: () => {
          history = [{ type: 'message', role: 'user', content: SUMMARY }];
        },
        step: async (...acts) => {
          const { tools, input } = await toolscout.request(history);
          const problems = inWords(lintRequest({ tools, input }, { provider: 'openai-responses' }));
          const items = acts.map((act) => toItem(toCall(act, bridged), !bridged));
          const answers = (await toolscout.answer(items)) as readonly OpenAIItem[];
          const loaded = input.flatMap((item) =>
            item.type === 'tool_search_output' ? (item.tools as OpenAIItem[]) : [],
          );
          history.push(...items, ...answers);
          return {
            names: [...tools, ...loaded].map((tool) => String('name' in tool ? tool.name : tool.type)),
            problems,
            bytes: JSON.stringify(tools),
            answers: answers.map((one) => ({ id: String(one.call_id), text: textsIn(one.output ?? one.tools) })),
          };
        },
      };
    },
  };
}

const toChatCall = ({ id, name, input }: Call): ChatToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

const chat: Adapter = {
  name: 'openai chat',
  bridged: true,
  start: async (access) => {
    const toolscout = createChatTools({ access });
    let messages: LoopMessage[] = [{ role: 'user', content: TASK }];
    return {
      compact: () => {
        messages = [{ role: 'user', content: SUMMARY }];
      },
      step: async (...acts) => {
        const tools = await toolscout.tools();
        const problems = inWords(lintRequest({ tools, messages }, { provider: 'openai-chat' }));
        const calls = acts.map((act) => toChatCall(toCall(act, true)));
        const answers = await toolscout.answer(calls);
        if (acts.length > 0)
          messages = [
            ...messages,
            { role: 'assistant', content: null, tool_calls: calls },
            ...answers.map((one) => ({ ...one })),
          ];
        return {
          names: tools.map((tool) => tool.function.name),
          problems,
          bytes: JSON.stringify(tools),
          answers: answers.map((one) => ({ id: one.tool_call_id, text: one.content })),
        };
      },
    };
  },
};

const loop: Adapter = {
  name: 'loop',
  bridged: true,
  start: async (access) => {
    let history: readonly LoopMessage[] = [{ role: 'user', content: TASK }];
    return {
      compact: () => {
        history = [{ role: 'user', content: SUMMARY }];
      },
      step: async (...acts) => {
        const calls = acts.map((act) => toChatCall(toCall(act, true)));
        let sent: { readonly tools: readonly { readonly function: { readonly name: string } }[] } = { tools: [] };
        let problems: readonly string[] = [];
        const { messages } = await runToolLoop({
          access,
          messages: history,
          maxTurns: 1,
          complete: async (request) => {
            sent = request;
            problems = inWords(lintRequest(request, { provider: 'openai-chat' }));
            return { message: { role: 'assistant', content: null, tool_calls: calls } };
          },
        });
        const answers = messages.slice(history.length).filter(({ role }) => role === 'tool');
        if (acts.length > 0) history = messages;
        return {
          names: sent.tools.map((tool) => tool.function.name),
          problems,
          bytes: JSON.stringify(sent.tools),
          answers: answers.map((one) => ({ id: String(one.tool_call_id), text: String(one.content) })),
        };
      },
    };
  },
};

/** The model of a provider's own package, over a wire that answers with these calls. */
const SDK_MODELS: Readonly<Record<Wire, (fetch: typeof globalThis.fetch) => LanguageModel>> = {
  anthropic: (fetch) => createAnthropic({ apiKey: 'none', fetch })('claude-sonnet-5'),
  'openai-chat': (fetch) => createOpenAI({ apiKey: 'none', fetch }).chat('gpt-5.5'),
  'openai-responses': (fetch) => createOpenAI({ apiKey: 'none', fetch }).responses('gpt-5.5'),
};

function aiSdk(wire: Wire, discovery: Exclude<AiSdkDiscovery, 'all'>): Adapter {
  const bridged = discovery === 'bridge';
  return {
    name: `ai-sdk, ${wire}, ${discovery}`,
    bridged,
    start: async (access) => {
      const { tools, prepareStep } = await createAiSdkTools({ access, discovery });
      let messages: ModelMessage[] = [{ role: 'user', content: TASK }];
      return {
        compact: () => {
          messages = [{ role: 'user', content: SUMMARY }];
        },
        step: async (...acts) => {
          const { fetch, sent } = scripted(
            wire,
            acts.map((act) => toCall(act, bridged)),
          );
          const { responseMessages } = await generateText({
            model: SDK_MODELS[wire](fetch),
            tools,
            prepareStep,
            messages,
            stopWhen: isStepCount(1),
            // What is not stored is in each request, where the linter sees it.
            providerOptions: { openai: { store: false } },
          });
          const results = responseMessages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
          if (acts.length > 0) messages = [...messages, ...responseMessages];
          return {
            ...sent(),
            answers: results.flatMap((one) =>
              one.type === 'tool-result' ? [{ id: one.toolCallId, text: textsIn(one.output) }] : [],
            ),
          };
        },
      };
    },
  };
}

function langChain(wire: Exclude<Wire, 'anthropic'>, discovery: Exclude<LangChainDiscovery, 'all'>): Adapter {
  const bridged = discovery === 'bridge';
  return {
    name: `langchain, ${wire}, ${discovery}`,
    bridged,
    start: async (access) => {
      const toolscout = createLangChainTools({ access, discovery });
      let messages: BaseMessage[] = [new HumanMessage(TASK)];
      return {
        compact: () => {
          messages = [new HumanMessage(SUMMARY)];
        },
        step: async (...acts) => {
          const { fetch, sent } = scripted(
            wire,
            acts.map((act) => toCall(act, bridged)),
          );
          const useResponsesApi = wire === 'openai-responses';
          const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'none', useResponsesApi, configuration: { fetch } });
          const message = (await (await toolscout.bind(model, messages)).invoke(messages)) as AIMessage;
          const answers = await toolscout.answer(message);
          if (acts.length > 0) messages = [...messages, message, ...answers];
          return { ...sent(), answers: answers.map((one) => ({ id: one.tool_call_id, text: textsIn(one.content) })) };
        },
      };
    },
  };
}

/** Every adapter, in every way in which our own search finds tools. */
export const ADAPTERS: readonly Adapter[] = [
  anthropic('references'),
  anthropic('bridge'),
  responses('client'),
  responses('bridge'),
  chat,
  loop,
  aiSdk('openai-chat', 'bridge'),
  aiSdk('openai-chat', 'found'),
  aiSdk('openai-responses', 'bridge'),
  aiSdk('openai-responses', 'tool-search'),
  aiSdk('anthropic', 'bridge'),
  aiSdk('anthropic', 'references'),
  langChain('openai-chat', 'bridge'),
  langChain('openai-chat', 'found'),
  langChain('openai-responses', 'bridge'),
  langChain('openai-responses', 'found'),
];
