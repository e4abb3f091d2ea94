import { NO_ARGUMENTS, PROBE_QUESTION, PROBE_SEARCH_QUESTION, PROBE_TOOLS, probeVerdict } from '../probe/index.ts';
import type { OpenAIAnswer, OpenAIFunction, OpenAIItem, OpenAITool } from './types.ts';

/** A tiny request that shows what an endpoint does to deferred tools. The host adds the model and sends it. */
export interface OpenAIProbe {
  readonly tools: OpenAITool[];
  readonly input: OpenAIProbeItem[];
  readonly store: false;
}

/** An item of a probe: in the client's types as it is. */
export type OpenAIProbeItem =
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly type: 'tool_search_call';
      readonly call_id: string;
      readonly execution: 'client';
      readonly arguments: object;
      readonly status: 'completed';
    }
  | Extract<OpenAIAnswer, { readonly type: 'tool_search_output' }>;

const SEARCH_ID = 'call_toolscout_probe';

function fn({ name, description }: { readonly name: string; readonly description: string }): OpenAIFunction {
  return { type: 'function', name, description, parameters: NO_ARGUMENTS, strict: false };
}

const deferred = (one: OpenAIFunction): OpenAIFunction => ({ ...one, defer_loading: true });

/** The probe for a way of finding tools: by searches of ours, or of the provider. */
export function probeRequest(execution: 'client' | 'server'): OpenAIProbe {
  const { hidden, found, none } = PROBE_TOOLS;
  const namespace = (tool: OpenAIFunction): OpenAITool => ({
    type: 'namespace',
    name: 'toolscout_probe',
    description: 'Tools of a probe.',
    tools: [deferred(tool)],
  });
  if (execution === 'server') {
    return {
      store: false,
      tools: [fn(none), namespace(fn(found)), { type: 'tool_search' }],
      input: [{ role: 'user', content: PROBE_SEARCH_QUESTION }],
    };
  }
  return {
    store: false,
    tools: [
      fn(none),
      deferred(fn(hidden)),
      {
        type: 'tool_search',
        execution: 'client',
        description: 'Finds tools.',
        parameters: { type: 'object', properties: {} },
      },
    ],
    input: [
      { role: 'user', content: 'Find a tool.' },
      { type: 'tool_search_call', call_id: SEARCH_ID, execution, arguments: {}, status: 'completed' },
      {
        type: 'tool_search_output',
        call_id: SEARCH_ID,
        execution,
        status: 'completed',
        tools: [deferred(fn(found))],
      },
      { role: 'user', content: PROBE_QUESTION },
    ],
  };
}

/** What the reply to a probe shows. */
export function readProbe(
  output: readonly object[],
  execution: 'client' | 'server',
): { readonly native: boolean; readonly evidence: string } {
  const items = output as readonly OpenAIItem[];
  const called = items.filter(({ type }) => type === 'function_call').map(({ name }) => String(name));
  const searched = execution === 'server' ? items.some(({ type }) => type === 'tool_search_output') : undefined;
  return probeVerdict(called, searched);
}
