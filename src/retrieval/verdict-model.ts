/** Written by `node training/fit-verdict.ts`; do not edit. */
import type { LogisticModel } from './logistic-model.ts';
import type { SizeThresholds } from './size-thresholds.ts';

/** The fit of one tier. */
export interface VerdictModel {
  /** Is there a tool that fits? Over `answerEvidence`. */
  readonly answer: LogisticModel;
  /** Is this the tool? Over `hitEvidence`. */
  readonly hit: LogisticModel;
  /** Below this the answer is "none", by number of tools; in between by the logarithm. */
  readonly noneBelow: SizeThresholds;
}

/** 4.0 % of the requests of people over real tools lie below `noneBelow`. */
export const VERDICT_MODELS: { readonly static: VerdictModel; readonly deep: VerdictModel } = {
  static: {
    answer: {
      weights: [
        9.1212, 0.0955, 7.1993, -5.9722, 1.2477, 4.9786, 0.2938, 1.3261, -0.4113, 1.0168, 0.4158, -3.3219, -1.5172,
        1.6246,
      ],
      bias: -7.6122,
    },
    hit: {
      weights: [9.5801, 3.3882, -8.0115, 6.7119, 0.775, 0.652, -0.2128, 1.0734, 0.461, -0.7815, 0.1801],
      bias: -7.9491,
    },
    noneBelow: [
      [20, 0.1588],
      [100, 0.14],
      [500, 0.2158],
      [2396, 0.2038],
    ],
  },
  deep: {
    answer: {
      weights: [
        -0.2165, 3.6259, 6.0561, -4.7022, 0.3866, 1.2774, 4.4136, 1.1164, -0.2738, 0.8926, 0.3917, -3.5878, -0.7901,
        2.1709, 6.7026, 2.0381, -2.8235, -0.1417, -0.3269, 0.4349, 0.1556, -0.2073, 0.1825, 0.0295,
      ],
      bias: -11.9124,
    },
    hit: {
      weights: [
        9.2625, 3.5795, -7.2846, 2.762, 0.9104, 0.786, -0.2096, 1.2616, 0.5815, -0.7955, 0.1252, -0.635, 2.9583, 0.1287,
      ],
      bias: -7.8781,
    },
    noneBelow: [
      [20, 0.2706],
      [100, 0.2421],
      [500, 0.2725],
      [2396, 0.2259],
    ],
  },
};
