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
      weights: [9.4045, -0.3292, 2.2458, -3.9294, 0.8029, 2.4414, 3.5674, 1.2394, -0.1583, 0.3555, -0.3929],
      bias: -8.268,
    },
    hit: { weights: [9.2078, 2.3706, -5.9414, 7.383, 0.8023, 0.7802, -0.1212, 1.1477, 0.4214], bias: -8.3589 },
    noneBelow: [
      [20, 0.0857],
      [100, 0.0738],
      [500, 0.092],
      [2396, 0.0948],
    ],
  },
  deep: {
    answer: {
      weights: [
        3.545, 2.0403, 1.8684, -2.7834, 0.1814, 0.1181, 5.0986, 0.8279, -0.0132, 0.2327, -0.5146, -0.1134, 6.9691,
        4.9007, -0.1664, -0.0922, 0.3093,
      ],
      bias: -12.3409,
    },
    hit: {
      weights: [8.4363, 2.3074, -4.8638, 3.1663, 0.9274, 0.9564, -0.0831, 1.3787, 0.4906, 0.4395, 3.3076],
      bias: -8.9596,
    },
    noneBelow: [
      [20, 0.0891],
      [100, 0.0815],
      [500, 0.0813],
      [2396, 0.0937],
    ],
  },
};
