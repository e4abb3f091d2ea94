import { round } from '../figures.ts';
import type { JudgedCall } from './judge-call.ts';

/**
 * Evaluation in two halves (SPEC E2): was the right tool found, and was it called given that it was found? Their product
 * is end-to-end success, and says which half to mend.
 */
export interface CallFigures {
  readonly answerable: {
    readonly total: number;
    /** A right tool was among those offered to the model. */
    readonly found: number;
    /** … and the model called a right one. */
    readonly called: number;
    readonly foundShare: number | null;
    /** Of those found. */
    readonly calledShare: number | null;
    readonly endToEnd: number | null;
    /** Right tool, arguments that do not fit its schema. */
    readonly invalidArguments: number;
  };
  /** Of requests whose arguments the set labels and whose right tool was called. */
  readonly arguments: { readonly total: number; readonly right: number; readonly share: number | null };
  /** Requests that no tool serves; declined is right. */
  readonly noTool: { readonly total: number; readonly declined: number };
  /** What became of the answerable requests that failed. */
  readonly failures: {
    readonly notFound: number;
    /** Found, and another tool was called … */
    readonly otherTool: number;
    /** … or none … */
    readonly noCall: number;
    /** … or the reply could not be used. */
    readonly unusable: number;
  };
  /** Pairs behind the misses: the tool that was right, and what was called in its place. The most frequent first. */
  readonly confused: readonly { readonly right: string; readonly called: string; readonly count: number }[];
}

const MAX_CONFUSED = 50;

export function callFigures(judged: readonly JudgedCall[]): CallFigures {
  const answerable = judged.filter(({ query }) => !query.noTool);
  const found = answerable.filter((one) => one.found);
  // A right tool that was called although it was not offered does not count: the search did not find it.
  const called = found.filter(({ right }) => right);
  const failed = found.filter(({ right }) => !right);
  const labelled = judged.flatMap(({ argumentsRight }) => argumentsRight ?? []);
  const right = labelled.filter((one) => one).length;
  const noTool = judged.filter(({ query }) => query.noTool);
  return {
    answerable: {
      total: answerable.length,
      found: found.length,
      called: called.length,
      foundShare: share(found.length, answerable.length),
      calledShare: share(called.length, found.length),
      endToEnd: share(called.length, answerable.length),
      invalidArguments: called.filter(({ valid }) => valid === false).length,
    },
    arguments: { total: labelled.length, right, share: share(right, labelled.length) },
    noTool: { total: noTool.length, declined: noTool.filter((one) => one.right).length },
    failures: {
      notFound: answerable.length - found.length,
      otherTool: failed.filter(({ line }) => line.called !== null).length,
      noCall: failed.filter(({ line }) => line.called === null && line.problem === undefined).length,
      unusable: failed.filter(({ line }) => line.called === null && line.problem !== undefined).length,
    },
    confused: confusedPairs(failed),
  };
}

function confusedPairs(failed: readonly JudgedCall[]): CallFigures['confused'] {
  const pairs = new Map<string, { right: string; called: string; count: number }>();
  for (const { query, line } of failed) {
    if (line.called === null) continue;
    // Of several right tools the one that was offered highest is the one that was passed over.
    const right = line.hits.find((id) => query.relevant.has(id))!;
    const key = JSON.stringify([right, line.called]);
    const pair = pairs.get(key) ?? { right, called: line.called, count: 0 };
    pairs.set(key, { ...pair, count: pair.count + 1 });
  }
  return [...pairs.values()].sort((a, b) => b.count - a.count || (a.right < b.right ? -1 : 1)).slice(0, MAX_CONFUSED);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole);
}
