import { fillMemory, type I32, i32 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local } from '../assembler/module.ts';

/** Sums are counted in bins of 2⁴: fine beside the slack, and few enough to stay in the first cache. */
const BIN_SHIFT = 4;
const BIN_BYTES: number = 4 * (65_536 >> BIN_SHIFT);
const MAX_KEPT = 32_768;
/** Dropping what has fallen behind must free this much, or the scan would do little else. */
const KEPT_AFTER_DROPPING = 24_576;
const PAIR_BYTES = 8;

/** What {@link keepBest} needs: bins, and behind them the pairs of sum and document. */
export const KEEP_BYTES: number = BIN_BYTES + PAIR_BYTES * MAX_KEPT;
export const PAIRS_AT: number = BIN_BYTES;

/** What is kept so far. */
export interface Kept {
  /** The least sum that is worth keeping. */
  readonly threshold: Local<'i32'>;
  keep(sum: Local<'i32'>, doc: Local<'i32'>, giveUp: () => void): void;
  /** Drops what has fallen below the threshold and gives the number of those left. */
  drop(): Local<'i32'>;
}

/**
 * Writes the code that keeps sums near the best ones, in {@link KEEP_BYTES} from `scratch` on. The limit-th best sum is
 * known by counting sums in bins.
 */
export function keepBest(f: BodyBuilder, scratch: I32, limit: I32, slack: I32): Kept {
  const threshold = f.let(i32.const(1));
  const bins = f.let(scratch);
  const start = f.let(i32.add(scratch, i32.const(PAIRS_AT)));
  const end = f.let(start);
  // Of the sums so far, `above` lie in the bin at `lowest` or above it: the highest bin with `limit` of them or more.
  const lowest = f.let(bins);
  const above = f.local('i32');
  const [bin, edge, from, to] = [f.local('i32'), f.local('i32'), f.local('i32'), f.local('i32')];
  f.run(fillMemory(bins, i32.const(0), i32.const(BIN_BYTES)));

  const drop = (): Local<'i32'> => {
    f.set(from, start);
    f.set(to, start);
    f.repeatUntil(from, end, PAIR_BYTES, () => {
      f.run(i32.store(to, i32.load(from)));
      f.run(i32.store(to, i32.load(from, 4), 4));
      f.when(i32.geU(i32.load(from), threshold), () => f.advance(to, PAIR_BYTES));
    });
    f.set(end, to);
    return f.let(i32.shrU(i32.sub(end, start), i32.const(3)));
  };

  const raise = (): void => {
    f.whileTrue(
      () => i32.leU(i32.add(limit, i32.load(lowest)), above),
      () => {
        f.set(above, i32.sub(above, i32.load(lowest)));
        f.advance(lowest, 4);
      },
    );
    // The lower edge of that bin: its number, which is a quarter of its offset, times the width.
    f.set(edge, i32.shl(i32.sub(lowest, bins), i32.const(BIN_SHIFT - 2)));
    f.when(i32.ltU(slack, edge), () => f.set(threshold, i32.sub(edge, slack)));
  };

  const keep = (sum: Local<'i32'>, doc: Local<'i32'>, giveUp: () => void): void => {
    f.when(i32.eq(end, i32.add(start, i32.const(PAIR_BYTES * MAX_KEPT))), () => {
      f.when(i32.ltU(i32.const(KEPT_AFTER_DROPPING), drop()), giveUp);
    });
    f.run(i32.store(end, sum));
    f.run(i32.store(end, doc, 4));
    f.advance(end, PAIR_BYTES);
    f.set(bin, i32.add(bins, i32.shl(i32.shrU(sum, i32.const(BIN_SHIFT)), i32.const(2))));
    f.when(i32.leU(lowest, bin), () => {
      f.run(i32.store(bin, i32.add(i32.load(bin), i32.const(1))));
      f.advance(above, 1);
      raise();
    });
  };

  return { threshold, keep, drop };
}
