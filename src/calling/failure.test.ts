import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../errors.ts';
import { toCallFailure } from './failure.ts';

describe('what a model is told of a failure', () => {
  it('is the code, the words and the place, and nothing else of the details', () => {
    const details = { tool: 't', path: '/a', expected: 'string', signature: '{ a }', secret: 'x', ran: false };
    const thrown = new ToolscoutError('INVALID_ARGUMENTS', 'wrong', { next: 'Mend it.', details });
    expect(toCallFailure(thrown)).toStrictEqual({
      code: 'INVALID_ARGUMENTS',
      message: 'wrong',
      tool: 't',
      path: '/a',
      expected: 'string',
      signature: '{ a }',
      ran: false,
      next: 'Mend it.',
    });
  });

  it('is short, however long the words of others are', () => {
    for (const thrown of [new ToolscoutError('BLOCKED_BY_HOOK', 'x'.repeat(50_000)), new Error('x'.repeat(50_000))]) {
      const { message } = toCallFailure(thrown);
      expect(message).toHaveLength(4_000);
      expect(message).toMatch(/^x+…$/);
    }
  });

  it('reads as it looks, also in a terminal', () => {
    const thrown = new ToolscoutError('CALL_FAILED', 'red \u001b[31malert\u001b[0m \u202ereversed\u0000\r\nend 👩‍👧');
    expect(toCallFailure(thrown).message).toBe('red [31malert[0m reversed\nend 👩‍👧');
  });

  it('leaves out what is no text, and always says what to do next', () => {
    const failure = toCallFailure(new ToolscoutError('UNKNOWN_TOOL', 'no', { details: { tool: 7, path: null } }));
    expect(failure).toStrictEqual({
      code: 'UNKNOWN_TOOL',
      message: 'no',
      ran: false,
      next: expect.stringMatching(/./),
    });
  });

  it.each([
    ['CALL_TIMEOUT', undefined, 'unknown'],
    ['CALL_CANCELLED', undefined, 'unknown'],
    ['CALL_FAILED', undefined, 'unknown'],
    ['CALL_CANCELLED', false, false],
    ['UNKNOWN_TOOL', undefined, false],
    ['UNKNOWN_TOOL', 'unknown', 'unknown'],
    ['UNKNOWN_TOOL', true, false],
  ] as const)('of %s, which says ran: %s of itself, says ran: %s', (code, said, ran) => {
    expect(toCallFailure(new ToolscoutError(code, 'x', { details: { ran: said } })).ran).toBe(ran);
  });

  it.each([
    [new TypeError('broken'), 'broken'],
    ['just text', 'just text'],
    [undefined, 'undefined'],
  ])('calls anything else a fault of the gateway: %s', (thrown, message) => {
    const failure = toCallFailure(thrown);
    expect(failure).toStrictEqual({ code: 'INTERNAL', message, ran: 'unknown', next: expect.stringMatching(/user/) });
  });
});
