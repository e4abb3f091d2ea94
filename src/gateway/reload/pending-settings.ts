import { stableStringify } from '../../shared/json.ts';
import type { LoadedConfig } from '../config/index.ts';

/** Settings of `gateway` that a running gateway follows, or that its servers take with their entries. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'pinned',
  'directoryMaxCharacters',
  'toolTimeoutsMs',
  'startTimeoutMs',
  'callTimeoutMs',
  'maxTotalTimeoutMs',
]);

/** Sections that are read once, when the gateway starts. */
const AT_START = [
  'toolSearch',
  'http',
  'llm',
  'preselect',
  'telemetry',
  'search',
  'audit',
  'auth',
  'views',
  'state',
] as const;

/** Names of the settings that differ and take effect with the next start only. */
export function pendingSettings(before: LoadedConfig, after: LoadedConfig): readonly string[] {
  const differs = (left: unknown, right: unknown): boolean =>
    stableStringify(left ?? null) !== stableStringify(right ?? null);
  const keys = new Set([...Object.keys(before.gateway), ...Object.keys(after.gateway)]);
  const table = (config: LoadedConfig): Readonly<Record<string, unknown>> => ({ ...config.gateway });
  return [
    ...AT_START.filter((section) => differs(before[section], after[section])),
    ...[...keys]
      .filter((key) => !FOLLOWED.has(key) && differs(table(before)[key], table(after)[key]))
      .map((key) => `gateway.${key}`),
    ...(['ask', 'timeoutMs', 'folder'] as const)
      .filter((key) => differs(before.approvals[key], after.approvals[key]))
      .map((key) => `approvals.${key}`),
    ...(differs(before.policy.session, after.policy.session) ? ['policy.use'] : []),
    ...(differs(before.examples.enrich, after.examples.enrich) ? ['examples.enrich'] : []),
  ];
}
