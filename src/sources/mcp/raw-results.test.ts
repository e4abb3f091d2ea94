import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { packIntegers } from '../../shared/exact-json.ts';
import { isMalformedAnswer, RawResultTransport, rawResult } from './raw-results.ts';

interface Answer {
  readonly id: unknown;
  readonly result?: { _meta?: Record<string, unknown> };
  readonly error?: { code: number; message: string; data?: unknown };
}

/** Sends one request and what the server says to it, and waits for what reaches the client. */
async function exchange(method: string, said: Record<string, unknown>): Promise<Answer> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const transport = new RawResultTransport(ours, () => {});
  const answer = new Promise<JSONRPCMessage>((resolve) => {
    transport.onmessage = resolve;
  });
  await transport.start();
  await transport.send({ jsonrpc: '2.0', id: 5, method });
  await theirs.send(said as unknown as JSONRPCMessage);
  return (await answer) as unknown as Answer;
}

describe('RawResultTransport', () => {
  it.each(['tools/list', 'tools/call'])('carries any result of %s past the schemas', async (method) => {
    const odd = { tools: 'none', content: null, structuredContent: 7, _meta: null, resultType: 'input_required' };
    const { id, result } = await exchange(method, { jsonrpc: '2.0', id: 5, result: odd });
    expect(id).toBe(5);
    expect(rawResult(result!)).toBe(odd);
    expect(result).toMatchObject({ resultType: 'complete' });
  });

  it('keeps the digits of whole numbers in results of tools, and gives plain numbers to all who know no others', async () => {
    const large = { id: 864_691_128_455_135_233n };
    for (const said of [large, packIntegers(large)]) {
      const { result } = await exchange('tools/call', { jsonrpc: '2.0', id: 5, result: { structuredContent: said } });
      expect(rawResult(result!)).toEqual({ structuredContent: large });
      const listed = await exchange('tools/list', { jsonrpc: '2.0', id: 5, result: { tools: [said] } });
      expect(rawResult(listed.result!)).toEqual({ tools: [{ id: Number(large.id) }] });
      const { error } = await exchange('tools/call', { id: 5, error: { code: 1, message: 'm', data: said } });
      expect(error).toEqual({ code: 1, message: 'm', data: { id: Number(large.id) } });
    }
  });

  it('leaves the results of other methods as they are, and mends what a handshake need not fail for', async () => {
    const { result: pong } = await exchange('ping', { jsonrpc: '2.0', id: 5, result: { odd: 1 } });
    expect(pong).toEqual({ odd: 1 });
    const said = {
      protocolVersion: '1999-01-01',
      serverInfo: { name: 'a', version: 1 },
      capabilities: { tools: true },
    };
    const { result } = await exchange('initialize', { jsonrpc: '2.0', id: 5, result: said });
    expect(result).toEqual({ ...said, serverInfo: { name: 'a', version: '1' }, capabilities: { tools: {} } });
  });

  it('understands an id that came back as text, and members that do not belong', async () => {
    const { id, result } = await exchange('tools/call', { id: '5', result: { a: 1 }, extra: true });
    expect(id).toBe(5);
    expect(rawResult(result!)).toEqual({ a: 1 });
  });

  it.each([
    { jsonrpc: '2.0', id: 5 },
    { jsonrpc: '2.0', id: 5, result: 'text' },
    { jsonrpc: '2.0', id: 5, result: null },
  ])('answers an open request itself when the answer is %j', async (said) => {
    const { id, error } = await exchange('tools/call', said);
    expect(id).toBe(5);
    expect(isMalformedAnswer(error!.data)).toBe(true);
  });

  it('repairs errors that are no JSON-RPC errors', async () => {
    expect((await exchange('tools/call', { id: 5, error: 'went wrong' })).error).toEqual({
      code: -32603,
      message: 'went wrong',
    });
    expect((await exchange('tools/call', { id: 5, error: { code: 'E7', data: { a: 1 } } })).error).toEqual({
      code: -32603,
      message: 'the server gave no message',
      data: { a: 1 },
    });
    const { error } = await exchange('tools/call', { id: 5, error: { code: -32602, message: 'no', data: [1] } });
    expect(error).toEqual({ code: -32602, message: 'no', data: [1] });
    expect(isMalformedAnswer(error!.data)).toBe(false);
  });

  it('tells noise from late answers, and hands requests of the server on', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const noise: unknown[] = [];
    const seen: unknown[] = [];
    const transport = new RawResultTransport(ours, (value) => noise.push(value));
    transport.onmessage = (message) => seen.push(message);
    await transport.start();
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const said of [{ jsonrpc: '2.0', id: 1, result: {} }, { level: 30, msg: 'a log line' }, 42, ping]) {
      await theirs.send(said as unknown as JSONRPCMessage);
    }
    expect(noise).toEqual([{ level: 30, msg: 'a log line' }, 42]);
    expect(seen).toEqual([ping]);
  });
});
