import { describe, expect, it } from 'vitest';
import { Gateway } from '../../src/gateway/index.ts';
import { createPlace } from './place.ts';

const place = createPlace();

describe('callers of one gateway', () => {
  it('each use tokens of their own, and never those of whoever runs it', async () => {
    await place.logIn();
    await place.logIn(place.spec(), 'alice');
    const pool = await place.pool();
    const asCaller = (caller: string | undefined) =>
      pool.connectionOf('wiki', 'session-1', caller)!.callTool('show', {});
    await asCaller(undefined);
    await asCaller('alice');
    await expect(asCaller('bob')).rejects.toMatchObject({
      code: 'UPSTREAM_SIGN_IN',
      next: expect.stringContaining('--user bob'),
    });
    const [own, , alices] = place.authorizationServer.issued;
    const used = new Set(place.server.authorizations);
    expect(used).toContain(`Bearer ${own}`);
    expect(used).toContain(`Bearer ${alices}`);
    // What one caller lacks is nothing to the others.
    expect(pool.get('wiki')!.status().state).toBe('ready');
    await asCaller('alice');
  });

  it('are told apart by the gateway, for calls as for what servers have beside their tools', async () => {
    await place.logIn();
    const gateway = new Gateway({ servers: [place.spec()], signIns: place.signIns() });
    gateway.start();
    await gateway.settled();
    try {
      const bob = gateway.session({ caller: 'bob' });
      const call = { name: 'wiki__show', arguments: {} };
      await expect(bob.call(call)).rejects.toMatchObject({ code: 'UPSTREAM_SIGN_IN' });
      await gateway.call(call);
      expect(await gateway.features.list('prompts/list')).toMatchObject({ prompts: [{ name: 'wiki__secret_plan' }] });
      expect(await bob.features.list('prompts/list')).toEqual({ prompts: [] });
    } finally {
      await gateway.close();
    }
  });

  it('share one account where the entry says so', async () => {
    const spec = place.spec({ account: 'shared' });
    await place.logIn(spec);
    const pool = await place.pool(spec);
    expect(pool.connectionOf('wiki', undefined, 'bob')).toBe(pool.get('wiki'));
  });

  it('can use a server that whoever runs the gateway has not signed in to', async () => {
    const pool = await place.pool();
    expect(pool.get('wiki')!.status().state).toBe('needs-sign-in');
    await place.logIn(place.spec(), 'alice');
    expect(await pool.connectionOf('wiki', undefined, 'alice')!.callTool('show', {})).toMatchObject({
      content: [{ text: 'show done' }],
    });
  });
});
