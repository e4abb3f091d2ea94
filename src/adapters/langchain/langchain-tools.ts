import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { type AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredTool } from '@langchain/core/tools';
import type { ApprovalAnswer, CallContext } from '../../calling/index.ts';
import type { SchemaTarget, Tool } from '../../tools/index.ts';
import { type DeclaredTool, declareTool, describeTool } from '../shared/declared.ts';
import { readRequestTools } from '../shared/request-tools.ts';
import { answerOnce, type CallAnswer, runCall } from '../shared/run-call.ts';
import { runSearch } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { referredNames } from './history.ts';
import { ToolscoutTool, toToolMessage } from './structured-tool.ts';

/**
 * How hidden tools are found.
 * - `bridge`: three tools for what is hidden; the tools of the request never change.
 * - `found`: our search; what it finds is bound for the next request and called under its own name.
 * - `all`: nothing is hidden.
 */
export type LangChainDiscovery = 'bridge' | 'found' | 'all';

/** A call that a policy wants a person's consent for. */
export interface LangChainQuestion {
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: unknown;
  readonly reason: string;
}

export interface LangChainToolsOptions {
  readonly access: ToolAccess;
  /** Default: `bridge`. */
  readonly discovery?: LangChainDiscovery;
  /** The dialect of the schemas. Default: `openai`. */
  readonly dialect?: SchemaTarget;
  /**
   * Pictures in results reach the model as such (`shown`, the default), or in words (`named`): for the Chat Completions API,
   * which refuses them in a result.
   */
  readonly pictures?: 'shown' | 'named';
  /**
   * Asks a person where a policy does, in the place of the approver of the access. What it throws reaches the graph, so
   * it can be LangGraph's `interrupt`.
   */
  readonly approve?: (question: LangChainQuestion) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;
}

export interface LangChainTools {
  /** The tools of the next request over these messages. */
  tools(messages?: readonly BaseMessage[]): Promise<StructuredTool[]>;
  /** Every tool that a call can reach, found or not: for a `ToolNode`. */
  callable(): Promise<StructuredTool[]>;
  /** The model with the tools for these messages bound to it, strict where the schemas of all of them are. */
  bind(model: BaseChatModel, messages?: readonly BaseMessage[]): Promise<BoundModel>;
  /** Runs the calls of a message, at once, and answers each under its id: in the place of a `ToolNode`. */
  answer(message: AIMessage, config?: RunnableConfig): Promise<ToolMessage[]>;
}

/** What `bindTools` makes of a model. */
export type BoundModel = ReturnType<NonNullable<BaseChatModel['bindTools']>>;

/** Tools for LangChain. What was found is read from the messages, and nothing is kept beside them. */
export function createLangChainTools(options: LangChainToolsOptions): LangChainTools {
  const { access, discovery = 'bridge', dialect = 'openai', approve, pictures = 'shown' } = options;
  const { search, describe, call: bridgeCall } = access.bridgeNames;

  /** Consent to this call, where a person has to be asked and there is somebody to ask. */
  const consent = async (name: string, input: unknown, declared?: DeclaredTool): Promise<CallContext> => {
    if (approve === undefined || name === search || name === describe) return {};
    const reason = await (name === bridgeCall
      ? access.asks?.(input)
      : access.asks?.({ name, arguments: declared?.restore(input) ?? input }, { entrance: 'direct' }));
    if (reason === undefined) return {};
    return { approver: answerOnce(await approve({ name, arguments: input, reason })) };
  };
  const run = async (
    name: string,
    input: unknown,
    { signal }: RunnableConfig,
    declared: DeclaredTool | undefined,
  ): Promise<CallAnswer> => {
    const call = { name, arguments: input };
    if (discovery === 'found' && name === search) return runSearch(access, call);
    const context = { ...(signal === undefined ? {} : { signal }), ...(await consent(name, input, declared)) };
    return runCall(access, call, () => declared, context);
  };
  const toTool = (name: string, description: string, declared: () => DeclaredTool): ToolscoutTool =>
    new ToolscoutTool({
      name,
      description,
      declared,
      pictures,
      run: (input, config) => run(name, input, config, declared()),
    });

  const hiddenTool = (tool: Tool) => toTool(tool.name, describeTool(tool), () => declareTool(tool, dialect));
  /** What every request carries, and what is hidden from it. */
  const read = async (): Promise<{ readonly fixed: StructuredTool[]; readonly hidden: readonly Tool[] }> => {
    const { bridge, visible, hidden } = await readRequestTools(access, dialect);
    const carried = bridge.filter(({ name }) => discovery === 'bridge' || (discovery === 'found' && name === search));
    return { fixed: [...visible, ...carried].map((one) => toTool(one.name, one.description, () => one)), hidden };
  };
  const tools: LangChainTools['tools'] = async (messages = []) => {
    const { fixed, hidden } = await read();
    if (discovery === 'all') return [...fixed, ...hidden.map(hiddenTool)];
    if (discovery === 'bridge') return fixed;
    const byName = new Map(hidden.map((tool) => [tool.name, tool]));
    const found = referredNames(messages, search, access.catalog()).flatMap((name) => byName.get(name) ?? []);
    return [...fixed, ...found.map(hiddenTool)];
  };
  const callable: LangChainTools['callable'] = async () => {
    const { fixed, hidden } = await read();
    return discovery === 'bridge' ? fixed : [...fixed, ...hidden.map(hiddenTool)];
  };
  return {
    tools,
    callable,
    bind: async (model, messages) => {
      if (model.bindTools === undefined) throw new TypeError(`The model ${model._llmType()} takes no tools.`);
      const bound = await tools(messages);
      // It holds for all tools of the request, and OpenAI's Responses API takes silence for yes.
      const strict: object = { strict: bound.every((tool) => tool instanceof ToolscoutTool && tool.strict) };
      return model.bindTools(bound, dialect === 'openai' || dialect.endsWith('-strict') ? strict : {});
    },
    answer: async (message, config = {}) => {
      const known = new Map((await callable()).map((tool) => [tool.name, tool]));
      return Promise.all(
        (message.tool_calls ?? []).map(async (call) => {
          const { name, args, id = '' } = call;
          const answered: unknown = await known.get(name)?.invoke({ ...call, id, type: 'tool_call' }, config);
          return answered instanceof ToolMessage
            ? answered
            : toToolMessage(name, id, await run(name, args, config, undefined), pictures);
        }),
      );
    },
  };
}
