import type { CodeErrorKind, CodeLimits } from '../../src/sandbox/index.ts';

/** A snippet that means harm, and the only ends that its run may come to. */
export interface Attack {
  readonly name: string;
  readonly code: string;
  /** `ok`: it runs through and has got nothing for it. */
  readonly ends: readonly ('ok' | CodeErrorKind)[];
  /** What it then returns. */
  readonly value?: unknown;
  readonly limits?: Partial<CodeLimits>;
  /** False where the code begins so that nothing before it runs. */
  readonly looks?: boolean;
}

/** Short enough that the many attacks on time take little of it. */
const SHORT: Partial<CodeLimits> = { timeoutMs: 400 };

export function attack(name: string, ends: Attack['ends'], code: string, more: Partial<Attack> = {}): Attack {
  return { name, code, ends, ...more };
}

/** Must be stopped for the time it takes. */
export function endless(name: string, code: string, ends: Attack['ends'] = ['timeout']): Attack {
  return { name, code, ends, limits: SHORT };
}

/** Runs through, and gives this and nothing else. */
export function harmless(name: string, code: string, value: unknown): Attack {
  return { name, code, ends: ['ok'], value };
}
