/** When tools are deferred, which of them, and what that costs and saves (SPEC A1–A6, C3). */

export type { CostReport } from './cost.ts';
export { totalTokens } from './count.ts';
export {
  type ActivationDecision,
  type ActivationReason,
  UNKNOWN_WINDOW_TOKENS,
  type WeighedTools,
} from './decide.ts';
export { type Exposure, type ExposureRules, splitExposure } from './exposure.ts';
export { type ActivationReport, type ActivationWarning, reportActivation } from './report.ts';
export {
  completeSettings,
  type DisclosureMode,
  FAMILY_DEFAULTS,
  readWindow,
  SETTING_RANGES,
  type ToolSearchFamily,
  type ToolSearchSettings,
} from './settings.ts';
