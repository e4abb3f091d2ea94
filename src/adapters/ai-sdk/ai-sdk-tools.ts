import type { ModelMessage, ToolSet } from 'ai';
import type { SchemaTarget, Tool } from '../../tools/index.ts';
import { declareGone, declareTool, describeTool } from '../shared/declared.ts';
import { readRequestTools, toolNamed } from '../shared/request-tools.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { referencedNames, referredNames } from './history.ts';
import { openaiSearch, SENT_BY_SEARCH, withoutRepeatedLoads } from './openai-search.ts';
import { createSdkToolMaker } from './sdk-tool.ts';

/**
 * How hidden tools are found.
 * - `bridge`: three tools for what is hidden; the tools of the request never change.
 * - `found`: our search; what it finds joins the next step and is called under its own name.
 * - `references`: the same in the form of Anthropic's provider: what is found comes deferred, by reference.
 * - `tool-search`: the same in the form of OpenAI's provider for the Responses API: its own search, which we execute.
 * - `all`: nothing is hidden.
 */
export type AiSdkDiscovery = 'bridge' | 'found' | 'references' | 'tool-search' | 'all';

export interface AiSdkToolsOptions {
  readonly access: ToolAccess;
  /** Default: `bridge`. */
  readonly discovery?: AiSdkDiscovery;
  /** The dialect of the schemas; the strict ones ask the provider to hold the model to them. Default: the provider's plain one. */
  readonly dialect?: SchemaTarget;
  /**
   * Pictures in results reach the model as files (`shown`, the default), or in words (`named`): for providers that would
   * write them into the text, as those for Chat Completions do.
   */
  readonly pictures?: 'shown' | 'named';
  /** Tools of the host, in every request as they are. */
  readonly own?: ToolSet;
}

/** A call as the SDK asks for consent to it. */
export interface AiSdkCall {
  readonly toolName: string;
  readonly input: unknown;
}

/** What goes into `generateText`, `streamText` or an agent. */
export interface AiSdkTools {
  /** All tools that can be called. To be handed over as it is, not copied: it follows the toolset. */
  readonly tools: ToolSet;
  /** Says which of them the request of a step carries. */
  prepareStep(step: { readonly messages: readonly ModelMessage[] }): Promise<AiSdkStep>;
  /** Asks for a person's consent where a policy does, and says why. Without it tools ask all the same, but give no reason. */
  toolApproval(asked: { readonly toolCall: AiSdkCall }): Promise<AiSdkApproval | undefined>;
}

/** The settings of a step that concern tools. */
export interface AiSdkStep {
  readonly activeTools: string[];
  /** What was found comes last, so that what stands before it stays cached. */
  readonly toolOrder: string[];
  /** The history, where the provider would refuse it as it is. */
  readonly messages?: ModelMessage[];
}

/** The SDK's word for a call that a person has to approve. */
export interface AiSdkApproval {
  readonly type: 'user-approval';
  readonly reason: string;
}

const DEFERRED = { anthropic: { deferLoading: true } } as const;

/**
 * Tools for the Vercel AI SDK, as dynamic tools with JSON schemas. What was found is read from the messages of each
 * step, and nothing is kept beside them.
 */
export async function createAiSdkTools(options: AiSdkToolsOptions): Promise<AiSdkTools> {
  const { access, discovery = 'bridge', own = {}, pictures = 'shown' } = options;
  const dialect = options.dialect ?? (discovery === 'references' ? 'anthropic' : 'openai');
  const loads = discovery === 'tool-search';
  const finds = discovery === 'found' || discovery === 'references' || loads;
  const deferral = discovery === 'references' ? DEFERRED : loads ? SENT_BY_SEARCH : undefined;
  const maker = createSdkToolMaker({ access, finds, dialect, asReferences: discovery === 'references', pictures });
  const tools: ToolSet = {};
  const replace = (next: ToolSet): void => {
    for (const name of Object.keys(tools)) if (!Object.hasOwn(next, name)) delete tools[name];
    Object.assign(tools, next);
  };
  /** Brings the tools up to date. Gives the names of those that every request carries. */
  const refresh = async (): Promise<readonly string[]> => {
    const { bridge, visible, hidden } = await readRequestTools(access, dialect);
    const { search } = access.bridgeNames;
    const carried = bridge.filter(({ name }) => discovery === 'bridge' || (finds && name === search));
    const sent = new Set(visible.map(({ name }) => name));
    const load = (tool: Tool) => (sent.has(tool.name) ? undefined : declareTool(tool, dialect));
    const fixed = [...visible, ...carried].map((one) => [
      one.name,
      loads && one.name === search
        ? openaiSearch(access, one.description, load)
        : maker.tool(one.name, one.description, () => one),
    ]);
    const found = (tool: Tool) => maker.tool(tool.name, describeTool(tool), () => declareTool(tool, dialect), deferral);
    const rest = discovery === 'bridge' ? [] : hidden.map((tool) => [tool.name, found(tool)]);
    replace({ ...Object.fromEntries([...fixed, ...rest]), ...own });
    const shown = Object.keys({ ...own, ...Object.fromEntries(fixed) });
    return discovery === 'all' ? [...shown, ...hidden.map(({ name }) => name)] : shown;
  };
  await refresh();
  return {
    tools,
    prepareStep: async ({ messages }) => {
      const active = new Set(await refresh());
      const catalog = access.catalog();
      for (const name of finds ? referredNames(messages, access.bridgeNames.search, catalog) : []) {
        if (Object.hasOwn(tools, name)) active.add(name);
      }
      for (const name of discovery === 'references' ? referencedNames(messages) : []) {
        if (Object.hasOwn(tools, name)) continue;
        const gone = declareGone(name);
        tools[name] = maker.tool(name, gone.description, () => gone, deferral);
        active.add(name);
      }
      const mended = loads ? withoutRepeatedLoads(messages, access.bridgeNames.search) : undefined;
      return {
        activeTools: [...active],
        toolOrder: [...active],
        ...(mended === undefined ? {} : { messages: mended }),
      };
    },
    toolApproval: async ({ toolCall: { toolName, input } }) => {
      if (Object.hasOwn(own, toolName)) return undefined;
      const tool = toolNamed(access.catalog(), toolName);
      const reason = await maker.reasonToAsk(
        toolName,
        input,
        tool === undefined ? undefined : declareTool(tool, dialect),
      );
      return reason === undefined ? undefined : { type: 'user-approval', reason };
    },
  };
}
