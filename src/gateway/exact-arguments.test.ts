import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { unpackIntegers } from '../shared/exact-json.ts';
import { ExactLines, packArguments, withExactArguments } from './exact-arguments.ts';

const CALL =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"id":864691128455135233}}}';
const argumentsOf = (message: string) => unpackIntegers(JSON.parse(message).params.arguments);

describe('packed arguments', () => {
  it('keep the digits of a call', () => {
    expect(argumentsOf(packArguments(CALL))).toEqual({ id: 864691128455135233n });
    expect(JSON.parse(packArguments(CALL))).toMatchObject({ id: 1, method: 'tools/call', params: { name: 'x' } });
  });

  it('leave everything else as JSON.parse reads it', () => {
    const id = '{"jsonrpc":"2.0","id":864691128455135233,"method":"ping"}';
    expect(JSON.parse(packArguments(id))).toEqual(JSON.parse(id));
    const batch = `[${id},${CALL}]`;
    expect(argumentsOf(JSON.stringify(JSON.parse(packArguments(batch))[1]))).toEqual({ id: 864691128455135233n });
    for (const other of ['', 'no json 1234567890123456789', '{"a":1}']) expect(packArguments(other)).toBe(other);
  });
});

describe('the lines of a client', () => {
  const through = (chunks: readonly Buffer[]) => text(Readable.from(chunks).pipe(new ExactLines()));

  it('come out as they went in, however they are cut', async () => {
    const lines = Buffer.from('{"a":"你😀é"}\n\r\n{"b":2}\n{"unfinished"');
    for (const size of [1, 3, 7, lines.length]) {
      const chunks = Array.from({ length: Math.ceil(lines.length / size) }, (_, index) =>
        lines.subarray(index * size, (index + 1) * size),
      );
      expect(await through(chunks)).toBe(lines.toString('utf8'));
    }
  });

  it('are packed one by one', async () => {
    const [first, second] = (await through([Buffer.from(`{"id":1}\n${CALL}\n`)])).split('\n');
    expect(first).toBe('{"id":1}');
    expect(argumentsOf(second!)).toEqual({ id: 864691128455135233n });
  });
});

describe('an HTTP request', () => {
  it('keeps address and headers, and packs its body', async () => {
    const request = new Request('http://localhost/mcp', { method: 'POST', body: CALL, headers: { 'x-a': 'b' } });
    const exact = await withExactArguments(request);
    expect([exact.url, exact.headers.get('x-a')]).toEqual(['http://localhost/mcp', 'b']);
    expect(argumentsOf(await exact.text())).toEqual({ id: 864691128455135233n });
  });
});
