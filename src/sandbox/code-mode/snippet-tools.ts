import type { CallContext, RawToolResult } from '../../calling/index.ts';
import type { BridgeProfile, DescribeAnswer, DescribeAnswers, SearchAnswer } from '../../disclosure/index.ts';
import type { Catalog } from '../../tools/index.ts';

/**
 * What the snippets of one session work with: its own search, descriptions and calls, so that a snippet can do nothing
 * that the session could not do without it.
 */
export interface SnippetTools {
  /** How answers are written: those of the mode family in its own format, all others in that of Toolscout. */
  readonly profile: Pick<BridgeProfile, 'id'>;
  /** The catalog of the moment. */
  catalog(): Catalog;
  search(input: unknown): Promise<SearchAnswer | { readonly results: readonly SearchAnswer[] }>;
  describe(input: unknown): DescribeAnswer | DescribeAnswers | Promise<DescribeAnswer | DescribeAnswers>;
  /** Through the call path. */
  call(input: unknown, context: CallContext): Promise<RawToolResult>;
}
