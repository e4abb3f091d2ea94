import { type CliIo, OVERWRITE } from './io.ts';
import { clip, count } from './layout.ts';

/** One line on the terminal that is written over until the work is done. Silent where nobody watches. */
export interface ProgressLine {
  update(text: string): void;
  clear(): void;
}

/** Starts a progress line on stderr, so that stdout stays clean for pipes. */
export function createProgressLine(io: CliIo): ProgressLine {
  let shown = false;
  return {
    update: (text) => {
      if (!io.isTty) return;
      io.stderr(`${OVERWRITE}${clip(text, io.columns - 1)}`);
      shown = true;
    },
    clear: () => {
      if (shown) io.stderr(OVERWRITE);
      shown = false;
    },
  };
}

/** Faster than this nobody reads. */
export const REDRAW_MS = 200;

/** Progress of work whose size is known: how much is done, how fast, how long it will take. */
export interface WorkProgress {
  /** So much is done; from the second call on, rate and time left are shown. */
  update(done: number): void;
  clear(): void;
}

/** @param what goes before the figures: `Asking`. */
export function createWorkProgress(
  io: CliIo,
  what: string,
  total: number,
  now = (): number => performance.now(),
): WorkProgress {
  const line = createProgressLine(io);
  const started = now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    update: (done) => {
      const at = now();
      if (at - drawn < REDRAW_MS && done < total) return;
      drawn = at;
      const seconds = (at - started) / 1_000;
      const pace = done === 0 || seconds === 0 ? '' : `, ${rate(done / seconds)}${timeLeft(done / total, seconds)}`;
      line.update(`${what} ${count(done)} of ${count(total)}${pace}`);
    },
    clear: () => line.clear(),
  };
}

function rate(perSecond: number): string {
  return perSecond >= 1 ? `${count(Math.round(perSecond))}/s` : `${Math.round(60 * perSecond)}/min`;
}

/** Share done and time left, behind a comma; nothing as long as there is too little to tell from. */
export function timeLeft(share: number | undefined, seconds: number): string {
  if (share === undefined || share < 0.01) return '';
  const left = Math.round((seconds * (1 - share)) / share);
  const shown = left < 90 ? `${left} s` : `${Math.round(left / 60)} min`;
  return `, ${Math.floor(100 * share)} %, ${shown} left`;
}
