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
        7.5684, 0.37, 6.6338, -4.4163, 0.5659, 3.5759, 4.6445, 0.8657, -0.3513, 0.8414, 0.2722, -3.7208, -1.1954,
        2.2167, 0.2307,
      ],
      bias: -5.8071,
    },
    hit: {
      weights: [8.8114, 2.4443, -7.0883, 9.1841, 0.9371, 0.5004, -0.7946, 0.8515, 0.1945, -0.839, 0.4359],
      bias: -5.1112,
    },
    noneBelow: [
      [20, 0.1265],
      [100, 0.0834],
      [500, 0.1002],
      [2396, 0.1289],
      [42063, 0.2],
    ],
  },
  deep: {
    answer: {
      weights: [
        3.385, 1.7905, 5.7843, -3.8681, -0.6622, 2.6619, 4.465, 0.8411, -0.0718, 0.8681, 0.2309, -4.1247, -0.8233,
        2.0075, 0.3693, 5.5693, 1.2143, -1.922, -0.0815, 0.0671, 0.1633, -0.2297, 0.1065, 0.0846,
      ],
      bias: -9.7058,
    },
    hit: {
      weights: [
        9.001, 2.4754, -5.802, 3.6814, 1.0366, 0.6834, -0.702, 1.082, 0.3894, -0.9559, 0.1996, -3.4679, 6.0522, 0.1073,
      ],
      bias: -3.3101,
    },
    noneBelow: [
      [20, 0.0838],
      [100, 0.0783],
      [500, 0.084],
      [2396, 0.1408],
      [42063, 0.25],
    ],
  },
};
