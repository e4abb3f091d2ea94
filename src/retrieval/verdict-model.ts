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

/** 4.0 % of the requests of people over real tools lie below `noneBelow` or ask for what is not offered. */
export const VERDICT_MODELS: { readonly static: VerdictModel; readonly deep: VerdictModel } = {
  static: {
    answer: {
      weights: [
        6.9918, 0.9742, 7.2194, -5.4105, 0.3383, 3.928, 4.4097, 0.8667, -0.255, 0.85, 0.3381, -3.8468, -1.3302, 2.4927,
        0.2447,
      ],
      bias: -5.9587,
    },
    hit: {
      weights: [9.5012, 3.1311, -7.789, 6.1262, 0.8535, 0.7053, -0.1724, 1.0527, 0.3669, -0.7937, 0.1886],
      bias: -8.0442,
    },
    noneBelow: [
      [20, 0.1206],
      [100, 0.0868],
      [500, 0.1126],
      [2396, 0.1458],
    ],
  },
  deep: {
    answer: {
      weights: [
        3.7895, 1.4549, 5.71, -3.8229, -0.751, 2.6683, 4.3624, 0.7718, -0.0145, 0.8904, 0.2477, -4.1999, -0.8622,
        2.0897, 0.38, 5.4093, 1.4379, -1.7542, -0.1047, 0.0968, 0.1595, -0.2241, 0.1053, 0.0877,
      ],
      bias: -9.7034,
    },
    hit: {
      weights: [
        9.0467, 3.3009, -6.9083, 2.7061, 0.8876, 0.8021, -0.1578, 1.213, 0.4865, -0.8389, 0.0725, -0.5792, 2.8479,
        0.1244,
      ],
      bias: -7.834,
    },
    noneBelow: [
      [20, 0.0752],
      [100, 0.0811],
      [500, 0.1186],
      [2396, 0.186],
    ],
  },
};
