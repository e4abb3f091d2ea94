import { describe, expect, it } from 'vitest';
import { LIKENESS_MODELS } from './likeness-model.ts';
import { NO_TOOL_REQUESTS, TOOL_REQUESTS } from './likeness-texts.ts';
import { createTestEmbedder } from './test-embedder.ts';
import { deepLikeness, likenessEvidence, likenessJudge } from './tool-likeness.ts';

describe('how much a request is like what tools do', () => {
  it('is that of the nearest known requests, the asked one itself left out', () => {
    const cosines = new Float32Array(NO_TOOL_REQUESTS.length + TOOL_REQUESTS.length);
    cosines.set([1, 0.6, 0.3, 0.3], 0);
    cosines.set([0.3, 0.2, 0.1], NO_TOOL_REQUESTS.length);
    const [far, near] = likenessEvidence(cosines, 0);
    expect(far).toBeCloseTo(0.4, 6);
    expect(near).toBeCloseTo(0.2, 6);
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
