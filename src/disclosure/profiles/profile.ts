import type { RawToolResult } from '../../calling/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { DescribeAnswer, SearchAnswer } from '../bridge/answers.ts';
import type { BridgeNames, BridgeTool } from '../bridge/definitions.ts';

/**
 * Whose wire format the bridge speaks: `toolscout`, our own; `bridge`, that of the bridge family as its first products
 * have it; `bridge-batch`, their later form with lists; `mode`, that of the mode family; `preselection`, one `ToolSearch`
 * with `{query, type, maxResults}` and codes for failures.
 */
export type ProfileId = 'toolscout' | 'bridge' | 'bridge-batch' | 'mode' | 'preselection';

/** One query with what was found for it. */
export interface AnsweredQuery {
  readonly query: string;
  readonly answer: SearchAnswer;
}

/** One name that was asked for, with its description or what was thrown instead. */
export type DescribedName =
  | { readonly reference: string; readonly tool: Tool; readonly answer: DescribeAnswer }
  | { readonly reference: string; readonly error: unknown };

/**
 * One wire format: what the bridge tools are called and look like, and how their answers are written. Input is read
 * alike in all of them, in every family's spelling.
 */
export interface BridgeProfile {
  readonly id: ProfileId;
  readonly names: BridgeNames;
  /** The bridge over these hidden tools. Equal tools in equal order give equal bytes. */
  definitions(deferred: readonly Tool[], names: BridgeNames): readonly BridgeTool[];
  /** The answer to a search; `several`: asked with a list. */
  search(answered: readonly AnsweredQuery[], several: boolean, catalog: Catalog): unknown;
  /** @throws what a name ended in, where the format has no place for it. */
  describe(described: readonly DescribedName[], several: boolean, catalog: Catalog): unknown;
  /** A call answers with the tool's own result as it came. */
  readonly callsAreUntouched: boolean;
  /** The result of a call, with the tool that ran. */
  call(tool: Tool, result: RawToolResult): RawToolResult;
  /** What a model is told of something that was thrown; `tool`: the one that was to be called, where it is known. */
  failure(thrown: unknown, tool?: Tool): Readonly<Record<string, unknown>>;
  /** A reference in this format's own spelling of ids, as ours. */
  reference(written: string, catalog: Catalog): string;
}

/** The descriptions, where the format has no place for a name without one. */
export function allDescribed(
  described: readonly DescribedName[],
): readonly Extract<DescribedName, { readonly tool: unknown }>[] {
  return described.map((one) => {
    if ('error' in one) throw one.error;
    return one;
  });
}
