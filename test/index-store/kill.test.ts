import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../src/backends/local/index-store/build-index.ts';
import { answersOf } from '../../src/backends/local/index-store/compare-indexes.ts';
import { openIndexReader } from '../../src/backends/local/index-store/index-reader.ts';
import { numberedUpdate } from '../../src/backends/local/index-store/numbered-updates.ts';
import { SETTINGS } from '../../src/backends/local/index-store/test-index.ts';
import { verifyIndex } from '../../src/backends/local/index-store/verify-index.ts';
import { createPartMaker, SegmentedIndex } from '../../src/engine/index.ts';

/** As many as the issue asks for with PROOF=1, a sample otherwise. */
const KILLS = process.env.PROOF === '1' ? 200 : 10;
/** A failure names its seed in the title; `TOOLSCOUT_KILL_SEED` draws the same places again, as far as a kill can be repeated. */
const SEED = Number(process.env.TOOLSCOUT_KILL_SEED ?? Date.now() % 2 ** 31);
/** Longer than an update takes, with the seals and merges in it. */
const MAX_WAIT_MS = 12;

const CHILD = join(import.meta.dirname, 'fixtures/update-until-killed.mjs');

/** Numbers below `below`, the same for the same seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Kills the child `waitMs` after it has said `lines` numbers. @returns the last number that it said */
async function updateUntilKilled(folder: string, from: number, lines: number, waitMs: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let last = from - 1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    // At any place of an update, not where it is just done.
    if (last === from + lines - 1) void sleep(waitMs).then(() => child.kill('SIGKILL'));
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

describe(`an index whose writer is killed (seed ${SEED})`, () => {
  it('holds everything that was acknowledged, and of the update under way all or nothing', {
    // On a machine that is busy or stopped for others ten seconds each were not enough.
    timeout: 60_000 * KILLS,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-kill-'));
    buildIndex(folder, SETTINGS, createPartMaker).finish();
    const expected = new SegmentedIndex(createPartMaker(SETTINGS));
    const draw = drawing(SEED);
    let done = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const acknowledged = await updateUntilKilled(folder, done + 1, 1 + draw(11), draw(MAX_WAIT_MS + 1));
      const reader = openIndexReader(folder, createPartMaker);
      while (done < acknowledged) expected.apply(numberedUpdate(++done));
      const counter = (index: typeof expected | typeof reader.index): string =>
        new TextDecoder().decode(index.payload(index.find('counter')!));
      if (counter(reader.index) !== counter(expected)) expected.apply(numberedUpdate(++done));
      expect(answersOf(reader.index)).toEqual(answersOf(expected));
      reader.close();
      expect(verifyIndex(folder, createPartMaker).problems).toEqual([]);
    }
    rmSync(folder, { recursive: true });
  });
});
