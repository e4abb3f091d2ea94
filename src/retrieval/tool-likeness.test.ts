import { describe, expect, it } from 'vitest';
import { buildVectorIndex, type Embedder } from '../engine/index.ts';
import { LIKENESS_MODELS } from './likeness-model.ts';
import { createTestEmbedder } from './test-embedder.ts';
import { deepLikeness, likenessJudge, nearness } from './tool-likeness.ts';

const indexOf = (...vectors: number[][]) =>
  buildVectorIndex(
    vectors.map((vector) => Float32Array.from(vector)),
    2,
  );

/** As the built-in table, with requests of its own. */
const withLandmarks = (landmarks: Embedder['landmarks']): Embedder => ({
  ...createTestEmbedder(LIKENESS_MODELS.static.tier),
  dimensions: 2,
  ...(landmarks === undefined ? {} : { landmarks }),
});

describe('how near the nearest requests are', () => {
  it('is the mean of the five highest cosines', () => {
    expect(nearness(Float32Array.of(0.1, 0.9, 0.5, 0.2, 0.7, 0.3, 0.6))).toBeCloseTo(0.6, 6);
  });

  it('leaves the request itself out', () => {
    expect(nearness(Float32Array.of(0.1, 0.9, 0.5, 0.2, 0.7, 0.3, 0.6), 1)).toBeCloseTo(0.46, 6);
  });
});

describe('how much a request is like what tools do', () => {
  it('falls the nearer known requests are that no tool does, and rises with those that some does', async () => {
    const judge = await likenessJudge(withLandmarks(async () => ({ noTool: indexOf([0, 1]), tool: indexOf([1, 0]) })));
    const [tool, between, far] = [
      judge(Float32Array.of(1, 0)),
      judge(Float32Array.of(0.6, 0.8)),
      judge(Float32Array.of(0, 1)),
    ];
    expect(tool).toBeGreaterThan(between!);
    expect(between).toBeGreaterThan(far!);
  });

  it('says nothing where the table has no requests to compare with', async () => {
    expect((await likenessJudge(withLandmarks(undefined)))(Float32Array.of(1, 0))).toBe(0);
  });

  it('passes on why they cannot be read', async () => {
    const broken = withLandmarks(() => Promise.reject(new RangeError('torn')));
    await expect(likenessJudge(broken)).rejects.toThrow('torn');
  });

  it('says nothing for the vectors of other models', async () => {
    const { tier, weights } = LIKENESS_MODELS.deep;
    const vector = new Float32Array(weights.length).fill(1);
    expect(deepLikeness(tier, vector)).not.toBe(0);
    expect(deepLikeness('other', vector)).toBe(0);
    expect(deepLikeness(tier, vector.subarray(1))).toBe(0);
    const other = createTestEmbedder();
    expect((await likenessJudge(other))(vector)).toBe(0);
  });
});
