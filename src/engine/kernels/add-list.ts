import { type I32, i32 } from '../assembler/instructions.ts';
import type { BodyBuilder } from '../assembler/module.ts';
import { LIST_SHIFT, TERM_IMPACTS, TERM_LIST, TERM_LIST_END, TERM_WEIGHT } from './term-record.ts';

/** Postings that are added in a row without a branch. */
const IN_A_ROW = 4;

/** Moves the cursor of a list to its first document ≥ `from`, by halving what is left of it. */
export function moveCursor(f: BodyBuilder, term: I32, from: I32): void {
  const low = f.let(i32.load(term, TERM_LIST));
  const high = f.let(i32.load(term, TERM_LIST_END));
  const middle = f.local('i32');
  f.whileTrue(
    () => i32.ltU(low, high),
    () => {
      // Half of the distance, down to a multiple of 4.
      f.set(middle, i32.add(low, i32.and(i32.shrU(i32.sub(high, low), i32.const(1)), i32.const(-4))));
      f.when(
        i32.ltU(i32.load(middle), from),
        () => f.set(low, i32.add(middle, i32.const(4))),
        () => f.set(high, middle),
      );
    },
  );
  f.run(i32.store(term, low, TERM_LIST));
}

/** Adds the documents of a list below `stop`, from its cursor on, to the sums of those from `base` on. */
export function addList(f: BodyBuilder, term: I32, sums: I32, base: I32, stop: I32): void {
  const doc = f.let(i32.load(term, TERM_LIST));
  const end = f.let(i32.load(term, TERM_LIST_END));
  const weight = f.let(i32.load(term, TERM_WEIGHT));
  const impact = f.let(i32.add(i32.shrU(doc, i32.const(2)), i32.load(term, TERM_IMPACTS)));
  // A document's sum is at sums + 2 · (document − base).
  const origin = f.let(i32.sub(sums, i32.shl(base, i32.const(1))));
  const sum = f.local('i32');
  const add = (i: number): void => {
    f.set(sum, i32.add(origin, i32.shl(i32.load(doc, 4 * i), i32.const(1))));
    const value = i32.shrU(i32.mul(i32.load8U(impact, i), weight), i32.const(LIST_SHIFT));
    f.run(i32.store16(sum, i32.add(i32.load16U(sum), value)));
  };
  const forward = (count: number): void => {
    f.advance(doc, 4 * count);
    f.advance(impact, count);
  };
  f.block((leave) => {
    const lastRow = f.let(i32.sub(end, i32.const(4 * IN_A_ROW)));
    f.whileTrue(
      () => i32.leU(doc, lastRow),
      () => {
        leave(i32.geU(i32.load(doc, 4 * (IN_A_ROW - 1)), stop));
        for (let i = 0; i < IN_A_ROW; i++) add(i);
        forward(IN_A_ROW);
      },
    );
  });
  f.block((leave) => {
    f.whileTrue(
      () => i32.ltU(doc, end),
      () => {
        leave(i32.geU(i32.load(doc), stop));
        add(0);
        forward(1);
      },
    );
  });
  f.run(i32.store(term, doc, TERM_LIST));
}
