import { describe, expect, it } from 'vitest';
import { writeModelFile } from './model-file.ts';
import { readRequestLandmarks, writeRequestLandmarks } from './request-landmarks.ts';

const HEAD = { id: 'requests@1', model: 'table@1', dimensions: 3 };
const FAR = [Float32Array.of(1, 0, 0), Float32Array.of(0, -0.6, 0.8)];
const TOOL = [Float32Array.of(0, 0, 1)];

describe('a file of known requests', () => {
  it('gives back the vectors of both kinds, to the rounding of int8', () => {
    const { noTool, tool } = readRequestLandmarks(writeRequestLandmarks(HEAD, { noTool: FAR, tool: TOOL }), 'table@1');
    expect([noTool.size, tool.size]).toEqual([2, 1]);
    const scores = noTool.scores(Float32Array.of(0.6, 0, 0.8));
    expect(scores[0]).toBeCloseTo(0.6, 2);
    expect(scores[1]).toBeCloseTo(0.64, 2);
    expect(tool.scores(TOOL[0]!)[0]).toBeCloseTo(1, 2);
  });

  it('is not taken for that of another model', () => {
    const bytes = writeRequestLandmarks(HEAD, { noTool: FAR, tool: TOOL });
    expect(() => readRequestLandmarks(bytes, 'table@2')).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID', message: expect.stringContaining('table@2') }),
    );
  });

  it('says so where a byte has changed', () => {
    const bytes = writeRequestLandmarks(HEAD, { noTool: FAR, tool: TOOL });
    bytes[bytes.length - 1]! ^= 1;
    expect(() => readRequestLandmarks(bytes, 'table@1')).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  });

  it.each([
    ['is of another kind', { kind: 'static-table', model: 'table@1', dimensions: 3 }, 3, 4],
    ['has no dimensions', { kind: 'request-landmarks', model: 'table@1' }, 3, 4],
    ['has half a scale', { kind: 'request-landmarks', model: 'table@1', dimensions: 3 }, 3, 2],
    ['has too few values for its scales', { kind: 'request-landmarks', model: 'table@1', dimensions: 3 }, 3, 8],
  ])('is refused where it %s', (_what, facts, values, scales) => {
    const sections = {
      noTool: new Uint8Array(values),
      'noTool-scales': new Uint8Array(scales),
      tool: new Uint8Array(0),
      'tool-scales': new Uint8Array(0),
    };
    expect(() => readRequestLandmarks(writeModelFile('x@1', facts, sections), 'table@1')).toThrow(
      expect.objectContaining({ code: 'MODEL_INVALID' }),
    );
  });
});
