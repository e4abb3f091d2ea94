import { describe, expect, it } from 'vitest';
import {
  caseFile,
  closeAfterEach,
  fixtureFile,
  nodeServer,
  openUpstream,
  probe,
  startCase,
  textOf,
} from './harness.ts';

closeAfterEach();

const CALL_LIMIT = { callTimeoutMs: 1000 };

describe('a call', () => {
  it('sends the arguments as given and returns the result of that very call', async () => {
    const server = await startCase('well-behaved');
    const messages = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const results = await Promise.all(
      messages.map((message) => server.callTool('echo', { message, none: null, n: [1, {}] })),
    );
    const echoed = results.map((result) => JSON.parse(textOf(result)) as { arguments: unknown });
    expect(echoed.map((echo) => echo.arguments)).toEqual(
      messages.map((message) => ({ message, none: null, n: [1, {}] })),
    );
  });

  it('sends whole numbers with all their digits', async () => {
    const server = await startCase('well-behaved');
    const echo = JSON.parse(textOf(await server.callTool('echo', { id: 864691128455135233n }))) as { raw: string };
    expect(echo.raw).toContain('"arguments":{"id":864691128455135233}');
  });

  it('passes every result on untouched, however odd', async () => {
    const server = await startCase('odd-results');
    expect(await server.callTool('no_content', {})).toEqual({});
    expect(await server.callTool('structured_only', {})).toEqual({
      content: [],
      structuredContent: { answer: 42, rows: [{ id: 'r1' }] },
      isError: false,
    });
    expect(await server.callTool('is_error', {})).toMatchObject({ isError: true });
    expect(await server.callTool('unknown_block', {})).toMatchObject({
      content: [{ type: 'hologram' }, { text: 'after' }],
    });
    const odd = openUpstream(nodeServer('odd', fixtureFile('odd-lists')));
    await odd.start();
    expect(await odd.callTool('any', {})).toEqual({
      content: null,
      structuredContent: 'text',
      isError: null,
      vendor: { n: 1 },
      _meta: { 'v/x': [null] },
    });
  });

  it('carries megabytes of multi-byte text without loss', async () => {
    const server = await startCase('huge-result');
    const text = textOf(await server.callTool('long_text', {}));
    expect(text.endsWith('END-OF-TEXT')).toBe(true);
    expect(text).not.toContain('\uFFFD');
    expect((await server.callTool('many_blocks', {})).content).toHaveLength(5000);
  });

  it('survives a flood on stderr and keeps only its end', async () => {
    const server = await startCase('stderr-flood');
    for (let round = 0; round < 3; round++) expect(textOf(await server.callTool('chatty', {}))).toBe('ok');
    expect(server.status().stderrTail!.length).toBeLessThanOrEqual(8192);
  });

  it('is refused for a tool that the configuration switches off', async () => {
    const server = await startCase('well-behaved', { allowTools: ['echo', 'add'], denyTools: ['add'] });
    expect(server.tools().map((tool) => tool.name)).toEqual(['echo']);
    await expect(server.callTool('add', {})).rejects.toMatchObject({ code: 'NOT_ALLOWED', details: { ran: false } });
  });

  it('ends after the silence allowed, tells the server, and leaves other calls alone', async () => {
    const server = await startCase('hang-on-call', CALL_LIMIT);
    const hanging = server.callTool('hang', {});
    hanging.catch(() => {});
    expect(textOf(await server.callTool('quick', {}))).toBe('done');
    await expect(hanging).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      details: { ran: 'unknown', timeout: 'silence' },
    });
    expect((await probe(server)).cancelled).toHaveLength(1);
  });

  it('ends when its caller gives up, and tells the server', async () => {
    const server = await startCase('hang-on-call');
    const caller = new AbortController();
    const hanging = server.callTool('hang', {}, { signal: caller.signal });
    hanging.catch(() => {});
    await server.callTool('quick', {});
    caller.abort();
    await expect(hanging).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
    expect((await probe(server)).cancelled).toHaveLength(1);
    await expect(server.callTool('quick', {}, { signal: caller.signal })).rejects.toMatchObject({
      code: 'CALL_CANCELLED',
    });
  });

  it('goes on as long as progress is reported', async () => {
    const server = await startCase('progress-call', { env: { DURATION_MS: '2500' }, callTimeoutMs: 1000 });
    const reports: unknown[] = [];
    const result = await server.callTool('long_job', {}, { onProgress: (report) => reports.push(report) });
    expect(textOf(result)).toBe('job finished');
    expect(reports.length).toBeGreaterThanOrEqual(3);
    expect(reports[0]).toEqual({ progress: expect.any(Number), total: 2500 });
    expect((await probe(server)).progressTokens).toBe(1);
  });

  it('ends at its total limit whatever progress is reported', async () => {
    const server = await startCase('progress-call', {
      env: { DURATION_MS: '60000' },
      callTimeoutMs: 5000,
      maxTotalTimeoutMs: 1000,
    });
    const call = server.callTool('long_job', {});
    await expect(call).rejects.toMatchObject({ code: 'CALL_TIMEOUT', details: { timeout: 'total' } });
    expect((await probe(server)).cancelled).toHaveLength(1);
  });

  it('fails alone when its answer is not an answer', async () => {
    const server = await startCase('returns-invalid-json', CALL_LIMIT);
    await expect(server.callTool('empty_result', {})).rejects.toMatchObject({ code: 'SERVER_PROTOCOL' });
    await expect(server.callTool('wrong_shape', {})).rejects.toMatchObject({ code: 'SERVER_PROTOCOL' });
    await expect(server.callTool('garbled', {})).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    expect(textOf(await server.callTool('fine', {}))).toBe('fine');
    expect(server.status().restarts).toBe(0);
  });

  it('keeps code and data of the error that the server answered', async () => {
    const server = await startCase('odd-results');
    await expect(server.callTool('nope', {})).rejects.toMatchObject({
      code: 'CALL_FAILED',
      message: expect.stringContaining('Unknown tool'),
      details: { rpcCode: -32602, server: 'odd-results', tool: 'nope' },
    });
    const odd = openUpstream(nodeServer('odd', fixtureFile('odd-lists')));
    await expect(odd.callTool('text_error', {})).rejects.toMatchObject({
      code: 'CALL_FAILED',
      message: expect.stringContaining('just a text'),
    });
  });

  it('waits for a server that is still starting, within its own limits', async () => {
    const slow = openUpstream(nodeServer('slow', caseFile('slow-start'), { env: { START_MS: '1500' } }));
    void slow.start();
    await expect(slow.callTool('warehouse_map', {}, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'CALL_TIMEOUT',
      details: { ran: false },
    });
    expect(textOf(await slow.callTool('warehouse_map', {}))).toBe('map');
  });
});
