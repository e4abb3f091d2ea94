import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPartMaker, type SegmentDocument } from '../../../engine/index.ts';
import { buildIndex } from './build-index.ts';
import { answersOf, answersOfThese } from './compare-indexes.ts';
import { openIndexReader } from './index-reader.ts';
import { indexStats } from './index-stats.ts';
import { openIndexWriter, type RunMerge } from './index-writer.ts';
import { mergeInWorker } from './merge-in-worker.ts';
import { migrateIndex } from './migrate-index.ts';
import type { MakeParts } from './snapshot.ts';
import { makeDocument, put, SETTINGS } from './test-index.ts';
import { verifyIndex } from './verify-index.ts';

const makeParts: MakeParts = createPartMaker;

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'toolscout-index-'));
  folder = join(parent, 'index');
  mkdirSync(folder);
});
afterEach(() => rmSync(parent, { recursive: true }));

function build(keys: readonly string[], segmentDocuments?: number): void {
  const started = buildIndex(folder, SETTINGS, makeParts, segmentDocuments === undefined ? {} : { segmentDocuments });
  for (const key of keys) started.add(makeDocument(key));
  expect(started.finish()).toBe(keys.length);
}

const KEYS = Array.from({ length: 40 }, (_, i) => `server.tool-${i}`);

describe('an index on disk', () => {
  it('answers as the same documents in memory do, in one segment or several', () => {
    for (const segmentDocuments of [100, 7]) {
      build(KEYS, segmentDocuments);
      const reader = openIndexReader(folder, makeParts);
      expect(reader.settings).toEqual(SETTINGS);
      expect(answersOf(reader.index)).toEqual(
        answersOfThese(
          KEYS.map((key) => makeDocument(key)),
          makeParts,
        ),
      );
      reader.close();
      expect(verifyIndex(folder, makeParts)).toMatchObject({ ok: true, documents: 40, problems: [] });
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.image'))).toHaveLength(6);
    expect(indexStats(folder)).toMatchObject({ version: 1, storedDocuments: 40, logBytes: 0 });
  });

  it('answers as a plain map does across updates, seals, merges and reopening', async () => {
    const key = fc.constantFrom(...KEYS.slice(0, 12));
    const step = fc.oneof(
      { weight: 8, arbitrary: fc.array(fc.tuple(key, fc.nat(3)), { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant('reopen' as const) },
      { weight: 1, arbitrary: fc.constant('settle' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        folder = mkdtempSync(join(parent, 'run-'));
        build(KEYS.slice(0, 5));
        const model = new Map<string, SegmentDocument>(KEYS.slice(0, 5).map((name) => [name, makeDocument(name)]));
        let writer = openIndexWriter(folder, makeParts, { maxHead: 3 });
        for (const each of steps) {
          if (each === 'settle') await writer.settle();
          else if (each === 'reopen') {
            await writer.close();
            writer = openIndexWriter(folder, makeParts, { maxHead: 3 });
          } else {
            // Version 0 stands for a removal.
            writer.apply(
              each.map(([name, version]) => (version === 0 ? { op: 'remove', key: name } : put(name, version))),
            );
            for (const [name, version] of each) {
              if (version === 0) model.delete(name);
              else model.set(name, makeDocument(name, version));
            }
          }
        }
        expect(answersOf(writer.index)).toEqual(answersOfThese(model.values(), makeParts));
        await writer.close();
        const reader = openIndexReader(folder, makeParts);
        expect(answersOf(reader.index)).toEqual(answersOfThese(model.values(), makeParts));
        reader.close();
        expect(verifyIndex(folder, makeParts).problems).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it('keeps what a reader has opened as it was, and takes in what is new when asked', async () => {
    build(KEYS);
    const reader = openIndexReader(folder, makeParts);
    const before = answersOf(reader.index);
    expect(reader.refresh()).toBe(false);
    const writer = openIndexWriter(folder, makeParts, { maxHead: 5 });
    for (const key of KEYS) writer.apply([put(key, 2)]);
    await writer.settle();
    expect(answersOf(reader.index)).toEqual(before);
    expect(reader.refresh()).toBe(true);
    expect(answersOf(reader.index)).toEqual(answersOf(writer.index));
    writer.apply([put('new')]);
    expect(reader.refresh()).toBe(true);
    expect(reader.index.find('new')).toBeDefined();
    await writer.close();
    reader.close();
  });

  it('merges on a thread while updates go on, and loses none of them', async () => {
    const keys = Array.from({ length: 2_400 }, (_, i) => `k${i}`);
    build(keys, 600);
    const model = new Map(keys.map((key) => [key, makeDocument(key)]));
    let started = 0;
    const runMerge: RunMerge = (job) => {
      started++;
      return mergeInWorker(job);
    };
    const writer = openIndexWriter(folder, makeParts, { runMerge, maxHead: 4 });
    // The first update finds four segments of one size; the others come while they are merged, seals included.
    for (let i = 0; i < 12; i++) {
      writer.apply([put(`k${i * 100}`, 2), { op: 'remove', key: `k${i * 100 + 1}` }, put(`new${i}`)]);
      model.set(`k${i * 100}`, makeDocument(`k${i * 100}`, 2)).set(`new${i}`, makeDocument(`new${i}`));
      model.delete(`k${i * 100 + 1}`);
    }
    await writer.settle();
    expect(started).toBeGreaterThan(0);
    expect(answersOf(writer.index)).toEqual(answersOfThese(model.values(), makeParts));
    await writer.close();
    expect(Math.max(...indexStats(folder).segments.map(({ documents }) => documents))).toBeGreaterThan(2_300);
    expect(verifyIndex(folder, makeParts).problems).toEqual([]);
    const reader = openIndexReader(folder, makeParts);
    expect(answersOf(reader.index)).toEqual(answersOfThese(model.values(), makeParts));
    reader.close();
  });

  it('stays as it is where a merge fails, and says so', async () => {
    build(KEYS, 7);
    const warnings: string[] = [];
    const warn = (message: string): void => void warnings.push(message);
    const write = (): number => {
      throw new Error('no space left on device');
    };
    const writer = openIndexWriter(folder, makeParts, { warn, write });
    await writer.settle();
    expect(warnings).toEqual([expect.stringContaining('were not merged')]);
    expect(answersOf(writer.index)).toEqual(
      answersOfThese(
        KEYS.map((key) => makeDocument(key)),
        makeParts,
      ),
    );
    await writer.close();
    expect(verifyIndex(folder, makeParts).ok).toBe(true);
  });

  it('skips what it knows already without writing', async () => {
    build(KEYS);
    const writer = openIndexWriter(folder, makeParts);
    expect(writer.apply(KEYS.map((key) => put(key)))).toEqual({ added: 0, replaced: 0, removed: 0, unchanged: 40 });
    expect(indexStats(folder).logBytes).toBe(0);
    await writer.close();
  });

  it('has one writer at a time, and names it to a second', async () => {
    build(KEYS);
    const writer = openIndexWriter(folder, makeParts);
    const named = expect.objectContaining({
      code: 'INDEX_LOCKED',
      details: expect.objectContaining({ pid: process.pid }),
    });
    expect(() => openIndexWriter(folder, makeParts)).toThrow(named);
    expect(() => buildIndex(folder, SETTINGS, makeParts)).toThrow(named);
    await writer.close();
    // A process that is long dead: this machine has no such number.
    writeFileSync(
      join(folder, 'writer.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: (await import('node:os')).hostname() }),
    );
    await openIndexWriter(folder, makeParts).close();
    writeFileSync(join(folder, 'writer.lock'), JSON.stringify({ pid: 1, host: 'elsewhere' }));
    expect(() => openIndexWriter(folder, makeParts)).toThrow(expect.objectContaining({ code: 'INDEX_LOCKED' }));
  });

  it('stays as it was where the disk is full, and goes on when there is room again', async () => {
    build(KEYS);
    let room = Infinity;
    const { writeSync } = await import('node:fs');
    const write = (fd: number, bytes: Uint8Array, offset: number, length: number): number => {
      if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      const written = writeSync(fd, bytes, offset, Math.min(length, room));
      room -= written;
      return written;
    };
    const warnings: string[] = [];
    const writer = openIndexWriter(folder, makeParts, { write, maxHead: 3, warn: (message) => warnings.push(message) });
    writer.apply([put('a')]);
    const before = answersOf(writer.index);
    room = 50;
    expect(() => writer.apply([put('b')])).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
    expect(answersOf(writer.index)).toEqual(before);
    // Room for the log, but not for the segment that becomes due.
    room = 2_000;
    writer.apply(['c', 'd', 'e'].map((key) => put(key)));
    expect(warnings).toEqual([expect.stringContaining('head')]);
    room = Infinity;
    writer.apply([put('f')]);
    await writer.close();
    const reader = openIndexReader(folder, makeParts);
    expect(answersOf(reader.index)).toEqual(
      answersOfThese(
        [...KEYS, 'a', 'c', 'd', 'e', 'f'].map((key) => makeDocument(key)),
        makeParts,
      ),
    );
    reader.close();
    room = 1_000;
    const failing = buildIndex(folder, SETTINGS, makeParts, { write });
    failing.add(makeDocument('z'));
    expect(() => failing.finish()).toThrow(expect.objectContaining({ code: 'FILE_NOT_WRITTEN' }));
    expect(openIndexReader(folder, makeParts).index.size).toBe(45);
  });

  it('refuses two documents with one key, also across segments, and leaves the old index', () => {
    build(KEYS);
    for (const segmentDocuments of [2, 100]) {
      const started = buildIndex(folder, SETTINGS, makeParts, { segmentDocuments });
      for (const key of ['a', 'b', 'c', 'a']) started.add(makeDocument(key));
      expect(() => started.finish()).toThrow(expect.objectContaining({ code: 'CATALOG_INVALID' }));
    }
    const reader = openIndexReader(folder, makeParts);
    expect(reader.index.size).toBe(40);
    reader.close();
  });

  it('tells a folder without an index and one of another version', () => {
    const foreign = expect.objectContaining({ code: 'INDEX_FOREIGN' });
    expect(() => openIndexReader(folder, makeParts)).toThrow(foreign);
    expect(() => openIndexWriter(join(folder, 'missing'), makeParts)).toThrow(foreign);
    expect(() => migrateIndex(folder)).toThrow(foreign);
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'manifest.json'), '{"name":"an app"}');
    expect(() => verifyIndex(join(folder, 'other'), makeParts)).toThrow(foreign);
    writeFileSync(join(folder, 'manifest.json'), '{"kind":"toolscout-index","version":7}');
    const version = expect.objectContaining({ code: 'INDEX_VERSION', details: { found: 7, known: 1 } });
    expect(() => openIndexReader(folder, makeParts)).toThrow(version);
    expect(() => migrateIndex(folder)).toThrow(version);
    build(KEYS);
    expect(migrateIndex(folder)).toEqual({ from: 1, to: 1 });
  });
});
