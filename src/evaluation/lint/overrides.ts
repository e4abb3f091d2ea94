import type { LintFinding, SuggestedOverride } from './finding.ts';

/** All suggestions as one section; of several for one tool the first of each kind holds. */
export function mergeOverrides(findings: readonly LintFinding[]): Readonly<Record<string, SuggestedOverride>> {
  const merged = new Map<string, SuggestedOverride>();
  for (const { overrides = {} } of findings) {
    for (const [key, override] of Object.entries(overrides)) merged.set(key, { ...override, ...merged.get(key) });
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
}
