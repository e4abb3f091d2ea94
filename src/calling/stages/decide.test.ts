import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { catalogOf, toolOf } from '../test-calls.ts';
import type { CallEvent, CallPolicy, PolicyDecision } from '../types.ts';
import { decide } from './decide.ts';

const event: CallEvent = {
  callId: 'c',
  tool: catalogOf(toolOf('job')).tools[0]!,
  arguments: {},
  session: undefined,
  entrance: 'direct',
};
const patience = { tool: event.tool, timeoutMs: 50, signal: undefined };
const saying = (...decisions: readonly unknown[]): readonly CallPolicy[] =>
  decisions.map((decision) => () => decision as PolicyDecision);

describe('all policies together', () => {
  it('allow what none of them objects to', async () => {
    expect(await decide([], event, patience)).toEqual({ kind: 'allow' });
    expect(await decide(saying(true, Promise.resolve(true)), event, patience)).toEqual({ kind: 'allow' });
  });

  it('ask once for all that ask, and remember consent under all of their rules or not at all', async () => {
    expect(await decide(saying({ ask: 'a', rule: 'r' }, true, { ask: 'b', rule: 's' }), event, patience)).toEqual({
      kind: 'ask',
      reason: 'a; b',
      rule: '["r","s"]',
    });
    expect(await decide(saying({ ask: 'a', rule: 'r' }, { ask: 'b' }), event, patience)).toStrictEqual({
      kind: 'ask',
      reason: 'a; b',
    });
    expect(await decide(saying({ ask: 'a', rule: 'r' }), event, patience)).toEqual({
      kind: 'ask',
      reason: 'a',
      rule: '["r"]',
    });
  });

  it.each([['no'], [''], [false], [undefined], [null], [1], [{}], [{ ask: 7 }], [['ask']]])(
    'deny by %j, whatever the others say',
    async (decision) => {
      for (const policies of [saying(decision), saying({ ask: 'a' }, true, decision), saying(decision, true)]) {
        const verdict = await decide(policies, event, patience);
        expect(verdict).toMatchObject({
          kind: 'deny',
          error: { code: 'NOT_ALLOWED', details: { tool: 's1__job', ran: false }, next: expect.stringMatching(/user/) },
        });
        expect(verdict.kind === 'deny' && verdict.error.cause).toBeUndefined();
      }
    },
  );

  it('deny where one fails, with its own error where that has a code', async () => {
    const coded = new ToolscoutError('NOT_ALLOWED', 'not on Fridays');
    const fault = new Error('no table');
    const failing = (error: Error): CallPolicy[] => [() => Promise.reject(error), ...saying(true)];
    expect(await decide(failing(coded), event, patience)).toEqual({ kind: 'deny', error: coded });
    expect(await decide(failing(fault), event, patience)).toMatchObject({
      kind: 'deny',
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining('no table'), cause: fault },
    });
  });

  it('deny where one says nothing in time, and end with the caller', async () => {
    const silent: CallPolicy = () => new Promise(() => {});
    expect(await decide([silent, ...saying(true)], event, patience)).toMatchObject({
      kind: 'deny',
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining('no answer within 0.05 s') },
    });
    const gone = { ...patience, timeoutMs: 60_000, signal: AbortSignal.abort() };
    expect(await decide([silent], event, gone)).toMatchObject({
      kind: 'deny',
      error: { code: 'CALL_CANCELLED', details: { ran: false } },
    });
  });

  it('are not asked any further once one has denied', async () => {
    let asked = 0;
    const counting: CallPolicy = () => {
      asked++;
      return true;
    };
    await decide([counting, ...saying('no'), counting], event, patience);
    expect(asked).toBe(1);
  });
});
