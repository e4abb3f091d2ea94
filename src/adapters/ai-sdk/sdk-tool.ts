import { jsonSchema, type ToolSet } from 'ai';
import type { CallContext } from '../../calling/index.ts';
import type { SchemaTarget } from '../../tools/index.ts';
import type { DeclaredTool } from '../shared/declared.ts';
import { answerOnce, type CallAnswer, runCall, toOutput } from '../shared/run-call.ts';
import { hitTools, runSearch } from '../shared/search-hits.ts';
import type { ToolAccess } from '../shared/tool-access.ts';
import { isApproved } from './history.ts';
import { type ModelOutput, toModelOutput, toReferences } from './model-output.ts';

export interface SdkToolMakerOptions {
  readonly access: ToolAccess;
  readonly dialect: SchemaTarget;
  /** Found tools join the request, so a search always answers in full. */
  readonly finds: boolean;
  /** A search answers with references. */
  readonly asReferences: boolean;
  readonly pictures: 'shown' | 'named';
}

/** Makes tools of the SDK, each of which calls the tool of its name. */
export interface SdkToolMaker {
  /** `declared` is asked for when a request carries the tool or a call comes: most tools of a large toolset never are. */
  tool(
    name: string,
    description: string,
    declared: () => DeclaredTool,
    providerOptions?: ToolSet[string]['providerOptions'],
  ): ToolSet[string];
  /** Why a person would be asked before this call. */
  reasonToAsk(name: string, input: unknown, declared: DeclaredTool | undefined): Promise<string | undefined>;
}

export function createSdkToolMaker(options: SdkToolMakerOptions): SdkToolMaker {
  const { access, dialect, finds, asReferences, pictures } = options;
  const { search, describe, call } = access.bridgeNames;
  const reasonToAsk: SdkToolMaker['reasonToAsk'] = async (name, input, declared) => {
    if (name === search || name === describe) return undefined;
    if (name === call) return access.asks?.(input);
    return access.asks?.({ name, arguments: declared?.restore(input) ?? input }, { entrance: 'direct' });
  };
  const run = (name: string, input: unknown, declared: DeclaredTool, context: CallContext): Promise<CallAnswer> => {
    const modelCall = { name, arguments: input };
    return finds && name === search
      ? runSearch(access, modelCall)
      : runCall(access, modelCall, () => declared, context);
  };
  const outputOf = (name: string, output: unknown): ModelOutput => {
    const found = asReferences && name === search ? hitTools(output, access.catalog()) : [];
    return found.length > 0
      ? toReferences(found)
      : toModelOutput(output, name === search || name === describe, pictures);
  };
  return {
    reasonToAsk,
    tool: (name, description, declared, providerOptions) => {
      const tool: ToolSet[string] = {
        type: 'dynamic',
        ...(description === '' ? {} : { description }),
        inputSchema: jsonSchema(() => declared().schema),
        ...(providerOptions === undefined ? {} : { providerOptions }),
        ...(access.asks === undefined
          ? {}
          : { needsApproval: async (input: unknown) => (await reasonToAsk(name, input, declared())) !== undefined }),
        execute: async (input: unknown, { toolCallId, messages, abortSignal }) => {
          const answer = await run(name, input, declared(), {
            ...(abortSignal === undefined ? {} : { signal: abortSignal }),
            ...(isApproved(messages, toolCallId) ? { approver: answerOnce(true) } : {}),
          });
          abortSignal?.throwIfAborted();
          return toOutput(answer);
        },
        toModelOutput: ({ output }: { readonly output: unknown }) => outputOf(name, output),
      };
      if (dialect.endsWith('-strict')) {
        Object.defineProperty(tool, 'strict', { get: () => declared().strict, enumerable: true });
      }
      return tool;
    },
  };
}
