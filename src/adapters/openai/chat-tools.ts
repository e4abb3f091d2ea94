import type { CallContext } from '../../calling/index.ts';
import type { SchemaTarget } from '../../tools/index.ts';
import { type LintMode, lintBy } from '../lint/index.ts';
import { type DeclaredTool, declareTool } from '../shared/declared.ts';
import { readRequestTools } from '../shared/request-tools.ts';
import { readableBlocks, runCall } from '../shared/run-call.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import type { ChatTool, ChatToolCall, ChatToolMessage } from './types.ts';

export interface ChatToolsOptions {
  readonly access: ToolAccess;
  /** `bridge`, the default: three tools for what is hidden. `all`: nothing is hidden. */
  readonly discovery?: 'bridge' | 'all';
  /** Asks the provider to hold the model to the schemas. */
  readonly strict?: boolean;
  /** What to do about faults of a request: throw those that would be refused, or nothing (the default). */
  readonly lint?: Exclude<LintMode, 'report'>;
}

export interface ChatTools {
  /**
   * The tools of the next request.
   * @param messages what they go out with, to be linted with them
   * @throws ToolscoutError `REQUEST_INVALID` where `lint` is `throw` and the request would be refused.
   */
  tools(messages?: readonly object[]): Promise<ChatTool[]>;
  /** Runs the calls of an assistant message, at once, and answers each under its id. */
  answer(calls: readonly ChatToolCall[], context?: CallContext): Promise<ChatToolMessage[]>;
}

/** Tools for the Chat Completions API and the many endpoints that speak it. It knows no deferred tools, so the bridge stands for them. */
export function createChatTools(options: ChatToolsOptions): ChatTools {
  const { access, discovery = 'bridge', strict = false, lint = 'off' } = options;
  const target: SchemaTarget = strict ? 'openai-strict' : 'openai';
  let declared: ReadonlyMap<string, DeclaredTool> = new Map();
  return {
    tools: async (messages = []) => {
      const { bridge, visible, hidden } = await readRequestTools(access, target);
      const rest = discovery === 'all' ? hidden.map((tool) => declareTool(tool, target)) : bridge;
      const all = [...visible, ...rest];
      declared = new Map(all.map((tool) => [tool.name, tool]));
      const tools = all.map(toChatTool);
      lintBy(lint, { tools, messages }, { provider: 'openai-chat' });
      return tools;
    },
    answer: (calls, context) =>
      Promise.all(
        calls.map(async (call): Promise<ChatToolMessage> => {
          const { name = '', arguments: args = '' } = call.function ?? {};
          const answer = await runCall(access, { name, arguments: args }, (one) => declared.get(one), context);
          const texts = readableBlocks(answer).map((block) =>
            block.type === 'text' ? block.text : `[image, ${block.mimeType}: this API takes none as a result]`,
          );
          return { role: 'tool', tool_call_id: call.id, content: texts.join('\n') };
        }),
      ),
  };
}

function toChatTool({ name, description, schema, strict }: DeclaredTool): ChatTool {
  return {
    type: 'function',
    function: {
      name,
      ...(description === '' ? {} : { description }),
      parameters: schema,
      ...(strict ? { strict: true as const } : {}),
    },
  };
}
