/** What makes tools dangerous, hard to find or hard to tell apart. */
export { confusableTools } from './confusable.ts';
export {
  type LintCheck,
  type LintFinding,
  SEVERITIES,
  type Severity,
  type SuggestedOverride,
} from './finding.ts';
export { type LintOptions, lintCatalog } from './lint-catalog.ts';
export { mergeOverrides } from './overrides.ts';
