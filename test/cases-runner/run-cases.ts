import { type Case, readCaseFolder } from './case-file.ts';
import type { CaseVerdict } from './run-case.ts';
import { runInWorkers } from './worker-pool.ts';

/** What `npm run cases -- DIR --json` prints. */
export interface CaseReport {
  readonly passed: readonly string[];
  readonly failed: readonly { readonly id: string; readonly why: string }[];
  readonly unmapped: readonly { readonly id: string; readonly why: string }[];
}

export interface RunCasesOptions {
  /** Only these themes; absent: all. */
  readonly themes?: readonly string[];
  readonly ids?: readonly string[];
  /** At most so many cases at once. */
  readonly concurrency?: number;
  readonly onDone?: (one: Case, verdict: CaseVerdict) => void;
}

const DEFAULT_CONCURRENCY = 2;

/** Runs the cases of a folder. Files that are no case count as failed, unless a choice by theme or id leaves them out. */
export async function runCases(folder: string, options: RunCasesOptions = {}): Promise<CaseReport> {
  const { themes, ids, concurrency = DEFAULT_CONCURRENCY, onDone } = options;
  const { cases, broken } = readCaseFolder(folder);
  const chosen = cases.filter(
    ({ id, theme }) => (themes === undefined || themes.includes(theme)) && (ids === undefined || ids.includes(id)),
  );
  const verdicts = new Map<string, CaseVerdict>();
  await runInWorkers(chosen, concurrency, (one, verdict) => {
    verdicts.set(one.id, verdict);
    onDone?.(one, verdict);
  });
  const listed = (kind: 'failed' | 'unmapped') =>
    chosen.flatMap(({ id }) => {
      const verdict = verdicts.get(id);
      return verdict?.kind === kind ? [{ id, why: verdict.why }] : [];
    });
  const misfits = broken.filter(({ id }) => themes === undefined && (ids === undefined || ids.includes(id)));
  return {
    passed: chosen.flatMap(({ id }) => (verdicts.get(id)?.kind === 'passed' ? [id] : [])),
    failed: [...listed('failed'), ...misfits],
    unmapped: listed('unmapped'),
  };
}
