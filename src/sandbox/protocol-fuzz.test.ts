import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Child, type ChildOptions, startChild } from './child-process.ts';
import { readChildProgram } from './child-program.ts';
import { encodeFrame, FrameDecoder, FrameError, NONCE_LENGTH } from './frames.ts';
import { resolveLimits } from './limits.ts';
import { readChildMessage } from './messages.ts';
import { permissionFlag } from './permission-mode.ts';
import { SnippetRun } from './snippet-run.ts';
import type { CodeResult, SandboxHost } from './types.ts';

/**
 * Ten thousand frames in all with `TOOLSCOUT_FUZZ=full`; a sample otherwise. A failure prints its seed, and
 * `TOOLSCOUT_FUZZ_SEED` runs it again.
 */
const FULL = process.env.TOOLSCOUT_FUZZ === 'full';
const SEED = Number(process.env.TOOLSCOUT_FUZZ_SEED ?? Date.now() % 2 ** 31);
const FRAMES_A_RUN = 100;
const RUNS = FULL ? 100 : 8;
const PATIENCE_MS = process.env.TOOLSCOUT_FUZZ === 'full' ? 7_200_000 : 600_000;

/** What stands in the place of the child: it waits for its snippet and writes the bytes that the snippet is. */
const HOSTILE_CHILD = `
exports.start = ({ nonce, rest }) => {
  const body = Buffer.from(nonce + '{"type":"ready"}');
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  process.stdout.write(Buffer.concat([head, body]));
  let held = rest;
  const read = (chunk) => {
    held = Buffer.concat([held, chunk]);
    if (held.length < 4 || held.length < 4 + held.readUInt32BE(0)) return;
    process.stdin.off('data', read).on('data', () => {});
    const { code } = JSON.parse(held.toString('utf8', 4 + ${NONCE_LENGTH}, 4 + held.readUInt32BE(0)));
    process.stdout.write(Buffer.from(code, 'base64'));
  };
  process.stdin.on('data', read);
  if (rest.length > 0) read(Buffer.alloc(0));
};`;

async function optionsOf(program: string): Promise<ChildOptions> {
  const flag = await permissionFlag(process.execPath);
  return {
    nodePath: process.execPath,
    permissionFlag: flag!,
    program,
    innerWall: 'quickjs',
    temporaryFolder: undefined,
  };
}

/** Anything at all, or nearly a message. */
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(-1, 1e300, '__proto__', 'then', null, [], {}));
const id = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }) }, { weight: 1, arbitrary: odd });
const json = fc.oneof(
  fc.json(),
  fc.string(),
  fc.constantFrom(
    '[]',
    '["t",{}]',
    '[{"id":"t"}]',
    '['.repeat(200),
    '[1e400]',
    '[123456789012345678901234567890]',
    '{"__proto__":{"polluted":1}}',
  ),
);
const text = fc.oneof({ weight: 6, arbitrary: json }, { weight: 1, arbitrary: odd });
const likely = fc.oneof(
  fc.record({ type: fc.constant('request'), id, operation: fc.constantFrom('search', 'describe', 'call'), text: json }),
  fc.record({
    type: fc.constant('log'),
    level: fc.constantFrom('log', 'warn', 'error'),
    text: fc.string({ maxLength: 400 }),
  }),
  fc.record({ type: fc.constantFrom('pong', 'logs-cut') }),
);
const unlikely = fc.oneof(
  fc.record({
    type: fc.constantFrom('ready', 'request', 'log', 'done', 'run', 'answer', 'x'),
    id,
    operation: odd,
    text,
    level: odd,
  }),
  fc.record({
    type: fc.constant('done'),
    end: fc.constantFrom('value', 'error', 'x'),
    text,
    returned: odd,
    kind: odd,
    error: odd,
    memoryBytes: odd,
  }),
  odd,
);
const message = fc.oneof({ weight: 60, arbitrary: likely }, { weight: 1, arbitrary: unlikely });

/** A frame as the nonce makes it, or with something wrong in it. */
type Framing = 'right' | 'nonce' | 'length' | 'cut' | 'json';
const framing = fc.oneof<fc.WeightedArbitrary<Framing>[]>(
  { weight: 200, arbitrary: fc.constant('right') },
  { weight: 1, arbitrary: fc.constantFrom<Framing>('nonce', 'length', 'cut', 'json') },
);

function toBytes(nonce: string, one: unknown, how: Framing): Buffer {
  const frame = encodeFrame(
    how === 'nonce' ? nonce.replace(/./, (digit) => (digit === 'f' ? '0' : 'f')) : nonce,
    one ?? null,
  );
  if (how === 'length') frame.writeUInt32BE((frame.readUInt32BE(0) * 7919) >>> 0, 0);
  if (how === 'json') frame[frame.length - 1] = 0x7b;
  return how === 'cut' ? frame.subarray(0, frame.length >> 1) : frame;
}

const host: SandboxHost = {
  search: async (args) => ({ args }),
  describe: async () => {
    throw new TypeError('described');
  },
  call: async (args) => args,
};

/** Runs these bytes as all that a child ever says. */
async function hear(
  frames: (nonce: string) => Buffer,
): Promise<{ readonly result: CodeResult; readonly child: Child }> {
  const child = await startChild(await optionsOf(HOSTILE_CHILD));
  const request = { code: frames(child.nonce).toString('base64'), host };
  const limits = resolveLimits({ timeoutMs: 300, settleMs: 50 });
  const { result } = new SnippetRun({ child, request, runId: 'fuzz', limits, waitedForChildMs: 0 });
  return { result: await result, child };
}

describe(`the pipe between parent and child (seed ${SEED})`, () => {
  it('gives messages or an end, whatever frames come, in whatever pieces', () => {
    const nonce = 'a'.repeat(NONCE_LENGTH);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(message, framing), { maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        (all, piece) => {
          const bytes = Buffer.concat(all.map(([one, how]) => toBytes(nonce, one, how)));
          const decoder = new FrameDecoder(nonce, 1_000_000);
          try {
            for (let at = 0; at < bytes.length; at += piece) {
              for (const one of decoder.push(bytes.subarray(at, at + piece))) readChildMessage(one);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError);
          }
        },
      ),
      { numRuns: FULL ? 1_000 : 200, seed: SEED },
    );
  });

  it('lets a child say what it wants: the run ends as something, in time, and nothing is left', {
    timeout: PATIENCE_MS,
  }, async () => {
    const sequence = fc.array(fc.tuple(message, framing), { minLength: FRAMES_A_RUN, maxLength: FRAMES_A_RUN });
    await fc.assert(
      fc.asyncProperty(sequence, fc.boolean(), async (all, ends) => {
        const last = { type: 'done', end: 'value', text: '7', returned: true, memoryBytes: 0 };
        const { result, child } = await hear((nonce) =>
          Buffer.concat([
            ...all.map(([one, how]) => toBytes(nonce, one, how)),
            ...(ends ? [encodeFrame(nonce, last)] : []),
          ]),
        );
        await child.gone;
        expect(typeof result.ok).toBe('boolean');
        if (!result.ok)
          expect(['sandbox', 'timeout', 'limit', 'value', 'thrown', 'syntax', 'memory', 'stuck']).toContain(
            result.error.kind,
          );
        expect(result.calls.length).toBeLessThanOrEqual(100);
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('lets a parent say what it wants: the child answers or ends', { timeout: PATIENCE_MS }, async () => {
    const program = await readChildProgram();
    const parentMessage = fc.oneof(
      fc.record({ type: fc.constant('answer'), id, ok: fc.boolean(), text }),
      fc.record({ type: fc.constantFrom('ping', 'run', 'answer', 'x'), id: odd, ok: odd, text: odd, code: odd }),
      odd,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(parentMessage, { maxLength: FRAMES_A_RUN }), async (all) => {
        const child = await startChild(await optionsOf(program));
        const answered = new Promise<string>((resolve) => {
          child.listen({ message: ({ type }) => type === 'pong' && resolve(type), end: () => resolve('ended') });
        });
        for (const one of all) child.send(one as never);
        child.send({ type: 'ping' });
        expect(['pong', 'ended']).toContain(await answered);
        child.kill();
        await child.gone;
      }),
      { numRuns: FULL ? 40 : 4, seed: SEED },
    );
  });
});
