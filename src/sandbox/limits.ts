import type { CodeLimits } from './types.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

export const DEFAULT_CODE_LIMITS: CodeLimits = {
  timeoutMs: 10_000,
  approvalMs: 300_000,
  memoryBytes: 64 * MIB,
  maxConcurrentCalls: 8,
  maxPendingCalls: 128,
  maxCalls: 256,
  maxArgumentBytes: MIB,
  maxAnswerBytes: 8 * MIB,
  maxValueBytes: 256 * KIB,
  maxLogBytes: 32 * KIB,
  maxLogEntries: 500,
  maxCallRecords: 100,
  maxDepth: 64,
  maxSleepMs: 5_000,
  settleMs: 1_000,
};

/** Later deviations win; members that are `undefined` are passed over. */
export function resolveLimits(...deviations: readonly (Partial<CodeLimits> | undefined)[]): CodeLimits {
  const limits: Record<string, number> = { ...DEFAULT_CODE_LIMITS };
  for (const deviation of deviations) {
    for (const [name, value] of Object.entries(deviation ?? {})) if (value !== undefined) limits[name] = value;
  }
  return limits as unknown as CodeLimits;
}
