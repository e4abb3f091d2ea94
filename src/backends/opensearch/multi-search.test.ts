import { describe, expect, it } from 'vitest';
import type { OpenSearchHttp } from './connection.ts';
import { searchAll } from './multi-search.ts';

const http = (answer: unknown): OpenSearchHttp => ({
  searchTimeoutMs: 1_500,
  close: async () => {},
  send: async () => answer,
});
const shards = (total: number, successful: number, failed: number) => ({ _shards: { total, successful, failed } });

describe('several searches in one request', () => {
  it.each([
    ['whole', { timed_out: false, ...shards(2, 2, 0) }, false],
    ['stopped half way', { timed_out: true, ...shards(2, 2, 0) }, true],
    ['without a shard that failed', { timed_out: false, ...shards(2, 1, 1) }, true],
    ['without a shard that is nowhere', { timed_out: false, ...shards(2, 1, 0) }, true],
  ])('say of an answer that it is %s', async (_, response, short) => {
    const [answer] = await searchAll(http({ responses: [response] }), { index: 'ix' }, [{}]);
    expect(answer).toEqual({ body: response, short });
  });

  it.each([
    ['no index', { error: { type: 'index_not_found_exception' }, status: 404 }, 'INDEX_FOREIGN'],
    ['no shard', { error: { type: 'search_phase_execution_exception' }, status: 503 }, 'INDEX_UNAVAILABLE'],
  ])('fail where one has %s', async (_, response, code) => {
    await expect(searchAll(http({ responses: [response] }), { index: 'ix' }, [{}])).rejects.toMatchObject({ code });
  });

  it('fail where the answer is not one', async () => {
    for (const answer of [{}, { responses: [] }, '<html>'])
      await expect(searchAll(http(answer), { index: 'ix' }, [{}])).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
  });

  it('tell the cluster where to look and how long', async () => {
    let sent = '';
    const asked: OpenSearchHttp = {
      ...http({ responses: [{ ...shards(1, 1, 0) }] }),
      send: async ({ body }) => {
        sent = String(body);
        return { responses: [{ ...shards(1, 1, 0) }] };
      },
    };
    await searchAll(asked, { index: 'ix', routing: 'shared,a' }, [{ size: 0 }]);
    expect(
      sent
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { index: 'ix', routing: 'shared,a' },
      { timeout: '1500ms', size: 0 },
    ]);
  });
});
