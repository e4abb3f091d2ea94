import { describe, expect, it } from 'vitest';
import { BulkWriter } from './bulk-writer.ts';
import type { OpenSearchHttp, OpenSearchRequest } from './connection.ts';

/** A cluster that says of each step what `status` says. */
function cluster(status: (id: string, request: number) => number, gate: Promise<unknown> = Promise.resolve()) {
  const requests: OpenSearchRequest[] = [];
  let running = 0;
  let mostRunning = 0;
  const http: OpenSearchHttp = {
    searchTimeoutMs: 1_000,
    close: async () => {},
    send: async (request) => {
      const number = requests.push(request);
      mostRunning = Math.max(mostRunning, ++running);
      await gate;
      running--;
      const lines = String(request.body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const items = lines
        .filter((line) => 'index' in line || 'delete' in line)
        .map((line) => {
          const [[op, { _id }]] = Object.entries(line) as [[string, { _id: string }]];
          const code = status(_id, number);
          return { [op]: { status: code, ...(code < 300 ? {} : { error: { reason: 'because' } }) } };
        });
      return { items };
    },
  };
  return { http, requests, mostRunning: () => mostRunning };
}

const writer = (http: OpenSearchHttp, rejected: string[] = []) =>
  new BulkWriter(http, 'ix', {
    onRejected: (id, reason) => rejected.push(`${id}: ${reason}`),
    timing: { wait: async () => {}, random: () => 0 },
  });
const put = (id: string, text = '') => ({ op: 'index', id, route: 'r', source: { text } }) as const;

describe('a load', () => {
  it('sends again what the cluster was too busy for, and nothing else', async () => {
    const { http, requests } = cluster((id, request) => (id === 'b' && request < 3 ? 429 : 201));
    const load = writer(http);
    for (const id of ['a', 'b', 'c']) await load.add(put(id));
    await load.flush();
    expect(requests.map(({ body }) => [...String(body).matchAll(/"_id":"(\w)"/g)].map(([, id]) => id))).toEqual([
      ['a', 'b', 'c'],
      ['b'],
      ['b'],
    ]);
  });

  it('names what the cluster refuses, and takes a deletion of nothing as done', async () => {
    const { http } = cluster((id) => ({ bad: 400, gone: 404 })[id] ?? 200);
    const rejected: string[] = [];
    const load = writer(http, rejected);
    await load.add(put('bad'));
    await load.add({ op: 'delete', id: 'gone', route: 'r' });
    await load.add(put('good'));
    await load.flush();
    expect(rejected).toEqual(['bad: because']);
  });

  it('fails where the cluster stays too busy, so that nothing counts as taken that is not', async () => {
    const { http } = cluster(() => 503);
    const load = writer(http);
    await load.add(put('a'));
    await expect(load.flush()).rejects.toMatchObject({ code: 'INDEX_UNAVAILABLE' });
  });

  it('has two requests on their way at most, and waits with the rest', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { http, requests, mostRunning } = cluster(() => 201, gate);
    const load = writer(http);
    const text = 'x'.repeat(4_000_000);
    await load.add(put('a', text));
    await load.add(put('b', text));
    let taken = false;
    const third = load.add(put('c', text)).then(() => {
      taken = true;
    });
    await Promise.resolve();
    expect([requests.length, taken]).toEqual([2, false]);
    open();
    await third;
    await load.flush();
    expect([requests.length, mostRunning()]).toEqual([3, 2]);
  });
});
