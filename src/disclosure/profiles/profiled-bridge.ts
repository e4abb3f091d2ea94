import type { CallContext, RawToolResult } from '../../calling/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { DescribeAnswer, SearchAnswer } from '../bridge/answers.ts';
import type { Bridge, BridgeCaller, SearchContext } from '../bridge/bridge.ts';
import { meaningIn, readCallInput, readDescribeInput, readSearchInput } from '../bridge/input.ts';
import type { BridgeProfile, DescribedName } from './profile.ts';

/** A bridge whose answers are in one profile's format. Input is taken in every family's spelling. */
export interface ProfiledBridge {
  readonly profile: BridgeProfile;
  search(catalog: Catalog, input: unknown, context?: SearchContext): Promise<unknown>;
  describe(catalog: Catalog, input: unknown, caller?: BridgeCaller): Promise<unknown>;
  call(catalog: Catalog, input: unknown, context?: CallContext): Promise<RawToolResult>;
  /** What the model is told of something that one of the three threw for this input. */
  failure(catalog: Catalog, thrown: unknown, input?: unknown): Readonly<Record<string, unknown>>;
}

/** Puts a profile's words around a bridge. */
export function withProfile(bridge: Bridge, profile: BridgeProfile): ProfiledBridge {
  return {
    profile,
    search: (catalog, input, context) =>
      searchInFormat(profile, catalog, input, (one) => bridge.search(catalog, one, context)),
    describe: (catalog, input, caller) =>
      describeInFormat(profile, catalog, input, async (one) => bridge.describe(catalog, one, caller)),
    call: (catalog, input, context) =>
      callInFormat(profile, catalog, input, (one) => bridge.call(catalog, one, context)),
    failure: (catalog, thrown, input) => profile.failure(thrown, calledTool(catalog, input, profile)),
  };
}

/** Runs a search and writes its answer in a profile's format. */
export async function searchInFormat(
  profile: BridgeProfile,
  catalog: Catalog,
  input: unknown,
  search: (input: unknown) => Promise<SearchAnswer | { readonly results: readonly SearchAnswer[] }>,
): Promise<unknown> {
  const { queries, several } = readSearchInput(input);
  const answer = await search(input);
  const answers: readonly SearchAnswer[] = 'results' in answer ? answer.results : [answer];
  const answered = answers.map((one, index) => ({ query: queries[index]?.query ?? '', answer: one }));
  return profile.search(answered, several, catalog);
}

/** Describes tools one by one, because a format may have a place for those that are not there. */
export async function describeInFormat(
  profile: BridgeProfile,
  catalog: Catalog,
  input: unknown,
  describe: (input: unknown) => Promise<DescribeAnswer | { readonly tools: readonly DescribeAnswer[] }>,
): Promise<unknown> {
  const { references, several } = readDescribeInput(input);
  const described: DescribedName[] = [];
  for (const reference of references) {
    try {
      const answer = (await describe({ name: profile.reference(reference, catalog) })) as DescribeAnswer;
      described.push({ reference, tool: catalog.byId(answer.id)!, answer });
    } catch (error) {
      described.push({ reference, error });
    }
  }
  return profile.describe(described, several, catalog);
}

/** Runs a call and writes its result in a profile's format. */
export async function callInFormat(
  profile: BridgeProfile,
  catalog: Catalog,
  input: unknown,
  call: (input: unknown) => Promise<RawToolResult>,
): Promise<RawToolResult> {
  const meaning = meaningIn(catalog);
  const means = (name: string) => meaning(profile.reference(name, catalog));
  const { reference: written, arguments: args, beside = {} } = readCallInput(input, means);
  const reference = profile.reference(written, catalog);
  // An argument of the tool may have the name that its own would stand under.
  const key = ['name', 'id', 'toolId'].find((one) => !Object.hasOwn(beside, one)) ?? 'name';
  const renamed = { ...beside, [key]: reference, ...(args === undefined ? {} : { arguments: args }) };
  // As it came where nothing changes, so that whatever else stood in it is still there to be looked at.
  const result = await call(reference === written ? input : renamed);
  const resolution = catalog.resolve(reference);
  // The rest of a long result is read under a name that no tool has.
  return resolution.kind === 'found' ? profile.call(resolution.tool, result) : result;
}

/** The tool that an input of a call names, if it names one. */
export function calledTool(catalog: Catalog, input: unknown, profile: BridgeProfile): Tool | undefined {
  try {
    const resolution = catalog.resolve(profile.reference(readCallInput(input).reference, catalog));
    return resolution.kind === 'found' ? resolution.tool : undefined;
  } catch {
    return undefined;
  }
}
