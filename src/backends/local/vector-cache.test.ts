import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quantise } from '../../engine/index.ts';
import { withVectorCache } from './cached-embedder.ts';
import { VectorCache } from './vector-cache.ts';
import { recordBytes, storedScale } from './vector-records.ts';

const DIMENSIONS = 6;
let folder: string;
let warnings: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vector-cache-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (maxBytes?: number): VectorCache =>
  new VectorCache(folder, 'test@1', DIMENSIONS, {
    warn: (message) => warnings.push(message),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  });
const file = (): string => join(folder, 'test@1.vectors');
const keyOf = (i: number): string => VectorCache.keyOf('test@1', `text ${i}`);
const record = (i: number) => {
  const { values, scale } = quantise(Float32Array.from({ length: DIMENSIONS }, (_, j) => Math.sin(i * 7 + j)));
  return { key: keyOf(i), vector: { values, scale: storedScale(scale) } };
};
const held = (cache: VectorCache, count: number): number[] =>
  Array.from({ length: count }, (_, i) => i).filter((i) => cache.get(keyOf(i)) !== undefined);

describe('the vector cache', () => {
  it('gives back in a later process what was added, bit by bit', () => {
    open().add([record(0), record(1)]);
    const later = open();
    expect(later.get(keyOf(0))).toEqual(record(0).vector);
    expect(later.get(keyOf(1))).toEqual(record(1).vector);
    expect(later.get(keyOf(2))).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('tells embedders and texts apart', () => {
    const keys = [VectorCache.keyOf('a@1', 'x'), VectorCache.keyOf('a@2', 'x'), VectorCache.keyOf('a@1', 'y')];
    expect(new Set(keys).size).toBe(3);
  });

  it('is readable by its owner only', () => {
    if (process.platform === 'win32') return;
    open().add([record(0)]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a torn last record', (path: string) => truncateSync(path, 2 * recordBytes(DIMENSIONS) + 9), [0, 1]],
    ['a flipped bit', (path: string) => flip(path, recordBytes(DIMENSIONS) + 30), [0, 2]],
    ['a length that lies', (path: string) => flip(path, recordBytes(DIMENSIONS) + 5), [0, 2]],
    ['nothing but other bytes', (path: string) => writeFileSync(path, 'this is no cache'.repeat(20)), []],
  ])('keeps what is whole beside %s, says so, and mends the file', (_, damage, whole) => {
    open().add([record(0), record(1), record(2)]);
    damage(file());
    expect(held(open(), 3)).toEqual(whole);
    expect(warnings).toEqual([expect.stringContaining('damaged')]);
    const mended = open();
    expect(held(mended, 3)).toEqual(whole);
    mended.add([record(7)]);
    expect(open().get(keyOf(7))).toEqual(record(7).vector);
    expect(warnings).toHaveLength(1);
  });

  it('stays below its bound and keeps the newest', () => {
    const bytes = recordBytes(DIMENSIONS);
    const cache = open(10 * bytes);
    for (let i = 0; i < 25; i++) cache.add([record(i)]);
    expect(statSync(file()).size).toBeLessThanOrEqual(10 * bytes);
    const kept = held(open(), 25);
    expect(kept.length).toBeGreaterThanOrEqual(5);
    expect(kept.at(-1)).toBe(24);
  });

  it('works without a disk that can be written, and says so once', () => {
    if (process.platform === 'win32' || process.getuid?.() === 0) {
      // Modes do not stop root; a file in place of the folder does.
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    } else chmodSync(folder, 0o500);
    const cache = open();
    cache.add([record(0)]);
    cache.add([record(1)]);
    expect(held(cache, 2)).toEqual([0, 1]);
    expect(warnings.filter((message) => message.includes('written'))).toHaveLength(1);
  });

  it('is shared by processes that write at the same time', async () => {
    const script = `
      import { VectorCache } from ${JSON.stringify(new URL('./vector-cache.ts', import.meta.url).href)};
      const [folder, from] = process.argv.slice(1);
      const cache = new VectorCache(folder, 'test@1', ${DIMENSIONS}, { warn: (message) => { throw new Error(message); } });
      for (let i = +from; i < +from + 200; i++) {
        cache.add([{ key: VectorCache.keyOf('test@1', 'text ' + i), vector: { scale: 0.5, values: new Int8Array(${DIMENSIONS}).fill(i) } }]);
      }`;
    const run = promisify(execFile);
    const start = (from: number) =>
      run(process.execPath, ['--input-type=module', '--eval', script, folder, String(from)]);
    await Promise.all([start(0), start(200), start(400)]);
    expect(held(open(), 600)).toHaveLength(600);
    expect(warnings).toEqual([]);
  });
});

describe('an embedder with a cache', () => {
  const counting = () => {
    const texts: string[] = [];
    return {
      texts,
      id: 'test@1',
      dimensions: DIMENSIONS,
      embed: async (some: readonly string[]) => {
        texts.push(...some);
        return some.map((text) => Float32Array.from({ length: DIMENSIONS }, (_, j) => Math.sin(text.length + j)));
      },
    };
  };

  it('embeds a document once for all processes, and gives the same vector cold, warm and without a cache', async () => {
    const embedders = [counting(), counting(), counting()] as const;
    const asked = ['a', 'bb', 'a'];
    const cold = await withVectorCache(embedders[0], open()).embed(asked, 'document');
    const warm = await withVectorCache(embedders[1], open()).embed(asked, 'document');
    const without = await withVectorCache(embedders[2], undefined).embed(asked, 'document');
    expect(embedders.map(({ texts }) => texts)).toEqual([['a', 'bb'], [], ['a', 'bb']]);
    expect(warm).toEqual(cold);
    expect(without).toEqual(cold);
  });

  it('leaves requests alone', async () => {
    const embedder = counting();
    const cached = withVectorCache(embedder, open());
    const vectors = [await cached.embed(['a'], 'query'), await cached.embed(['a'], 'query')];
    expect(embedder.texts).toEqual(['a', 'a']);
    expect(vectors[0]).toEqual(await embedder.embed(['a']));
  });
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = bytes[at]! ^ 0x10;
  writeFileSync(path, bytes);
}
