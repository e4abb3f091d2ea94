import { describe, expect, it } from 'vitest';
import { ParkedRequests, type ParkedWork } from './parked-requests.ts';

type Members = Readonly<Record<string, unknown>>;

const never = new AbortController().signal;
const twoQuestions = async ({ ask }: ParkedWork): Promise<Members> => {
  const answers = await Promise.all([ask('elicitation/create', { message: 'a' }), ask('roots/list', undefined)]);
  return { content: answers };
};

describe('a parked request', () => {
  it('hands out all that is asked at once, waits for what is missing, and ends with its result', async () => {
    const parked = new ParkedRequests();
    const first = await parked.run('call', {}, never, twoQuestions);
    expect(first).toEqual({
      resultType: 'input_required',
      inputRequests: {
        'elicitation-1': { method: 'elicitation/create', params: { message: 'a' } },
        'roots-2': { method: 'roots/list' },
      },
      requestState: expect.stringMatching(/^toolscout-/),
    });
    const answer = (inputResponses: Members, state: unknown) =>
      parked.run('call', { inputResponses, requestState: String(state) }, never, twoQuestions);
    const second = await answer({ 'roots-2': { roots: [] }, other: {} }, first.requestState);
    expect(Object.keys(second.inputRequests as Members)).toEqual(['elicitation-1']);
    expect(second.requestState).not.toBe(first.requestState);
    const third = await answer({ 'elicitation-1': { action: 'decline' } }, second.requestState);
    expect(third).toEqual({ content: [{ action: 'decline' }, { roots: [] }] });
  });

  it('is reached by its state once, and for its own purpose alone', async () => {
    const parked = new ParkedRequests();
    const { requestState } = await parked.run('call a', {}, never, twoQuestions);
    const state = String(requestState);
    const again = (purpose: string, requestState: string) =>
      parked.run(purpose, { inputResponses: {}, requestState }, never, twoQuestions);
    await expect(again('call b', state)).rejects.toMatchObject({ code: -32602 });
    await again('call a', state);
    await expect(again('call a', state)).rejects.toMatchObject({ code: -32602 });
    await expect(again('call a', `${state}x`)).rejects.toMatchObject({ code: -32602 });
  });

  it('leaves states of servers alone', async () => {
    const parked = new ParkedRequests();
    expect(parked.isOurs('opaque')).toBe(false);
    expect(await parked.run('call', { requestState: 'opaque' }, never, async () => ({ content: [] }))).toEqual({
      content: [],
    });
  });

  it('is given up when its client cancels', async () => {
    const parked = new ParkedRequests();
    const cancel = new AbortController();
    const running = parked.run('call', {}, cancel.signal, ({ signal }) => {
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
    });
    cancel.abort();
    await expect(running).rejects.toThrow('given up');
  });
});
