/** Written by `node training/fit-verdict.ts`; do not edit. */
import type { LogisticModel } from './logistic-model.ts';

/** The fit of one tier. */
export interface VerdictModel {
  /** Is there a tool that fits? Over `answerEvidence`. */
  readonly answer: LogisticModel;
  /** Is this the tool? Over `hitEvidence`. */
  readonly hit: LogisticModel;
  /** Below this the answer is "none". */
  readonly noneBelow: number;
}

/** 4.0 % of the requests of people over real tools lie below `noneBelow`. */
export const VERDICT_MODELS: { readonly static: VerdictModel; readonly deep: VerdictModel } = {
  static: {
    answer: {
      weights: [9.4258, -0.2441, 2.0471, -3.6338, 1.0126, 1.5962, 3.1423, 1.2526, -0.2759, 0.2579, -0.3427],
      bias: -7.8905,
    },
    hit: { weights: [9.241, 2.3058, -5.9846, 7.2907, 0.8512, 0.7878, -0.1159, 1.0583, 0.3957], bias: -8.417 },
    noneBelow: 0.0956,
  },
  deep: {
    answer: {
      weights: [9.4258, -0.2441, 2.0471, -3.6338, 1.0126, 1.5962, 3.1423, 1.2526, -0.2759, 0.2579, -0.3427],
      bias: -7.8905,
    },
    hit: { weights: [9.241, 2.3058, -5.9846, 7.2907, 0.8512, 0.7878, -0.1159, 1.0583, 0.3957], bias: -8.417 },
    noneBelow: 0.0956,
  },
};
