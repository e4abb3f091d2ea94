import {
  bridgeInstructions,
  bridgeTools,
  buildDirectory,
  chooseHydrated,
  DEFAULT_BRIDGE_NAMES,
} from '../../src/disclosure/index.ts';
import { type LanguageModel, readJsonReply } from '../../src/llm/index.ts';
import type { RetrievalBackend } from '../../src/retrieval/index.ts';
import { isObject } from '../../src/shared/json.ts';
import type { Catalog, Tool } from '../../src/tools/index.ts';

/**
 * How a model is shown the tools: all of them; behind the bridge, as by default; behind the bridge with a directory in
 * the prompt; behind the bridge with the schemas that the turn probably needs.
 */
export type Arm = 'loaded' | 'hidden' | 'listed' | 'preselected';

export interface Request {
  readonly text: string;
  /** Id of the tool that it takes. */
  readonly tool: string;
}

/** Share of the requests for which the model's first step is to look for a tool or to call the right one. */
export async function measureToolUse(
  model: LanguageModel,
  arm: Arm,
  requests: readonly Request[],
  catalog: Catalog,
  backend: RetrievalBackend,
): Promise<number> {
  let used = 0;
  for (const { text, tool } of requests) {
    const { tools, prompt } = await shown(arm, text, catalog, backend);
    const { text: reply } = await model.complete({
      system: `${FORMAT}\n\n${prompt}\n\nTools:\n${tools.map((one) => JSON.stringify(one)).join('\n')}`,
      messages: [{ role: 'user', content: text }],
      maxTokens: 300,
      temperature: 0,
    });
    if (reachesFor(reply, catalog.byId(tool)!)) used++;
  }
  return used / requests.length;
}

const FORMAT =
  'You help a user. Answer with one JSON object and nothing else: {"call": NAME, "arguments": {…}} to use one of your tools, or {"answer": TEXT}.';

async function shown(
  arm: Arm,
  request: string,
  catalog: Catalog,
  backend: RetrievalBackend,
): Promise<{ tools: readonly object[]; prompt: string }> {
  const definition = ({ name, description, inputSchema }: Tool) => ({ name, description, inputSchema });
  if (arm === 'loaded') return { tools: catalog.tools.map(definition), prompt: '' };
  const bridge = bridgeTools(catalog).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const prompt = bridgeInstructions();
  if (arm === 'listed') return { tools: bridge, prompt: `${prompt}\n\n${buildDirectory(catalog).text}` };
  if (arm === 'hidden') return { tools: bridge, prompt };
  return { tools: [...bridge, ...(await chooseHydrated(catalog, backend, request)).map(definition)], prompt };
}

function reachesFor(reply: string, tool: Tool): boolean {
  const step = readJsonReply(reply);
  if (!isObject(step)) return false;
  const { search, describe, call } = DEFAULT_BRIDGE_NAMES;
  const args = isObject(step.arguments) ? step.arguments : {};
  const named = step.call === call || step.call === describe ? (args.name ?? args.id) : step.call;
  return step.call === search || named === tool.name || named === tool.id;
}
