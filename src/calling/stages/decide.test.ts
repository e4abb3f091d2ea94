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
const saying = (...decisions: readonly unknown[]): readonly CallPolicy[] =>
  decisions.map((decision) => () => decision as PolicyDecision);

describe('all policies together', () => {
  it('allow what none of them objects to', async () => {
    expect(await decide([], event)).toEqual({ kind: 'allow' });
    expect(await decide(saying(true, Promise.resolve(true)), event)).toEqual({ kind: 'allow' });
  });

  it('ask once for all that ask, and remember consent under all of their rules or not at all', async () => {
    expect(await decide(saying({ ask: 'a', rule: 'r' }, true, { ask: 'b', rule: 's' }), event)).toEqual({
      kind: 'ask',
      reason: 'a; b',
      rule: '["r","s"]',
    });
    expect(await decide(saying({ ask: 'a', rule: 'r' }, { ask: 'b' }), event)).toStrictEqual({
      kind: 'ask',
      reason: 'a; b',
    });
    expect(await decide(saying({ ask: 'a', rule: 'r' }), event)).toEqual({ kind: 'ask', reason: 'a', rule: '["r"]' });
  });

  it.each([['no'], [''], [false], [undefined], [null], [1], [{}], [{ ask: 7 }], [['ask']]])(
    'deny by %j, whatever the others say',
    async (decision) => {
      for (const policies of [saying(decision), saying({ ask: 'a' }, true, decision), saying(decision, true)]) {
        const verdict = await decide(policies, event);
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
    expect(await decide(failing(coded), event)).toEqual({ kind: 'deny', error: coded });
    expect(await decide(failing(fault), event)).toMatchObject({
      kind: 'deny',
      error: { code: 'NOT_ALLOWED', message: expect.stringContaining('no table'), cause: fault },
    });
  });

  it('are not asked any further once one has denied', async () => {
    let asked = 0;
    const counting: CallPolicy = () => {
      asked++;
      return true;
    };
    await decide([counting, ...saying('no'), counting], event);
    expect(asked).toBe(1);
  });
});
