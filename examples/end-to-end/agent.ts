import {
  type Assembly,
  type AssemblyContext,
  assemble,
  assemblyFacts,
  type CallHook,
  callByName,
  createBridge,
  createCallPath,
  createTelemetry,
  loadTokenCounter,
  observeCalls,
  PROFILES,
  type ProfileId,
  type TelemetrySink,
  type ToolEntry,
  type ToolExecutor,
  withProfile,
} from 'toolscout';
import type { ChatMessage, ChatRequest, ChatTool, ChatToolCall } from './provider.ts';

export interface AgentOptions {
  /** Base URL of an OpenAI-compatible chat endpoint. */
  readonly url: string;
  readonly tools: readonly ToolEntry[];
  readonly execute: ToolExecutor;
  readonly hooks: readonly CallHook[];
  readonly context: AssemblyContext;
  readonly profile: ProfileId;
  readonly session: string;
  readonly log: TelemetrySink;
}

/** More turns than any task here takes. */
const MAX_TURNS = 10;

/**
 * An agent as a host would write it: put the request together, ask the model, run what it calls, until it calls
 * nothing. The lines about Toolscout are the same for every mode, and for none.
 */
export async function runAgent(task: string, options: AgentOptions): Promise<readonly Assembly[]> {
  const { url, tools, execute, hooks, context, session } = options;
  const profile = PROFILES[options.profile];
  const counter = await loadTokenCounter();

  // Once for the session: the way of a call, the bridge in front of it, and who is told.
  const telemetry = createTelemetry({ sinks: [options.log] });
  const callPath = createCallPath({
    execute,
    hooks,
    bridgeNames: Object.values(profile.names),
    observers: [observeCalls(telemetry)],
  });
  const bridge = withProfile(createBridge({ defaultLimit: 5, maxLimit: 20, callPath, telemetry }), profile);

  const assemblies: Assembly[] = [];
  const conversation: ChatMessage[] = [{ role: 'user', content: task }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    // Once for each request: what it carries.
    const previous = assemblies.at(-1);
    const assembly = await assemble(tools, { ...context, profile, ...(previous === undefined ? {} : { previous }) });
    assemblies.push(assembly);
    const { mode, prompt, deferred, authorized: catalog, fallback } = assembly;
    const definitions = assembly.tools.map(({ definition }) => definition);
    telemetry.emit(
      session,
      assemblyFacts({ mode, fallbackFrom: fallback?.from, tools: definitions, prompt, catalog, deferred, counter }),
    );

    const system: ChatMessage = { role: 'system', content: `You help the people of an office.\n${prompt}` };
    const answer = await ask(url, {
      model: 'scripted',
      stream: false,
      messages: [system, ...conversation],
      tools: assembly.tools.map(toChatTool),
    });
    conversation.push(answer);
    const calls = 'tool_calls' in answer ? (answer.tool_calls ?? []) : [];
    if (calls.length === 0) return assemblies;
    const results = await Promise.all(calls.map((call) => run(call, assembly)));
    for (const [index, content] of results.entries()) {
      conversation.push({ role: 'tool', tool_call_id: calls[index]!.id, content: JSON.stringify(content) });
    }
  }
  throw new Error(`The model still calls tools after ${MAX_TURNS} turns.`);

  /** Bridge tools go to the bridge; every other name is a tool's own, whether the model was shown it or not. */
  async function run(
    call: ChatToolCall,
    { bridged, names, catalog, authorized, isExposed }: Assembly,
  ): Promise<unknown> {
    const { name } = call.function;
    const args: unknown = JSON.parse(call.function.arguments);
    try {
      if (bridged && name === names.search) return await bridge.search(catalog, args, { session, isExposed });
      if (bridged && name === names.describe) return await bridge.describe(catalog, args, { session });
      if (bridged && name === names.call) return await bridge.call(authorized, args, { session });
      return await callByName(authorized, callPath, { name, arguments: args }, { session });
    } catch (thrown) {
      return bridge.failure(authorized, thrown, args);
    }
  }
}

async function ask(url: string, request: ChatRequest): Promise<ChatMessage> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const body = (await response.json()) as { choices: [{ message: ChatMessage }] };
  if (!response.ok) throw new Error(`The provider refused the request: ${JSON.stringify(body)}`);
  return body.choices[0].message;
}

function toChatTool({ definition }: ToolEntry): ChatTool {
  const { name, description, inputSchema } = definition;
  return { type: 'function', function: { name, description: description ?? '', parameters: inputSchema } };
}
