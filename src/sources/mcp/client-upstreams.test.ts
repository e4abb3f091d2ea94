import { describe, expect, it } from 'vitest';
import { ClientUpstreams } from './client-upstreams.ts';
import { Upstream } from './upstream.ts';

/** Never started: no process is needed to see who has which connection. */
const upstream = (): Upstream =>
  new Upstream({ name: 's', transport: { kind: 'stdio', command: 'never-run', args: [], env: {} } });

describe('ClientUpstreams', () => {
  it('gives each session its own connection, always the same', async () => {
    const clients = new ClientUpstreams({ open: upstream, graceMs: 0 });
    const first = clients.of('a');
    expect(clients.of('b')).not.toBe(first);
    expect(clients.of('a')).toBe(first);
    await clients.close(0);
    expect(clients.size).toBe(0);
  });

  it('ends the connection that was used longest ago when there are too many', async () => {
    const clients = new ClientUpstreams({ open: upstream, graceMs: 0, maxClients: 2 });
    const first = clients.of('a');
    const second = clients.of('b');
    clients.of('a');
    clients.of('c');
    expect(clients.size).toBe(2);
    expect(clients.of('a')).toBe(first);
    expect(clients.of('b')).not.toBe(second);
    await clients.close(0);
    expect(second.status().state).toBe('closed');
  });
});
