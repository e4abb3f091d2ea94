import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameDecoder, FrameError } from './frames.ts';

const NONCE = 'ab'.repeat(16);
const MAX = 10_000;

describe('frames', () => {
  it('give back every message, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), fc.array(fc.nat(40), { maxLength: 60 }), (sent, cuts) => {
        const decoder = new FrameDecoder(NONCE, 1_000_000);
        let rest = Buffer.concat(sent.map((message) => encodeFrame(NONCE, message)));
        const received: unknown[] = [];
        for (const cut of cuts) {
          received.push(...decoder.push(rest.subarray(0, cut)));
          rest = rest.subarray(cut);
        }
        received.push(...decoder.push(rest));
        expect(JSON.stringify(received)).toBe(JSON.stringify(sent));
      }),
    );
  });

  it.each([
    ['another nonce', encodeFrame('cd'.repeat(16), { type: 'done' })],
    ['no room for a nonce', Buffer.from([0, 0, 0, 3, 1, 2, 3])],
    ['a length above the bound', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['no JSON', Buffer.concat([Buffer.from([0, 0, 0, 34]), Buffer.from(`${NONCE}{"`)])],
  ])('with %s break the stream for good', (_what, bytes) => {
    const decoder = new FrameDecoder(NONCE, MAX);
    expect(() => decoder.push(bytes)).toThrow(FrameError);
    expect(() => decoder.push(encodeFrame(NONCE, 1))).toThrow(FrameError);
  });

  it('never do anything but message or error, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 6 }), (chunks) => {
        const decoder = new FrameDecoder(NONCE, MAX);
        for (const chunk of chunks) {
          try {
            // Without the nonce nothing is a message.
            expect(decoder.push(Buffer.from(chunk))).toEqual([]);
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
