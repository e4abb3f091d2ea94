import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIndex } from '../../src/backends/local/index-store/build-index.ts';
import { openIndexReader } from '../../src/backends/local/index-store/index-reader.ts';
import { openIndexWriter } from '../../src/backends/local/index-store/index-writer.ts';
import { SETTINGS } from '../../src/backends/local/index-store/test-index.ts';
import { createPartMaker } from '../../src/engine/index.ts';

const CHILD = join(import.meta.dirname, 'fixtures/write-when-told.mjs');
const WRITERS = 5;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscout-writers-'));
  buildIndex(folder, SETTINGS, createPartMaker).finish();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Writer {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
  readonly ended: Promise<unknown>;
}

/** A process that is about to open the index. */
async function startWriter(): Promise<Writer> {
  const child = spawn(process.execPath, [CHILD, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return { child, lines, ended };
}

/** Lets all of them open it at once. @returns what each says: `open`, or the code of its error. */
async function openAtOnce(writers: readonly Writer[]): Promise<string[]> {
  for (const { child } of writers) child.stdin!.write('go\n');
  return await Promise.all(writers.map(async ({ lines }) => (await lines.next()).value as string));
}

function keysInIndex(): number {
  const reader = openIndexReader(folder, createPartMaker);
  try {
    return reader.index.view(undefined).count;
  } finally {
    reader.close();
  }
}

describe('an index that several processes want to write', () => {
  it('has one writer; the others are told by a code, and read what it writes', async () => {
    const writers = await Promise.all(Array.from({ length: WRITERS }, startWriter));
    const said = await openAtOnce(writers);
    expect(said.sort()).toEqual([...Array.from({ length: WRITERS - 1 }, () => 'INDEX_LOCKED'), 'open']);
    expect(() => openIndexWriter(folder, createPartMaker)).toThrow(expect.objectContaining({ code: 'INDEX_LOCKED' }));
    expect(keysInIndex()).toBe(1);
    for (const { child } of writers) child.stdin!.end();
    await Promise.all(writers.map(({ ended }) => ended));
    await openIndexWriter(folder, createPartMaker).close();
  });

  it('goes to one of them when its writer is killed', async () => {
    const first = await startWriter();
    expect(await openAtOnce([first])).toEqual(['open']);
    first.child.kill('SIGKILL');
    await first.ended;
    const writers = await Promise.all(Array.from({ length: WRITERS }, startWriter));
    const said = await openAtOnce(writers);
    expect(said.filter((one) => one === 'open')).toHaveLength(1);
    expect(said.filter((one) => one !== 'open' && one !== 'INDEX_LOCKED')).toEqual([]);
    expect(keysInIndex()).toBe(2);
    for (const { child } of writers) child.stdin!.end();
    await Promise.all(writers.map(({ ended }) => ended));
  });
});
