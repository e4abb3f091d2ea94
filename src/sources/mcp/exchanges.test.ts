import { describe, expect, it } from 'vitest';
import { canAnswer, type ExchangeClient, Exchanges } from './exchanges.ts';

function client(session: string | undefined, capabilities: Record<string, unknown> = { sampling: {} }) {
  const heard: string[] = [];
  const one: ExchangeClient = {
    ...(session === undefined ? {} : { session }),
    capabilities,
    request: async (method) => ({ answeredBy: session, method }),
    notify: (method) => void heard.push(method),
  };
  return { one, heard };
}

const never = new AbortController().signal;
const ask = (exchanges: Exchanges, method = 'sampling/createMessage', params: unknown = {}) =>
  exchanges.ask(method, params, never);

describe('a question of a server', () => {
  it('goes to the one client that waits, however many of its requests are open', async () => {
    const exchanges = new Exchanges();
    const { one } = client('s1');
    const answer = await exchanges.run(one, () => exchanges.run(one, () => ask(exchanges)));
    expect(answer).toEqual({ answeredBy: 's1', method: 'sampling/createMessage' });
  });

  it('is refused where two clients wait, and where none does', async () => {
    const exchanges = new Exchanges();
    const both = (first: string | undefined, second: string | undefined) =>
      exchanges.run(client(first).one, () => exchanges.run(client(second).one, () => ask(exchanges)));
    await expect(both('s1', 's2')).rejects.toThrow('several clients');
    // Without a name nobody can tell whether it is the same client.
    await expect(both(undefined, undefined)).rejects.toThrow('several clients');
    await expect(ask(exchanges)).rejects.toThrow('no client waits');
  });

  it('is refused where the client cannot answer it, and where it is none', async () => {
    const exchanges = new Exchanges();
    const { one } = client('s1');
    const asked = (method: string, params?: unknown) => exchanges.run(one, () => ask(exchanges, method, params));
    await expect(asked('roots/list')).rejects.toMatchObject({ code: -32601 });
    await expect(asked('elicitation/create', { mode: 'url' })).rejects.toThrow('elicitation by URL');
    await expect(asked('tools/call')).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
    await expect(asked('constructor')).rejects.toMatchObject({ code: -32601 });
  });

  it('by URL is told to its client when it is through, also after the request', async () => {
    const exchanges = new Exchanges();
    const { one, heard } = client('s1', { elicitation: { url: {} } });
    await exchanges.run(one, () => ask(exchanges, 'elicitation/create', { mode: 'url', elicitationId: 'e1' }));
    expect(exchanges.complete({ elicitationId: 'e2' })).toBe(false);
    expect(exchanges.complete({ elicitationId: 'e1' })).toBe(true);
    expect(heard).toEqual(['notifications/elicitation/complete']);
  });
});

describe('the capability of elicitation', () => {
  it.each([
    [{}, true, false],
    [{ form: {} }, true, false],
    [{ url: {} }, false, true],
    [{ form: {}, url: {} }, true, true],
  ])('%j means forms: %s, URLs: %s', (elicitation, forms, urls) => {
    expect(canAnswer({ elicitation }, 'elicitation/create', {})).toBe(forms);
    expect(canAnswer({ elicitation }, 'elicitation/create', { mode: 'url' })).toBe(urls);
  });
});
