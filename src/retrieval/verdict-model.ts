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
        8.099, -0.0188, 6.5455, -4.4455, 0.611, 3.5458, 4.4251, 0.8242, -0.2836, 0.8351, 0.3083, -3.8125, -1.2815,
        2.3233, 0.2415,
      ],
      bias: -5.7888,
    },
    hit: {
      weights: [9.5291, 3.1245, -7.8091, 5.9859, 0.8918, 0.7011, -0.1744, 1.0484, 0.3611, -0.784, 0.1984],
      bias: -8.0652,
    },
    noneBelow: [
      [20, 0.1242],
      [100, 0.0894],
      [500, 0.1125],
      [2396, 0.1493],
    ],
  },
  deep: {
    answer: {
      weights: [
        3.3989, 1.8327, 5.8072, -3.9526, -0.7155, 2.6703, 4.4106, 0.8034, -0.0205, 0.894, 0.2587, -4.2064, -0.8621,
        2.0912, 0.3802, 5.4658, 1.4131, -1.8577, -0.097, 0.0775, 0.1578, -0.224, 0.1062, 0.092,
      ],
      bias: -9.7487,
    },
    hit: {
      weights: [
        8.9981, 3.2178, -6.8379, 2.8177, 0.8916, 0.7891, -0.1603, 1.2051, 0.4853, -0.8354, 0.0784, -0.3961, 2.6138,
        0.1234,
      ],
      bias: -7.919,
    },
    noneBelow: [
      [20, 0.0784],
      [100, 0.0814],
      [500, 0.0909],
      [2396, 0.1549],
    ],
  },
};
