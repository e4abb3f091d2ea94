import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { packIntegers } from '../shared/exact-json.ts';
import { exactOutput, withExactResults } from './exact-results.ts';

const PACKED = JSON.stringify(packIntegers({ id: 864_691_128_455_135_233n, text: 'x' }));
const EXACT = '{"id":864691128455135233,"text":"x"}';

describe('packed numbers in results', () => {
  it('are numbers again on the way out of a stream, which is otherwise the same', async () => {
    const stream = new PassThrough();
    const output = exactOutput(stream as never);
    const errors: unknown[] = [];
    output.on('error', (error) => errors.push(error));
    output.write(`${PACKED}\n`);
    output.write(Buffer.from('bytes'));
    output.end();
    expect(await text(stream)).toBe(`${EXACT}\nbytes`);
    stream.emit('error', new Error('gone'));
    expect(errors).toHaveLength(1);
  });

  it.each(['application/json', 'text/event-stream'])('are numbers again in an answer of %s', async (type) => {
    const headers = { 'content-type': type, 'mcp-session-id': 's' };
    const response = withExactResults(new Response(`data: ${PACKED}\n\n`, { status: 202, headers }));
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([202, 's']);
    expect(await response.text()).toBe(`data: ${EXACT}\n\n`);
  });

  it('leave every other answer alone', () => {
    for (const response of [new Response(null, { status: 202 }), new Response(PACKED)]) {
      expect(withExactResults(response)).toBe(response);
    }
  });
});
