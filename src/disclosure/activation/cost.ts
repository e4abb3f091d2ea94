/** What a search answer costs in tokens: the median of 80 requests over 2,489 tools (README). */
export const SEARCH_ANSWER_TOKENS = 520;
/** What a model writes to ask for it, with the call's own wrapping. */
export const SEARCH_CALL_TOKENS = 60;
/** Price of a token read from the provider's prompt cache, as a share of a fresh one. The usual tenth. */
export const CACHED_PRICE = 0.1;

export interface CostInput {
  /** Every definition, as sent without a bridge. */
  readonly allTokens: number;
  /** Definitions that stay visible beside the bridge. */
  readonly visibleTokens: number;
  readonly bridgeTokens: number;
  /** Instructions and directory in the prompt. */
  readonly promptTokens: number;
}

/** What the bridge saves and what it costs, in tokens of input. */
export interface CostReport {
  readonly directTokens: number;
  readonly bridgedTokens: number;
  /** Per request; negative where the bridge is the dearer one. */
  readonly savedTokens: number;
  /**
   * One search for a hidden tool: the question, the answer, and one more request that reads the bridged prefix again.
   */
  readonly lookupTokens: number;
  /** The same where the prefix comes from the prompt cache, in tokens at full price. */
  readonly lookupTokensCached: number;
  /** Requests after which one search has paid for itself; null where it never does. */
  readonly breakEvenTurns: number | null;
  /** The same where both prefixes come from the prompt cache, so that savings are worth less. */
  readonly breakEvenTurnsCached: number | null;
}

/** The arithmetic of SPEC A6: each request saves, each search costs. */
export function costOf({ allTokens, visibleTokens, bridgeTokens, promptTokens }: CostInput): CostReport {
  const bridgedTokens = visibleTokens + bridgeTokens + promptTokens;
  const savedTokens = allTokens - bridgedTokens;
  const exchange = SEARCH_CALL_TOKENS + SEARCH_ANSWER_TOKENS;
  const lookupTokens = exchange + bridgedTokens;
  const lookupTokensCached = exchange + Math.round(CACHED_PRICE * bridgedTokens);
  const turns = (cost: number, saving: number) => (saving > 0 ? Math.ceil(cost / saving) : null);
  return {
    directTokens: allTokens,
    bridgedTokens,
    savedTokens,
    lookupTokens,
    lookupTokensCached,
    breakEvenTurns: turns(lookupTokens, savedTokens),
    breakEvenTurnsCached: turns(lookupTokensCached, CACHED_PRICE * savedTokens),
  };
}
