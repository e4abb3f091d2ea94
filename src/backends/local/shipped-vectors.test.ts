import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quantise } from '../../engine/index.ts';
import { withVectorCache } from './cached-embedder.ts';
import { readShippedVectors } from './shipped-vectors.ts';
import { VectorCache } from './vector-cache.ts';
import { storedScale, writeRecord } from './vector-records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shipped-vectors-'));
  mkdirSync(join(folder, 'packs/known-servers'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"toolscout"}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILE = 'packs/known-servers/deep-45k-384.vectors';
const recordOf = (text: string): Buffer => {
  const { values, scale } = quantise(Float32Array.of(0.6, 0.8));
  return writeRecord({ key: VectorCache.keyOf('deep@1', text), vector: { values, scale: storedScale(scale) } });
};
const read = () => {
  const warnings: string[] = [];
  return { known: readShippedVectors(2, (message) => warnings.push(message), folder), warnings };
};

describe('vectors that come with the package', () => {
  it('are taken in place of embedding, and of that model only', async () => {
    writeFileSync(join(folder, FILE), recordOf('find a flight'));
    const { known, warnings } = read();
    const asked: string[] = [];
    const embedderOf = (id: string) =>
      withVectorCache(
        {
          id,
          dimensions: 2,
          embed: async (texts) => {
            asked.push(...texts);
            return texts.map(() => Float32Array.of(1, 0));
          },
        },
        undefined,
        () => known,
      );
    const [flight, other] = await embedderOf('deep@1').embed(['find a flight', 'other'], 'document');
    expect(flight![0]).toBeCloseTo(0.6, 2);
    expect(other![0]).toBeCloseTo(1, 6);
    await embedderOf('deep@2').embed(['find a flight'], 'document');
    expect(asked).toEqual(['other', 'find a flight']);
    expect(warnings).toEqual([]);
  });

  it('are none where the package lacks the file', () => {
    const { known, warnings } = read();
    expect([known.size, warnings]).toEqual([0, []]);
  });

  it('are those that are whole where the file is damaged, and that is told', () => {
    const bytes = Buffer.concat([recordOf('one'), recordOf('two')]);
    bytes[10]! ^= 1;
    writeFileSync(join(folder, FILE), bytes);
    const { known, warnings } = read();
    expect([...known.keys()]).toEqual([VectorCache.keyOf('deep@1', 'two')]);
    expect(warnings).toEqual([expect.stringContaining(`${FILE} is damaged`)]);
  });
});
