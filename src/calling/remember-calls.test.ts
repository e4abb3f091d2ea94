import { describe, expect, it } from 'vitest';
import { createMemoryStateStore, createSessionStore } from '../state/index.ts';
import { rememberCalls } from './remember-calls.ts';
import { catalogOf, toolOf } from './test-calls.ts';
import type { CallStageEvent } from './types.ts';

const tool = catalogOf(toolOf('job')).tools[0]!;
const base = { callId: 'c', at: 0, session: 's', entrance: 'direct' } as const;
const finished = { ...base, stage: 'finished', tool, end: 'ok', ran: true, durationMs: 1 } as const;

const remembered = async (event: CallStageEvent): Promise<number> => {
  const sessions = createSessionStore(createMemoryStateStore());
  rememberCalls(sessions, () => {}).onStage(event);
  await new Promise((resolve) => setImmediate(resolve));
  return (await sessions.read('s')).tools.length;
};

describe('the memory of calls', () => {
  it('notes a tool that ran, or may have run', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    rememberCalls(sessions, () => {}).onStage(finished);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await sessions.read('s')).tools).toMatchObject([{ id: tool.id, called: 1 }]);
    expect(await remembered({ ...finished, end: 'failed', ran: 'unknown' })).toBe(1);
  });

  it.each<[string, CallStageEvent]>([
    ['did not run', { ...finished, end: 'refused', ran: false }],
    ['belongs to no session', { ...finished, session: undefined }],
    ['has only begun', { ...base, stage: 'started', tool, arguments: {} }],
    ['meant no tool', (({ tool: _tool, ...rest }) => rest)(finished)],
  ])('notes nothing of a call that %s', async (_what, event) => {
    expect(await remembered(event)).toBe(0);
  });

  it('tells of a store that fails, and goes on', async () => {
    const state = { ...createMemoryStateStore(), update: () => Promise.reject(new Error('away')) };
    const errors = await new Promise((resolve) => {
      rememberCalls(createSessionStore(state), resolve).onStage(finished);
    });
    expect(errors).toMatchObject({ message: 'away' });
  });
});
