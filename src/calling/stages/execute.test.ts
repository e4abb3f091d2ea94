import { describe, expect, it, vi } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { CallClient, CallContext, RawToolResult } from '../types.ts';

const CATALOG = catalogOf(toolOf('job'));
const call = { reference: 'job', arguments: {} };
const never = new Promise<RawToolResult>(() => {});

describe('running a tool', () => {
  it('ends after silence, also where the tool does not hear the signal', async () => {
    const { path, sent } = watchedPath({ timeoutMs: 5, reply: () => never });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
      code: 'CALL_TIMEOUT',
      tool: 's1__job',
      ran: 'unknown',
    });
    expect(sent[0]!.context.signal?.aborted).toBe(true);
  });

  it.each<[unknown, string[]]>([
    [undefined, []],
    [null, []],
    ['done', ['done']],
    [[1, 2n], ['[1,2]']],
    [7, ['7']],
  ])('takes what code without types returns for a result: %s', async (value, texts) => {
    const after: unknown[] = [];
    const { path } = watchedPath({
      reply: async () => value as RawToolResult,
      hooks: [{ after: (_event, outcome) => void after.push(outcome.ok) }],
    });
    expect(await path.call(CATALOG, call)).toEqual({ content: texts.map((text) => ({ type: 'text', text })) });
    expect(after).toEqual([true]);
  });

  it('takes the tool’s own last word where it has one', async () => {
    const { path } = watchedPath({
      timeoutMs: 5,
      reply: (_tool, _args, { signal }: CallContext) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new ToolscoutError('CALL_FAILED', 'stopped at row 7')));
        }),
    });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ message: 'stopped at row 7' });
    const plain = watchedPath({
      timeoutMs: 5,
      reply: (_tool, _args, { signal }: CallContext) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    });
    expect(await plain.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'CALL_TIMEOUT' });
  });

  it('goes on as long as there is progress', async () => {
    vi.useFakeTimers();
    try {
      const seen: number[] = [];
      const { path } = watchedPath({
        timeoutMs: 100,
        reply: async (_tool, _args, { onProgress }: CallContext) => {
          for (let progress = 1; progress <= 4; progress++) {
            await new Promise((resolve) => setTimeout(resolve, 60));
            onProgress?.({ progress });
          }
          return never;
        },
      });
      const running = path.call(CATALOG, call, { onProgress: ({ progress }) => seen.push(progress) });
      const failed = running.catch(toCallFailure);
      await vi.advanceTimersByTimeAsync(4 * 60);
      expect(seen).toEqual([1, 2, 3, 4]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await failed).toMatchObject({ code: 'CALL_TIMEOUT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts no silence while the client is asked something', async () => {
    vi.useFakeTimers();
    try {
      let answer: (value: Record<string, unknown>) => void = () => {};
      const asked: unknown[] = [];
      const client: CallClient = {
        capabilities: { roots: {} },
        takesInputRequired: false,
        request: (method, params) => {
          asked.push([method, params]);
          return new Promise((resolve) => {
            answer = resolve;
          });
        },
        notify: () => {},
      };
      const { path, sent } = watchedPath({
        timeoutMs: 100,
        reply: async (_tool, _args, context: CallContext) => {
          await context.client?.request('roots/list', { a: 1 });
          return never;
        },
      });
      const failed = path.call(CATALOG, call, { client }).catch(toCallFailure);
      await vi.advanceTimersByTimeAsync(10_000);
      expect([asked, sent[0]!.context.signal?.aborted]).toEqual([[['roots/list', { a: 1 }]], false]);
      answer({});
      await vi.advanceTimersByTimeAsync(90);
      expect(sent[0]!.context.signal?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(200);
      expect(await failed).toMatchObject({ code: 'CALL_TIMEOUT' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves no timer behind, however it ended', async () => {
    vi.useFakeTimers();
    try {
      const { path } = watchedPath({ timeoutMs: 100 });
      await path.call(CATALOG, call, { onProgress: () => {} });
      expect(vi.getTimerCount()).toBe(0);
      const late: CallContext[] = [];
      const reporting = watchedPath({
        timeoutMs: 100,
        reply: async (_tool, _args, context: CallContext) => {
          late.push(context);
          return { content: [] };
        },
      });
      await reporting.path.call(CATALOG, call);
      late[0]?.onProgress?.({ progress: 1 });
      expect([vi.getTimerCount(), late[0]?.signal?.aborted]).toEqual([0, false]);
      const lost = watchedPath({ timeoutMs: 100, reply: () => never })
        .path.call(CATALOG, call)
        .catch(toCallFailure);
      await vi.advanceTimersByTimeAsync(250);
      expect(await lost).toMatchObject({ code: 'CALL_TIMEOUT', message: expect.stringContaining('0.1 s') });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes the silence allowed for this very tool', async () => {
    const { path, sent } = watchedPath({ timeoutMs: (tool) => (tool.originalName === 'job' ? 7_000 : undefined) });
    await path.call(CATALOG, call);
    expect(sent[0]!.context.timeoutMs).toBe(7_000);
  });

  it('ends when the caller gives up, and never begins when it gave up before', async () => {
    const controller = new AbortController();
    const { path, sent } = watchedPath({
      reply: () => {
        controller.abort();
        return never;
      },
    });
    expect(await path.call(CATALOG, call, { signal: controller.signal }).catch(toCallFailure)).toMatchObject({
      code: 'CALL_CANCELLED',
      ran: 'unknown',
    });
    expect(await path.call(CATALOG, call, { signal: controller.signal }).catch(toCallFailure)).toMatchObject({
      code: 'CALL_CANCELLED',
      ran: false,
    });
    expect(sent).toHaveLength(1);
  });

  it('may do with its arguments as it likes', async () => {
    const { path } = watchedPath({
      reply: async (_tool, args) => ({ content: [], ...Object.assign(args, { a: 1 }) }),
    });
    expect(await path.call(CATALOG, call)).toEqual({ content: [], a: 1 });
  });
});

describe('the stages of a call', () => {
  it('are told with the real tool, its end and its times', async () => {
    const { path, events } = watchedPath({ reply: { content: [], isError: true } });
    await path.call(CATALOG, call, { session: 'me', entrance: 'bridge' });
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1);
    expect(events.every(({ session, entrance }) => session === 'me' && entrance === 'bridge')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      stage: 'finished',
      end: 'tool-error',
      tool: { id: 'mcp:s1:job' },
      ran: true,
      resultBytes: 29,
      durationMs: expect.any(Number),
      executionMs: expect.any(Number),
    });
  });

  it('tell no size of a result that cannot be written', async () => {
    const circle: Record<string, unknown> = { content: [] };
    circle.self = circle;
    const { path, events } = watchedPath({ reply: circle });
    expect(await path.call(CATALOG, call)).toBe(circle);
    expect(events.at(-1)).toMatchObject({ stage: 'finished', end: 'ok' });
    expect(events.at(-1)).not.toHaveProperty('resultBytes');
  });

  it('end once, whatever happened', async () => {
    const { path, events } = watchedPath({ reply: () => Promise.reject(new Error('boom')) });
    await path.call(CATALOG, call).catch(() => {});
    await path.call(CATALOG, { reference: 'nope', arguments: {} }).catch(() => {});
    expect(events.filter(({ stage }) => stage === 'finished')).toMatchObject([
      { end: 'failed', code: 'CALL_FAILED', ran: 'unknown' },
      { end: 'refused', code: 'UNKNOWN_TOOL', ran: false },
    ]);
  });

  it('go on without an observer that fails', async () => {
    const failures: unknown[] = [];
    const { path, sent } = watchedPath({
      observers: [
        {
          onStage: () => {
            throw new Error('full disk');
          },
        },
      ],
      onObserverError: (error) => failures.push(error),
    });
    await path.call(CATALOG, call);
    expect(sent).toHaveLength(1);
    expect(failures.length).toBeGreaterThan(3);
  });
});
