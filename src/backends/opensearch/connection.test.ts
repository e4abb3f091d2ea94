import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { clientOptions, openHttp, pauseBefore } from './connection.ts';

describe('how a cluster is spoken to', () => {
  it('maps addresses, user and certificates to the options of the official client', () => {
    expect(
      clientOptions({
        nodes: ['https://a:9200', 'https://b:9200'],
        auth: { username: 'ada', password: 'secret' },
        tls: { ca: 'CA', cert: 'CERT', key: 'KEY' },
        requestTimeoutMs: 5_000,
      }),
    ).toEqual({
      nodes: ['https://a:9200', 'https://b:9200'],
      auth: { username: 'ada', password: 'secret' },
      ssl: { ca: 'CA', cert: 'CERT', key: 'KEY', rejectUnauthorized: true },
      requestTimeout: 5_000,
      maxRetries: 0,
    });
    expect(clientOptions({ nodes: ['https://a'], tls: { verify: false } }).ssl).toEqual({ rejectUnauthorized: false });
    expect(clientOptions({ nodes: ['http://a'] })).not.toHaveProperty('ssl');
  });

  it.each([[[]], [['search-1:9200']], [['ftp://a']]])('refuses %j as addresses', (nodes) => {
    expect(() => clientOptions({ nodes })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it('refuses a password in an address, and does not repeat it', () => {
    try {
      clientOptions({ nodes: ['https://ada:geheim@a:9200'] });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
      expect(String(error)).not.toContain('geheim');
    }
  });

  it('waits longer before each further attempt, by chance and never beyond a bound', () => {
    expect([2, 3, 4].map((attempt) => pauseBefore(attempt, () => 1))).toEqual([200, 400, 800]);
    expect(pauseBefore(30, () => 1)).toBe(5_000);
    expect(pauseBefore(3, () => 0.25)).toBe(100);
  });
});

/** What the client throws for an answer of this status. */
const answered = (statusCode: number, type: string): Error =>
  Object.assign(new Error(type), { meta: { statusCode, body: { error: { type, reason: 'because' } } } });

/** A connection whose client answers these in turn, and what it was asked. */
function scripted(answers: readonly unknown[], attempts = 4) {
  const waits: number[] = [];
  let asked = 0;
  const transport = {
    request: () => {
      const answer = answers[asked++];
      return (answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ body: answer })) as never;
    },
  };
  const http = openHttp(
    { transport, close: (async () => {}) as never },
    { nodes: ['http://a'], attempts },
    { wait: async (ms) => void waits.push(ms), random: () => 1 },
  );
  return { http, waits, asked: () => asked };
}

describe('a request', () => {
  it('is sent again where no node answers or the cluster is busy', async () => {
    const { http, waits } = scripted([new Error('ECONNREFUSED'), answered(503, 'no_manager'), { ok: 1 }]);
    expect(await http.send({ method: 'GET', path: '/' })).toEqual({ ok: 1 });
    expect(waits).toEqual([200, 400]);
  });

  it('is not sent again where that would change nothing', async () => {
    const { http, asked } = scripted([answered(400, 'parsing_exception')]);
    await expect(http.send({ method: 'POST', path: '/x/_search' })).rejects.toMatchObject({
      code: 'INDEX_UNAVAILABLE',
      message: expect.stringContaining('parsing_exception: because'),
    });
    expect(asked()).toBe(1);
  });

  it.each([
    [404, 'INDEX_FOREIGN'],
    [401, 'INDEX_UNAVAILABLE'],
  ])('that is answered %i ends in a code', async (status, code) => {
    const { http } = scripted([answered(status, 'some_exception')]);
    await expect(http.send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ code });
  });

  it('gives up after the attempts it has', async () => {
    const { http, asked } = scripted(Array(9).fill(new Error('ECONNREFUSED')), 3);
    const failure = await http.send({ method: 'GET', path: '/' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolscoutError);
    expect(failure).toMatchObject({ code: 'INDEX_UNAVAILABLE', message: expect.stringContaining('http://a') });
    expect(asked()).toBe(3);
  });

  it('is done where an attempt before has done it unheard, and not where somebody else has', async () => {
    const put = { method: 'PUT', path: '/x', doneWhen: 'exists_exception' } as const;
    const exists = answered(400, 'exists_exception');
    expect(await scripted([new Error('timeout'), exists]).http.send(put)).toBeUndefined();
    await expect(scripted([exists]).http.send(put)).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
    const other = scripted([new Error('timeout'), answered(400, 'other_exception')]).http.send(put);
    await expect(other).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
  });

  it('is sent again where the answer says so, and its last answer is given', async () => {
    const { http } = scripted([{ busy: true }, { busy: true }], 2);
    expect(await http.send({ method: 'GET', path: '/', retryWhen: () => true })).toEqual({ busy: true });
  });
});
