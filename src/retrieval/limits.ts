import { DEFAULT_LIMIT } from './constants.ts';

/** Hard bound on hits in one answer (SPEC A3). */
export const MAX_LIMIT = 50;

/** A limit from outside: clamped, never an error (SPEC A3). */
export function clampLimit(
  limit: number | undefined,
  fallback: number = DEFAULT_LIMIT,
  max: number = MAX_LIMIT,
): number {
  if (limit === undefined || Number.isNaN(limit)) return Math.min(fallback, max);
  return Math.max(1, Math.min(Math.trunc(limit), max));
}
