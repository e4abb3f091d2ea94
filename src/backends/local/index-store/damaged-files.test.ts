import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPartMaker, type SegmentDocument } from '../../../engine/index.ts';
import { buildIndex } from './build-index.ts';
import { answersOf, answersOfThese } from './compare-indexes.ts';
import { openIndexReader } from './index-reader.ts';
import { openIndexWriter } from './index-writer.ts';
import { repairIndex } from './repair-index.ts';
import { makeDocument, put, SETTINGS } from './test-index.ts';
import { verifyIndex } from './verify-index.ts';

/** As many as the issue asks for with PROOF=1, a sample otherwise. */
const RUNS = process.env.PROOF === '1' ? 1_000 : 200;

const KEYS = Array.from({ length: 30 }, (_, i) => `server.tool-${i}`);

let folder: string;
/** Every file as it was written. */
let sound: ReadonlyMap<string, Buffer>;
let answers: unknown;
const model = new Map<string, SegmentDocument>(KEYS.map((key) => [key, makeDocument(key)]));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolscout-damage-'));
  const build = buildIndex(folder, SETTINGS, createPartMaker, { segmentDocuments: 16 });
  for (const document of model.values()) build.add(document);
  build.finish();
  // One seal, which writes down what was replaced and removed, and two updates in the log.
  const writer = openIndexWriter(folder, createPartMaker, { maxHead: 2 });
  writer.apply([put('server.tool-1', 2), put('server.tool-20', 2), put('new'), { op: 'remove', key: 'server.tool-2' }]);
  writer.apply([put('logged')]);
  writer.apply([put('server.tool-3', 2), { op: 'remove', key: 'server.tool-4' }]);
  for (const [key, version] of [
    ['server.tool-1', 2],
    ['server.tool-20', 2],
    ['new', 1],
    ['logged', 1],
    ['server.tool-3', 2],
  ] as const) {
    model.set(key, makeDocument(key, version));
  }
  model.delete('server.tool-2');
  model.delete('server.tool-4');
  answers = answersOf(writer.index);
  expect(answersOf(writer.index)).toEqual(answersOfThese(model.values(), createPartMaker));
  await writer.close();
  sound = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [name, content] of sound) writeFileSync(join(folder, name), content);
});

function file(pattern: RegExp): string {
  return [...sound.keys()].find((name) => pattern.test(name))!;
}

function damage(name: string, at: number, bit = 0): void {
  const content = Buffer.from(readFileSync(join(folder, name)));
  content[at]! ^= 1 << bit;
  writeFileSync(join(folder, name), content);
}

function openAndAnswer(): unknown {
  const reader = openIndexReader(folder, createPartMaker);
  try {
    return answersOf(reader.index);
  } finally {
    reader.close();
  }
}

describe('a damaged index', () => {
  it('answers rightly or fails with a code, whichever bit was flipped and wherever a file was cut off', () => {
    const names = [...sound.keys()].filter((name) => name !== 'manifest.copy.json');
    const property = fc.property(
      fc.constantFrom(...names),
      fc.nat(),
      fc.nat(7),
      fc.boolean(),
      (name, place, bit, cut) => {
        const content = sound.get(name)!;
        // A log that is cut off is one whose last update was never acknowledged.
        fc.pre(content.length > 0 && !(cut && name.startsWith('log')));
        const at = place % content.length;
        if (cut) writeFileSync(join(folder, name), content.subarray(0, at));
        else damage(name, at, bit);
        try {
          expect(openAndAnswer()).toEqual(answers);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^INDEX_(DAMAGED|FOREIGN|VERSION)$/) });
        }
        writeFileSync(join(folder, name), content);
      },
    );
    fc.assert(property, { numRuns: RUNS });
  });

  it('names the document that a search cannot show, and its file', () => {
    const name = file(/\.documents$/);
    damage(name, 48);
    expect(openAndAnswer).toThrow(
      expect.objectContaining({
        code: 'INDEX_DAMAGED',
        details: { file: name, at: 0, key: expect.stringMatching(/^(server|logged)/) },
        message: expect.stringContaining(name),
      }),
    );
  });

  it('is found by verify, which names the file', () => {
    expect(verifyIndex(folder, createPartMaker)).toMatchObject({ ok: true, problems: [] });
    for (const pattern of [/\.image$/, /\.documents$/, /^removed/, /^log/, /^manifest\.json/]) {
      const name = file(pattern);
      const content = sound.get(name)!;
      damage(name, content.length >> 1);
      const { ok, problems } = verifyIndex(folder, createPartMaker);
      expect({ name, ok, problems }).toMatchObject({
        ok: false,
        problems: [{ code: expect.stringMatching(/^INDEX_/) }],
      });
      writeFileSync(join(folder, name), content);
    }
    rmSync(join(folder, file(/\.documents$/)));
    expect(verifyIndex(folder, createPartMaker).ok).toBe(false);
  });
});

describe('repair', () => {
  it('does nothing to a sound index', () => {
    expect(repairIndex(folder, createPartMaker)).toMatchObject({ done: [], lost: [], kept: [], documents: model.size });
    expect(openAndAnswer()).toEqual(answers);
  });

  it('builds images again of their documents, and takes the manifest from its copy, without loss', () => {
    for (const name of sound.keys()) if (/\.image$|^manifest\.json/.test(name)) damage(name, 200, 3);
    const report = repairIndex(folder, createPartMaker);
    expect(report).toMatchObject({ lost: [], documents: model.size });
    expect(report.done).toHaveLength(4);
    expect(openAndAnswer()).toEqual(answers);
    expect(verifyIndex(folder, createPartMaker).ok).toBe(true);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([...report.kept]));
    expect(report.kept).toHaveLength(4);
    for (const name of report.kept) expect(name).toMatch(/(?:\.image|^manifest\.json)\.damaged$/);
  });

  it('names the documents that are lost and keeps the others', () => {
    const name = file(/-000001\.documents$/);
    const at = sound.get(name)!.indexOf('server.tool-5@1');
    damage(name, at);
    const report = repairIndex(folder, createPartMaker);
    expect(report.lost).toEqual([expect.stringContaining('1 document of segment-000001: "server.tool-5"')]);
    expect(report.kept).toEqual([`${name}.damaged`]);
    const rest = [...model.values()].filter(({ key }) => key !== 'server.tool-5');
    const reader = openIndexReader(folder, createPartMaker);
    expect(answersOf(reader.index)).toEqual(answersOfThese(rest, createPartMaker));
    reader.close();
  });

  it('keeps every update of a log but the damaged one, and says so', () => {
    const name = file(/^log/);
    damage(name, 60);
    const report = repairIndex(folder, createPartMaker);
    expect(report.lost).toEqual([expect.stringContaining('of the log')]);
    const reader = openIndexReader(folder, createPartMaker);
    expect(answersOf(reader.index)).toEqual(
      answersOfThese(
        [...model.values()].filter(({ key }) => key !== 'logged'),
        createPartMaker,
      ),
    );
    reader.close();
  });

  it('says which documents may be back where it is not known any more what was removed', () => {
    damage(file(/^removed/), 129);
    const report = repairIndex(folder, createPartMaker);
    expect(report.lost).toEqual([expect.stringContaining('may be back')]);
    const reader = openIndexReader(folder, createPartMaker);
    // What was replaced is known by its newer version; what was only removed is not.
    const back = ['server.tool-2']
      .filter((key) => reader.index.find(key) !== undefined)
      .map((key) => makeDocument(key));
    expect(answersOf(reader.index)).toEqual(answersOfThese([...model.values(), ...back], createPartMaker));
    reader.close();
  });

  it('gives up where neither manifest can be read', () => {
    damage('manifest.json', 100);
    damage('manifest.copy.json', 100);
    expect(() => repairIndex(folder, createPartMaker)).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
  });
});
