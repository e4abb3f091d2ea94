import { NO_ARGUMENTS, PROBE_QUESTION, PROBE_SEARCH_QUESTION, PROBE_TOOLS, probeVerdict } from '../probe/index.ts';
import type { AnthropicSearchTool, AnthropicTool, BlockLike } from './types.ts';

/** A tiny request that shows what an endpoint does to deferred tools. The host adds the model and sends it. */
export interface AnthropicProbe {
  readonly max_tokens: number;
  readonly tools: (AnthropicTool | AnthropicSearchTool)[];
  readonly messages: AnthropicProbeMessage[];
}

/** A message of a probe: in the client's types as it is. */
export type AnthropicProbeMessage =
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: {
        readonly type: 'tool_use';
        readonly id: string;
        readonly name: string;
        readonly input: object;
      }[];
    }
  | {
      readonly role: 'user';
      readonly content: (
        | {
            readonly type: 'tool_result';
            readonly tool_use_id: string;
            readonly content: { readonly type: 'tool_reference'; readonly tool_name: string }[];
          }
        | { readonly type: 'text'; readonly text: string }
      )[];
    };

const MAX_TOKENS = 400;
const SEARCH = 'tool_search';
const SEARCH_ID = 'toolu_toolscout_probe';

function tool({ name, description }: { readonly name: string; readonly description: string }): AnthropicTool {
  return { name, description, input_schema: NO_ARGUMENTS };
}

const deferred = (one: AnthropicTool): AnthropicTool => ({ ...one, defer_loading: true });

/** The probe for a way of finding tools: by references of ours, or by the provider's search. */
export function probeRequest(search: AnthropicSearchTool | undefined): AnthropicProbe {
  const { hidden, found, none } = PROBE_TOOLS;
  if (search !== undefined) {
    return {
      max_tokens: MAX_TOKENS,
      tools: [search, tool(none), deferred(tool(found))],
      messages: [{ role: 'user', content: PROBE_SEARCH_QUESTION }],
    };
  }
  return {
    max_tokens: MAX_TOKENS,
    tools: [
      tool({ name: SEARCH, description: 'Finds tools.' }),
      tool(none),
      deferred(tool(found)),
      deferred(tool(hidden)),
    ],
    messages: [
      { role: 'user', content: 'Find a tool.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: SEARCH_ID, name: SEARCH, input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: SEARCH_ID, content: [{ type: 'tool_reference', tool_name: found.name }] },
          { type: 'text', text: PROBE_QUESTION },
        ],
      },
    ],
  };
}

/** What the reply to a probe shows. */
export function readProbe(
  content: readonly BlockLike[],
  search: AnthropicSearchTool | undefined,
): { readonly native: boolean; readonly evidence: string } {
  const called = content.flatMap((block) => (block.type === 'tool_use' && 'name' in block ? [String(block.name)] : []));
  const searched = search && content.some(({ type }) => type === 'tool_search_tool_result');
  return probeVerdict(called, searched);
}
