import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFileStateStore, createSignInFiles, openSessionLog, readSessionLog } from '../../src/backends/index.ts';
import { buildIndex } from '../../src/backends/local/index-store/build-index.ts';
import { answersOf, answersOfThese } from '../../src/backends/local/index-store/compare-indexes.ts';
import { openIndexReader } from '../../src/backends/local/index-store/index-reader.ts';
import { openIndexWriter } from '../../src/backends/local/index-store/index-writer.ts';
import { makeDocument, put, SETTINGS } from '../../src/backends/local/index-store/test-index.ts';
import { verifyIndex } from '../../src/backends/local/index-store/verify-index.ts';
import type { TelemetryEvent } from '../../src/calling/index.ts';
import { createPartMaker, type EngineIndex, type IndexChange, SegmentedIndex } from '../../src/engine/index.ts';
import { ToolscoutError } from '../../src/errors.ts';
import { lineAppender } from '../../src/gateway/audit/append-line.ts';
import { KeyBook } from '../../src/gateway/index.ts';
import type { SignInOwner } from '../../src/sources/index.ts';
import { mountSmallDisk } from './small-disk.ts';

const disk = mountSmallDisk(768);
afterAll(() => disk?.remove());
if (disk === undefined) console.info('Full disk: skipped, a small file system takes root on Linux.');

/** Each step of an operation fails in one of these: the lock, the draft, a part of it, what comes behind it. */
const PAGES_LEFT = [0, 1, 2, 3, 4, 5, 6];

/** The n-th update of an index: it only grows, so that the disk is full in the end, and one document is written anew. */
const update = (n: number): readonly IndexChange[] => [put(`k${n}`), put(`l${n}`), put('counter', n)];

/** A folder of its own for each case. */
const place = (name: string): string => join(disk!.folder, name);

/** The code of what is thrown; undefined where all went well. */
async function codeOf(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // Anything else than an error with a code is a fault of ours.
    if (error instanceof ToolscoutError) return error.code;
    throw error;
  }
}

/** Does it, with ever less room, until it is refused. @returns how often it was done */
async function untilRefused(work: (n: number) => unknown): Promise<number> {
  for (let n = 1; n < 10_000; n++) {
    const code = await codeOf(() => work(n));
    if (code === undefined) continue;
    expect(code).toBe('FILE_NOT_WRITTEN');
    return n - 1;
  }
  throw new Error('The disk was never full.');
}

describe.skipIf(disk === undefined)('on a full disk', () => {
  beforeEach(() => {
    for (const name of readdirSync(disk!.folder)) rmSync(join(disk!.folder, name), { recursive: true });
  });

  it.each(PAGES_LEFT)(
    'with %i pages left an index is not built, the one before stays, and it is built later',
    async (pages) => {
      const folder = place('index');
      const old = [makeDocument('old')];
      const build = (keys: readonly string[]): number => {
        const index = buildIndex(folder, SETTINGS, createPartMaker, { segmentDocuments: 8 });
        try {
          for (const key of keys) index.add(makeDocument(key));
        } catch (error) {
          index.abort();
          throw error;
        }
        return index.finish();
      };
      build(['old']);
      const before = readdirSync(folder).sort();
      disk!.leavePages(pages);
      const keys = Array.from({ length: 40 }, (_, i) => `new-${i}`);
      expect(await codeOf(() => build(keys))).toBe('FILE_NOT_WRITTEN');
      expect(readdirSync(folder).sort()).toEqual(before);
      expect(answered(folder)).toEqual(answersOfThese(old, createPartMaker));
      disk!.free();
      expect(build(keys)).toBe(keys.length);
      expect(answered(folder)).toEqual(
        answersOfThese(
          keys.map((key) => makeDocument(key)),
          createPartMaker,
        ),
      );
    },
  );

  it.each(PAGES_LEFT)(
    'with %i pages left an index keeps what it acknowledged, answers, and takes updates later',
    async (pages) => {
      const folder = place('index');
      buildIndex(folder, SETTINGS, createPartMaker).finish();
      const expected = new SegmentedIndex(createPartMaker(SETTINGS));
      const writer = openIndexWriter(folder, createPartMaker, { maxHead: 12 });
      for (let n = 1; n <= 4; n++) writer.apply(update(n));
      disk!.leavePages(pages);
      const done = 4 + (await untilRefused((n) => writer.apply(update(4 + n))));
      for (let n = 1; n <= done; n++) expected.apply(update(n));
      expect(answersOf(writer.index)).toEqual(answersOf(expected));
      await writer.close();
      expect(answered(folder)).toEqual(answersOf(expected));
      // Whether there is room for a lock, nobody knows; what there is not is a lock that stays.
      await codeOf(async () => await openIndexWriter(folder, createPartMaker).close());
      disk!.free();
      const again = openIndexWriter(folder, createPartMaker, { maxHead: 12 });
      for (let n = done + 1; n <= done + 5; n++) {
        again.apply(update(n));
        expected.apply(update(n));
      }
      await again.close();
      expect(answered(folder)).toEqual(answersOf(expected));
      expect(verifyIndex(folder, createPartMaker).problems).toEqual([]);
    },
  );

  it.each(PAGES_LEFT)('with %i pages left the session log keeps every event that it took', async (pages) => {
    const path = place('log.jsonl');
    const log = openSessionLog({ path });
    log.sink(event(0));
    disk!.leavePages(pages);
    const taken = await untilRefused((n) => log.sink(event(n)));
    disk!.free();
    log.sink(event(taken + 1));
    const { events } = await readSessionLog(path);
    expect(events.map(({ session }) => session)).toEqual(Array.from({ length: taken + 2 }, (_, n) => sessionOf(n)));
  });

  it.each([true, false])('the audit log keeps every record that it took, synced or not (%s)', async (sync) => {
    for (const pages of PAGES_LEFT) {
      const path = place(`audit-${pages}.jsonl`);
      const append = lineAppender(path, sync);
      const record = (n: number): string => JSON.stringify({ n, text: 'x'.repeat(3_000) });
      append(record(0));
      disk!.leavePages(pages);
      let taken = 0;
      expect(() => {
        for (;;) {
          append(record(taken + 1));
          taken++;
        }
      }).toThrow(/ENOSPC/);
      disk!.free();
      append(record(taken + 1));
      const whole = readFileSync(path, 'utf8').split('\n').flatMap(numberIn);
      expect(whole).toEqual(Array.from({ length: taken + 2 }, (_, n) => n));
    }
  });

  it.each(PAGES_LEFT)('with %i pages left the file of keys stays as it was, and takes one later', async (pages) => {
    const path = place('keys/keys.json');
    mkdirSync(place('keys'));
    const book = new KeyBook(path);
    const grant = { may: ['use'] } as const;
    const names = ['first'];
    book.create({ name: 'first', grant });
    disk!.leavePages(pages);
    const made = await untilRefused((n) => book.create({ name: `${'n'.repeat(1_500)}-${n}`, grant }));
    for (let n = 1; n <= made; n++) names.push(`${'n'.repeat(1_500)}-${n}`);
    expect(new KeyBook(path).list().map(({ name }) => name)).toEqual(names);
    expect(readdirSync(place('keys'))).toEqual(['keys.json']);
    disk!.free();
    book.create({ name: 'later', grant });
    expect(new KeyBook(path).list().map(({ name }) => name)).toEqual([...names, 'later']);
  });

  it.each(PAGES_LEFT)('with %i pages left a sign-in is kept as a whole or not at all', async (pages) => {
    const folder = place('secrets');
    const owner = (n: number): SignInOwner => ({ user: `u${n}`, server: 'wiki', url: 'https://wiki.example/mcp' });
    const token = (n: number): string => `${n}-${'t'.repeat(5_000)}`;
    const keep = (n: number) =>
      createSignInFiles(folder, undefined).change(owner(n), async () => ({
        tokens: { access_token: token(n), token_type: 'Bearer' },
      }));
    disk!.leavePages(pages);
    const kept = await untilRefused(keep);
    // One that is there is not lost when its successor finds no room.
    if (kept > 0) expect(await codeOf(() => keep(1))).toBe('FILE_NOT_WRITTEN');
    disk!.free();
    await keep(kept + 1);
    for (let n = 1; n <= kept + 1; n++) {
      const read = await createSignInFiles(folder, undefined).read(owner(n));
      expect(read?.tokens?.access_token).toBe(token(n));
    }
    expect(readdirSync(folder).filter((name) => !/\.sealed$|^key$/.test(name))).toEqual([]);
  });

  it.each(PAGES_LEFT)('with %i pages left the state of sessions is kept as a whole or as it was', async (pages) => {
    const folder = place('state');
    const store = createFileStateStore(folder);
    const value = (n: number): string => `${n}-${'v'.repeat(9_000)}`;
    await store.set('first', value(0));
    disk!.leavePages(pages);
    const kept = await untilRefused((n) => store.set(`k${n}`, value(n)));
    expect(await codeOf(() => store.set('first', value(1)))).toBe('FILE_NOT_WRITTEN');
    expect(await store.get('first')).toBe(value(0));
    disk!.free();
    await store.set('later', 'x');
    const fresh = createFileStateStore(folder);
    for (let n = 1; n <= kept; n++) expect(await fresh.get(`k${n}`)).toBe(value(n));
    expect(await fresh.get('first')).toBe(value(0));
    expect((await fresh.list('')).length).toBe(kept + 2);
  });
});

function answered(folder: string): unknown {
  const reader = openIndexReader(folder, createPartMaker);
  try {
    return answersOf(reader.index satisfies EngineIndex);
  } finally {
    reader.close();
  }
}

const sessionOf = (n: number): string => `${n}-${'s'.repeat(1_500)}`;
const event = (n: number): TelemetryEvent => ({
  v: 1,
  at: '2026-11-30T12:00:00.000Z',
  session: sessionOf(n),
  type: 'describe',
  tools: ['a'],
  bytes: 1,
  ms: 1,
});

/** The number of a record; nothing for a line that was cut off. */
function numberIn(line: string): readonly number[] {
  try {
    return [(JSON.parse(line) as { n: number }).n];
  } catch {
    return [];
  }
}
