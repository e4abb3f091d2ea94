import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../src/backends/local/index-store/build-index.ts';
import { answersOf } from '../../src/backends/local/index-store/compare-indexes.ts';
import { openIndexReader } from '../../src/backends/local/index-store/index-reader.ts';
import { numberedUpdate } from '../../src/backends/local/index-store/numbered-updates.ts';
import { SETTINGS } from '../../src/backends/local/index-store/test-index.ts';
import { verifyIndex } from '../../src/backends/local/index-store/verify-index.ts';
import { createPartMaker, SegmentedIndex } from '../../src/engine/index.ts';

/** As many as the issue asks for with PROOF=1, a sample otherwise. */
const KILLS = process.env.PROOF === '1' ? 50 : 10;

const CHILD = join(import.meta.dirname, 'fixtures/update-until-killed.mjs');

/** Kills the child as soon as it has said `lines` numbers. @returns the last number that it said */
async function updateUntilKilled(folder: string, from: number, lines: number): Promise<number> {
  const child = spawn(process.execPath, [CHILD, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let last = from - 1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last >= from + lines - 1) child.kill('SIGKILL');
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return last;
}

describe('an index whose writer is killed', () => {
  it('holds everything that was acknowledged, and of the update under way all or nothing', {
    timeout: 10_000 * KILLS,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-kill-'));
    buildIndex(folder, SETTINGS, createPartMaker).finish();
    const expected = new SegmentedIndex(createPartMaker(SETTINGS));
    let done = 0;
    for (let kill = 1; kill <= KILLS; kill++) {
      const acknowledged = await updateUntilKilled(folder, done + 1, 1 + ((kill * 7) % 11));
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
