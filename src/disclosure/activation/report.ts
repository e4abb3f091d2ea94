import { type CostReport, costOf } from './cost.ts';
import {
  type ActivationDecision,
  type ActivationInput,
  decideActivation,
  MIN_TOOLS,
  type WeighedTools,
} from './decide.ts';
import { MAX_EXPOSED } from './exposure.ts';
import type { ToolSearchSettings } from './settings.ts';

/** Past so many requests a conversation is rather over than that one search would have paid for itself. */
const LATE_BREAK_EVEN_TURNS = 20;
/** Where accuracy is known to have fallen (SPEC A6). */
const CROWDED = 50;

export interface ReportInput extends ActivationInput {
  readonly settings: ToolSearchSettings;
  readonly weighed: WeighedTools & {
    readonly visible: number;
    readonly visibleTokens: number;
    readonly bridge: number;
    readonly bridgeTokens: number;
    readonly promptTokens: number;
    /** Counted by a tokenizer, not estimated. */
    readonly exact: boolean;
    readonly encoding: string;
  };
}

export interface ActivationWarning {
  readonly code:
    | 'costs-more'
    | 'late-break-even'
    | 'few-tools'
    | 'many-visible'
    | 'many-direct'
    | 'threshold-out-of-reach'
    | 'bridge-heavy';
  readonly message: string;
}

/** The decision and everything it rests on, so that `explain` only has to print it. */
export interface ActivationReport extends ActivationDecision {
  readonly settings: ToolSearchSettings;
  readonly weighed: ReportInput['weighed'];
  readonly cost: CostReport;
  readonly warnings: readonly ActivationWarning[];
}

/** SPEC A4: all bridge schemas together. */
const MAX_BRIDGE_TOKENS = 300;

/** Decides and shows the arithmetic. */
export function reportActivation(input: ReportInput): ActivationReport {
  const { settings, weighed } = input;
  const decision = decideActivation(input);
  const cost = costOf(weighed);
  return { ...decision, settings, weighed, cost, warnings: warningsOf(decision, cost, input) };
}

function warningsOf(decision: ActivationDecision, cost: CostReport, input: ReportInput): ActivationWarning[] {
  const { weighed, settings } = input;
  const warnings: ActivationWarning[] = [];
  const warn = (code: ActivationWarning['code'], message: string) => warnings.push({ code, message });
  if (decision.active) {
    if (cost.savedTokens <= 0) {
      warn('costs-more', `The bridge costs ${cost.bridgedTokens} tokens a request, all tools ${cost.directTokens}.`);
    } else if ((cost.breakEvenTurnsCached ?? 0) > LATE_BREAK_EVEN_TURNS) {
      const turns = cost.breakEvenTurnsCached;
      warn('late-break-even', `With a prompt cache, one search takes ${turns} requests to pay for itself.`);
    }
    if (weighed.tools < MIN_TOOLS) {
      warn('few-tools', `Under ${MIN_TOOLS} tools a search mostly costs more round trips than it saves tokens.`);
    }
    const exposed = weighed.visible + weighed.bridge;
    if (exposed > MAX_EXPOSED) {
      warn('many-visible', `${exposed} tools stay visible; models choose worse past ${MAX_EXPOSED} to ${CROWDED}.`);
    }
    if (weighed.bridgeTokens > MAX_BRIDGE_TOKENS) {
      warn('bridge-heavy', `The bridge takes ${weighed.bridgeTokens} tokens, more than ${MAX_BRIDGE_TOKENS}.`);
    }
  } else if (settings.enabled === 'auto' && weighed.tools > CROWDED) {
    const limit = Math.ceil(decision.limitTokens).toLocaleString('en-US');
    const which = settings.thresholdTokens === null ? 'the share of the window' : 'one of the two limits';
    warn(
      'many-direct',
      `${weighed.tools} tools at once are many: models choose worse past ${MAX_EXPOSED} to ${CROWDED}.`,
    );
    warn('threshold-out-of-reach', `"auto" hides tools from ${limit} tokens on; lower ${which} to hide these.`);
  }
  return warnings;
}
