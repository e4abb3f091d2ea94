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
      weights: [
        4.6243, 2.6807, 2.6668, -3.2762, 0.3993, -0.1012, 2.7743, 1.0877, -0.1895, 0.2455, -0.4659, -4.5064, 8.4738,
        8.4045, -0.2717, -0.1561,
      ],
      bias: -10.0514,
    },
    hit: {
      weights: [8.3923, 2.2963, -5.0358, 3.1338, 0.972, 0.9512, -0.079, 1.2707, 0.4506, 0.6436, 3.2246],
      bias: -9.101,
    },
    noneBelow: 0.0859,
  },
};
