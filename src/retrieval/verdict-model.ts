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
        8.3239, 2.4117, 7.3746, -4.2049, -0.7588, 6.5742, 3.7199, 1.2188, -0.3102, 1.1901, 0.5786, -3.6395, -1.6794,
        1.732,
      ],
      bias: -8.7402,
    },
    hit: {
      weights: [9.577, 3.1248, -7.8575, 6.738, 0.8137, 0.7071, -0.1926, 1.0762, 0.4366, -0.8154, 0.1725],
      bias: -8.0185,
    },
    noneBelow: [
      [20, 0.0842],
      [100, 0.0608],
      [500, 0.1275],
      [2396, 0.1415],
    ],
  },
  deep: {
    answer: {
      weights: [
        1.7076, 3.4517, 6.2904, -5.013, -1.1217, 2.8084, 5.6591, 1.0682, 0.0002, 0.9082, 0.333, -4.1345, -0.7862,
        2.0165, 3.8171, 3.1635, -2.3683, -0.0767, -0.0359, 0.5582, 0.1203, -0.1938, 0.0977, 0.1034,
      ],
      bias: -12.4695,
    },
    hit: {
      weights: [
        9.1353, 3.2734, -6.9139, 2.8319, 0.9005, 0.8142, -0.1787, 1.2347, 0.5547, -0.8221, 0.0631, -0.6242, 2.8207,
        0.1272,
      ],
      bias: -7.8498,
    },
    noneBelow: [
      [20, 0.087],
      [100, 0.0779],
      [500, 0.1066],
      [2396, 0.1258],
    ],
  },
};
