import type { ToolSearchSettings } from './settings.ts';

/** Taken where nobody told the model's window (SPEC A1); the result says so. */
export const UNKNOWN_WINDOW_TOKENS = 200_000;
/** Under this many tools no layer pays for its extra round trips (SPEC A6). */
export const MIN_TOOLS = 10;
/** Definitions that fit in here are cheaper than any bridge (SPEC A6). */
export const MIN_TOKENS = 100;
/**
 * With unchanged tools an active layer stays until their share has fallen this far below the limit: what moves then is
 * the measuring (another window, another tokenizer), and each flip would cost the whole prompt cache.
 */
export const HYSTERESIS = 0.8;

/** The tools of one session, counted and weighed. */
export interface WeighedTools {
  readonly tools: number;
  readonly deferrable: number;
  /** Tokens of all definitions together. */
  readonly allTokens: number;
  /** Tokens of those that may be deferred. */
  readonly deferrableTokens: number;
}

export interface ActivationInput {
  readonly settings: Pick<ToolSearchSettings, 'enabled' | 'thresholdPct' | 'thresholdTokens'>;
  /** Context window of the active model in tokens; undefined where unknown. */
  readonly window: number | undefined;
  readonly weighed: WeighedTools;
  /** The host knows that this run needs every tool. */
  readonly allNeeded?: boolean;
  /** The decision before this one. Counts only while the tools are the same. */
  readonly previous?: { readonly active: boolean; readonly sameTools: boolean };
}

/** Why the layer is there or not; the first of these that applies. */
export type ActivationReason =
  | 'switched-off'
  | 'nothing-deferrable'
  | 'all-needed'
  | 'switched-on'
  | 'few-tools'
  | 'small-definitions'
  | 'over-limit'
  | 'held'
  | 'under-limit';

export interface ActivationDecision {
  readonly active: boolean;
  readonly reason: ActivationReason;
  readonly window: number;
  readonly windowKnown: boolean;
  /** Share of the window that the deferrable definitions take, in percent. */
  readonly sharePct: number;
  /** From so many tokens of deferrable definitions on, `auto` defers. */
  readonly limitTokens: number;
  /** Which of the two settings gave {@link limitTokens}: the smaller one decides. */
  readonly limitedBy: 'share' | 'tokens';
}

/** SPEC A1, A2 and the floors of A6, as one pure function. The floors bind `auto` only: `on` was somebody's decision. */
export function decideActivation(input: ActivationInput): ActivationDecision {
  const { settings, weighed, previous } = input;
  const window = input.window ?? UNKNOWN_WINDOW_TOKENS;
  const byShare = (window * settings.thresholdPct) / 100;
  const byTokens = settings.thresholdTokens ?? Number.POSITIVE_INFINITY;
  const limitTokens = Math.min(byShare, byTokens);
  const measures = {
    window,
    windowKnown: input.window !== undefined,
    sharePct: (100 * weighed.deferrableTokens) / window,
    limitTokens,
    limitedBy: byTokens < byShare ? 'tokens' : 'share',
  } as const;
  const decided = (active: boolean, reason: ActivationReason): ActivationDecision => ({ active, reason, ...measures });

  if (settings.enabled === 'off') return decided(false, 'switched-off');
  if (weighed.deferrable === 0) return decided(false, 'nothing-deferrable');
  if (input.allNeeded === true) return decided(false, 'all-needed');
  if (settings.enabled === 'on') return decided(true, 'switched-on');
  if (weighed.tools < MIN_TOOLS) return decided(false, 'few-tools');
  if (weighed.allTokens <= MIN_TOKENS) return decided(false, 'small-definitions');
  if (weighed.deferrableTokens >= limitTokens) return decided(true, 'over-limit');
  const isHeld =
    previous?.active === true && previous.sameTools && weighed.deferrableTokens >= HYSTERESIS * limitTokens;
  return isHeld ? decided(true, 'held') : decided(false, 'under-limit');
}
