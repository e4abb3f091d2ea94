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
        8.666, 0.8648, 8.6675, -6.0125, 1.0536, 3.2958, 4.3176, 1.4576, -0.4923, 1.3209, 0.6947, -3.665, -1.4124, 2.097,
        0.289,
      ],
      bias: -8.1819,
    },
    hit: {
      weights: [9.0897, 2.4225, -6.9176, 9.83, 0.9272, 0.516, -0.8163, 0.9657, 0.2934, -0.515, 0.3759],
      bias: -5.2201,
    },
    noneBelow: [
      [20, 0.0682],
      [100, 0.0333],
      [500, 0.0447],
      [2489, 0.0509],
      [5000, 0.0578],
    ],
  },
  deep: {
    answer: {
      weights: [
        4.0135, 1.7916, 6.9293, -5.3042, -0.7736, 2.416, 4.7189, 1.1922, -0.1318, 1.292, 0.4485, -4.2628, -1.5638,
        1.4984, 0.4974, -1.9907, 10.2112, -3.6007, -0.0469, 0.1428, 0.1885, -0.2223, 0.1057, 0.0827,
      ],
      bias: -11.6653,
    },
    hit: {
      weights: [
        9.5032, 2.4692, -5.6131, 3.2917, 1.1392, 0.7516, -0.6959, 1.2538, 0.5144, -0.6247, 0.1953, -4.5519, 7.5196,
        0.1153,
      ],
      bias: -2.9082,
    },
    noneBelow: [
      [20, 0.0687],
      [100, 0.0346],
      [500, 0.0789],
      [2489, 0.0751],
      [10000, 0.2623],
    ],
  },
};
