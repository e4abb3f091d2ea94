import { ToolscoutError } from '../errors.ts';
import type { EvaluationReport } from './report.ts';

/** A figure that must not be lower. */
export interface Threshold {
  /** As it was written: `recall@5`. */
  readonly figure: string;
  readonly least: number;
}

/** A threshold that was not reached. */
export interface Shortfall extends Threshold {
  /** Null where the set has nothing to measure it on. */
  readonly value: number | null;
}

const NAMES = 'recall@K, hit@K, mrr, ndcg@10, refused, kept, found, called, endToEnd, arguments, declined';

/**
 * Reads `recall@5=.8,mrr=.6`. Of shares only: `refused` of the requests that no tool serves, `kept` of the answerable
 * (those that the verdict does not lose), and of a model’s calls `found`, `called`, `endToEnd`, `arguments`, `declined`.
 * @throws ToolscoutError `USAGE`
 */
export function readThresholds(text: string): readonly Threshold[] {
  return text.split(',').map((part) => {
    const [, figure, number] = /^\s*([A-Za-z]+(?:@\d+)?)\s*=\s*([\d.]+)\s*$/.exec(part) ?? [];
    const least = Number(number);
    if (figure === undefined || !FIGURES.test(figure) || !(least >= 0 && least <= 1)) {
      throw new ToolscoutError('USAGE', `--fail-under ${JSON.stringify(part.trim())} is no figure with a share.`, {
        next: `Write FIGURE=SHARE, such as recall@5=.8. Figures: ${NAMES}.`,
      });
    }
    return { figure, least };
  });
}

const FIGURES = /^(?:(?:recall|hit)@\d+|mrr|ndcg@10|refused|kept|found|called|endToEnd|arguments|declined)$/;

/**
 * Which thresholds a report does not reach. A figure that it does not hold is not reached: a check that measures nothing
 * must not pass.
 */
export function shortfalls(report: EvaluationReport, thresholds: readonly Threshold[]): readonly Shortfall[] {
  return thresholds
    .map((threshold): Shortfall => ({ ...threshold, value: shareOf(report, threshold.figure) }))
    .filter(({ value, least }) => value === null || value < least);
}

function shareOf(report: EvaluationReport, figure: string): number | null {
  const [name = '', depth = ''] = figure.split('@');
  const { refusal, calls } = report;
  switch (name) {
    case 'recall':
    case 'hit':
    case 'ndcg':
      return report[name][depth] ?? null;
    case 'mrr':
      return report.mrr;
    case 'refused':
      return share(refusal.noTool.refused, refusal.noTool.total);
    case 'kept':
      return share(refusal.answerable.total - refusal.answerable.lost, refusal.answerable.total);
    case 'found':
      return calls?.answerable.foundShare ?? null;
    case 'called':
      return calls?.answerable.calledShare ?? null;
    case 'endToEnd':
      return calls?.answerable.endToEnd ?? null;
    case 'arguments':
      return calls?.arguments.share ?? null;
    default:
      return calls === undefined ? null : share(calls.noTool.declined, calls.noTool.total);
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
