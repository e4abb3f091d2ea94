import type { CallContext, RawToolResult } from '../../calling/index.ts';
import { resolveTool } from '../../calling/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { SearchAnswer } from '../bridge/answers.ts';
import type { Bridge, BridgeCaller, SearchContext } from '../bridge/bridge.ts';
import { readCallInput, readDescribeInput, readSearchInput } from '../bridge/input.ts';
import type { BridgeProfile } from './profile.ts';

/** A bridge whose answers are in one profile's format. Input is taken in every family's spelling. */
export interface ProfiledBridge {
  readonly profile: BridgeProfile;
  search(catalog: Catalog, input: unknown, context?: SearchContext): Promise<unknown>;
  describe(catalog: Catalog, input: unknown, caller?: BridgeCaller): unknown;
  call(catalog: Catalog, input: unknown, context?: CallContext): Promise<RawToolResult>;
  /** What the model is told of something that one of the three threw for this input. */
  failure(catalog: Catalog, thrown: unknown, input?: unknown): Readonly<Record<string, unknown>>;
}

/** Puts a profile's words around a bridge. */
export function withProfile(bridge: Bridge, profile: BridgeProfile): ProfiledBridge {
  return {
    profile,
    search: async (catalog, input, context) => {
      const { queries, several } = readSearchInput(input);
      const answer = await bridge.search(catalog, input, context);
      const answers: readonly SearchAnswer[] = 'results' in answer ? answer.results : [answer];
      const answered = answers.map((one, index) => ({ query: queries[index]?.query ?? '', answer: one }));
      return profile.search(answered, several, catalog);
    },
    describe: (catalog, input, caller) => {
      const { references, several } = readDescribeInput(input);
      const described = references.map((reference) => {
        try {
          const tool = resolveTool(catalog, profile.reference(reference, catalog));
          return { reference, tool, answer: bridge.describeTool(tool, caller) };
        } catch (error) {
          return { reference, error };
        }
      });
      return profile.describe(described, several);
    },
    call: async (catalog, input, context) => {
      const knows = (name: string) => catalog.resolve(profile.reference(name, catalog)).kind === 'found';
      const { reference: written, arguments: args } = readCallInput(input, knows);
      const reference = profile.reference(written, catalog);
      // As it came where nothing changes, so that whatever else stood in it is still there to be looked at.
      const passed = reference === written ? input : { name: reference, arguments: args };
      const result = await bridge.call(catalog, passed, context);
      const resolution = catalog.resolve(reference);
      // The rest of a long result is read under a name that no tool has.
      return resolution.kind === 'found' ? profile.call(resolution.tool, result) : result;
    },
    failure: (catalog, thrown, input) => profile.failure(thrown, calledTool(catalog, input, profile)),
  };
}

/** The tool that an input of a call names, if it names one. */
function calledTool(catalog: Catalog, input: unknown, profile: BridgeProfile): Tool | undefined {
  try {
    const resolution = catalog.resolve(profile.reference(readCallInput(input).reference, catalog));
    return resolution.kind === 'found' ? resolution.tool : undefined;
  } catch {
    return undefined;
  }
}
