import { describe, expect, it } from 'vitest';
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
