import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChildMessage } from './messages.ts';

describe('messages of a child', () => {
  it('are read where they have the form of one', () => {
    const request = { type: 'request', id: 3, operation: 'call', text: '[]' };
    expect(readChildMessage({ ...request, more: 1 })).toEqual(request);
    const error = { name: 'Error', message: 'x', line: 2, code: 'C', next: 'N', stack: 'secret' };
    expect(readChildMessage({ type: 'done', memoryBytes: -1, end: 'error', kind: 'thrown', error })).toEqual({
      type: 'done',
      memoryBytes: 0,
      end: 'error',
      kind: 'thrown',
      error: { name: 'Error', message: 'x', line: 2, code: 'C', next: 'N' },
    });
  });

  it.each([
    [null],
    [[]],
    [{ type: 'request', id: -1, operation: 'call', text: '[]' }],
    [{ type: 'request', id: 1, operation: 'constructor', text: '[]' }],
    [{ type: 'log', level: 'toString', text: 'x' }],
    [{ type: 'log', level: 'log', text: { length: 1 } }],
    [{ type: 'done', end: 'value', text: 1, returned: true }],
    [{ type: 'done', end: 'error', kind: 'cancelled', error: { name: 'E', message: 'm' } }],
    [{ type: 'run' }],
  ])('are none: %j', (value) => {
    expect(readChildMessage(value)).toBeUndefined();
  });

  it('cost no exception, whatever JSON comes', () => {
    const type = fc.constantFrom('request', 'log', 'done', 'pong', 'ready', '__proto__');
    fc.assert(
      fc.property(fc.jsonValue(), type, (value, given) => {
        readChildMessage(value);
        if (typeof value === 'object') readChildMessage({ ...value, type: given });
      }),
      { numRuns: 2_000 },
    );
  });
});
