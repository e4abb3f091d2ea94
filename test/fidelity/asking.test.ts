import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger, Gateway, type GatewayOptions, serveGatewayHttp } from '../../src/gateway/index.ts';
import { startFixture } from '../conformance/fixture-server.ts';

type Members = Readonly<Record<string, unknown>>;
type Era = 'legacy' | 'modern';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A client of one era, before a gateway, before a server of one era. */
async function chain(server: Era, client: Era, options: Partial<GatewayOptions> = {}, capabilities: Members = ALL) {
  const fixture = await startFixture(server === 'legacy' ? 'legacy' : 'both');
  closing.push(() => fixture.close());
  const log = createLogger('silent');
  const gateway = new Gateway({
    servers: [{ name: 'fixture', transport: { kind: 'http', url: fixture.url, headers: {} } }],
    examples: { pack: false },
    log,
    ...options,
  });
  closing.push(() => gateway.close());
  gateway.start();
  await gateway.settled();
  expect(gateway.statuses()[0]?.era).toBe(server);
  const http = await serveGatewayHttp(gateway, { port: 0 }, log);
  closing.push(() => http.close());
  const sdk = new Client(
    { name: 'asked', version: '1.0.0' },
    {
      capabilities,
      ...(client === 'legacy' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  const asked: string[] = [];
  const note = (what: string, params: unknown): void => void asked.push(`${what} ${JSON.stringify(params)}`);
  if (capabilities.elicitation !== undefined) {
    sdk.setRequestHandler('elicitation/create', ({ params }) => {
      note('elicitation', params.message);
      return {
        action: 'accept',
        content: { username: 'ada', email: 'ada@example.org', name: 'Ada', color: 'blue', ok: true },
      };
    });
  }
  if (capabilities.sampling !== undefined) {
    sdk.setRequestHandler('sampling/createMessage', ({ params }) => {
      note('sampling', params.messages);
      return { role: 'assistant', model: 'm', content: { type: 'text', text: 'Paris' } };
    });
  }
  if (capabilities.roots !== undefined) {
    sdk.setRequestHandler('roots/list', () => {
      note('roots', null);
      return { roots: [{ uri: 'file:///work', name: 'work' }] };
    });
  }
  await sdk.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  closing.push(() => sdk.close());
  const call = async (name: string, args: Members = {}): Promise<string> => {
    const bridged =
      options.expose === 'tools'
        ? { name, arguments: { ...args } }
        : { name: 'tool_call', arguments: { name: `fixture__${name}`, arguments: args } };
    const result = await sdk.callTool(bridged);
    return (result.content as { text: string }[]).map(({ text }) => text).join('\n');
  };
  return { sdk, call, asked, gateway };
}

const ALL: Members = { elicitation: { form: {} }, sampling: {}, roots: {} };
const PAIRS: readonly (readonly [Era, Era])[] = [
  ['legacy', 'legacy'],
  ['legacy', 'modern'],
  ['modern', 'legacy'],
  ['modern', 'modern'],
];

describe.each(PAIRS)('a server of the %s era asks a client of the %s era', (server, client) => {
  it.each(['bridge', 'tools'] as const)(
    'for a form, for its model and for its roots, with "expose": "%s"',
    async (expose) => {
      const { call, asked } = await chain(server, client, { expose });
      expect(await call('test_elicitation', { message: 'Who are you?' })).toContain('"username":"ada"');
      expect(await call('test_sampling', { prompt: 'Capital of France?' })).toBe('LLM response: Paris');
      expect(await call('test_input_required_result_multiple_inputs')).toBe('All answers are here.');
      expect(asked.filter((one) => one.startsWith('elicitation'))).toHaveLength(2);
      expect(asked.filter((one) => one.startsWith('sampling'))).toHaveLength(2);
      expect(asked.filter((one) => one.startsWith('roots'))).toHaveLength(1);
    },
  );

  it('several times in one call', async () => {
    const { call, asked } = await chain(server, client);
    expect(await call('test_input_required_result_multi_round')).toBe('Both answers are here.');
    expect(asked.map((one) => one.slice(0, 19))).toEqual(['elicitation "Step 1', 'elicitation "Step 2']);
  });

  it('and is told where it cannot be asked', async () => {
    const { call, asked } = await chain(server, client, {}, {});
    const said = await call('test_elicitation', { message: 'Who are you?' }).catch((error: unknown) => String(error));
    expect(said).toMatch(/elicitation|capabilit/i);
    expect(asked).toEqual([]);
  });
});

describe.each(PAIRS)('from a server of the %s era to a client of the %s era', (server, client) => {
  it('progress comes under the client’s own token, and only where it gave one', async () => {
    const { sdk } = await chain(server, client, { expose: 'tools' });
    const steps: unknown[] = [];
    await sdk.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: ({ progress, total }) => steps.push([progress, total]) },
    );
    expect(steps).toEqual([
      [0, 100],
      [50, 100],
      [100, 100],
    ]);
  });

  it('a call that is cancelled ends at the server, inside a call of the bridge as well', async () => {
    const { sdk, call } = await chain(server, client);
    const stop = new AbortController();
    const running = sdk.callTool(
      { name: 'tool_call', arguments: { name: 'fixture__test_until_cancelled', arguments: {} } },
      { signal: stop.signal },
    );
    const ended = expect(running).rejects.toThrow();
    // The server has answered something else meanwhile: it has the call by now.
    await call('test_tool_with_logging');
    stop.abort('enough');
    await ended;
    await expect.poll(() => call('test_cancelled_calls')).toBe('1');
  });

  it('comes the news of a resource that it subscribed to, and of no other', async () => {
    const { sdk, call } = await chain(server, client, { expose: 'tools' });
    const heard: string[] = [];
    sdk.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    const uri = 'test://watched-resource';
    const other = 'test://static-text';
    if (client === 'legacy') await sdk.subscribeResource({ uri: other });
    else closing.push(await sdk.listen({ resourceSubscriptions: [other] }).then((one) => async () => one.close()));
    await call('test_touch_resource');
    if (client === 'legacy') await sdk.subscribeResource({ uri });
    else closing.push(await sdk.listen({ resourceSubscriptions: [uri] }).then((one) => async () => one.close()));
    await call('test_touch_resource');
    await expect.poll(() => heard).toEqual([uri]);
  });

  it('comes word of changed tools and prompts', async () => {
    const { sdk, call } = await chain(server, client, { expose: 'tools' });
    const heard = new Set<string>();
    sdk.setNotificationHandler('notifications/tools/list_changed', () => void heard.add('tools'));
    sdk.setNotificationHandler('notifications/prompts/list_changed', () => void heard.add('prompts'));
    if (client === 'modern') {
      const listening = await sdk.listen({ toolsListChanged: true, promptsListChanged: true });
      closing.push(async () => listening.close());
    }
    await call('test_trigger_tool_change');
    await call('test_trigger_prompt_change');
    await expect.poll(() => [...heard].sort(), { timeout: 5_000 }).toEqual(['prompts', 'tools']);
    expect((await sdk.listTools()).tools.map(({ name }) => name)).toContain('test_extra_tool');
    expect((await sdk.listPrompts()).prompts.map(({ name }) => name)).toContain('test_extra_prompt');
  });

  it('resources, prompts and completions come as the server gives them', async () => {
    const { sdk } = await chain(server, client, { expose: 'tools' });
    expect((await sdk.listResources()).resources.map(({ uri }) => uri)).toContain('test://static-binary');
    expect((await sdk.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    const { contents } = await sdk.readResource({ uri: 'test://static-binary' });
    expect(contents[0]).toMatchObject({
      uri: 'test://static-binary',
      mimeType: 'image/png',
      blob: expect.stringMatching(/^iVBOR/),
    });
    await expect(sdk.readResource({ uri: 'test://nothing' })).rejects.toMatchObject({
      code: -32602,
      data: { uri: 'test://nothing' },
    });
    const { messages } = await sdk.getPrompt({
      name: 'test_prompt_with_arguments',
      arguments: { arg1: 'a', arg2: 'b' },
    });
    expect(JSON.stringify(messages)).toContain("arg1='a', arg2='b'");
    const completed = await sdk.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: 'par' },
    });
    expect(completed.completion.values).toEqual(['paris', 'park', 'party']);
  });
});

describe('an error of a server', () => {
  it.each(PAIRS)(
    'of the %s era comes to a client of the %s era with its code, message and data',
    async (server, client) => {
      const { sdk } = await chain(server, client, { expose: 'tools' });
      await expect(sdk.callTool({ name: 'test_protocol_error', arguments: {} })).rejects.toMatchObject({
        code: -32055,
        message: expect.stringMatching(/Refused by the tool$/),
        data: { reason: ['kept', 1] },
      });
    },
  );

  it('is an answer with code and data in a call of the bridge', async () => {
    const { call } = await chain('legacy', 'legacy');
    const said = await call('test_protocol_error');
    expect(JSON.parse(said)).toMatchObject({ error: { code: 'CALL_FAILED' } });
    expect(said).toContain('-32055');
  });

  const URLS = { elicitation: { form: {}, url: {} } };

  it('that asks for a page to be visited comes to a 2025-era client as it is', async () => {
    const { sdk } = await chain('legacy', 'legacy', {}, URLS);
    const called = sdk.callTool({ name: 'tool_call', arguments: { name: 'fixture__test_url_first', arguments: {} } });
    await expect(called).rejects.toMatchObject({ code: -32042, data: { elicitations: [{ elicitationId: 'e1' }] } });
  });

  it('and to a 2026-era client as a question, after which the call is made again', async () => {
    const { call, asked } = await chain('legacy', 'modern', {}, URLS);
    expect(await call('test_url_first')).toBe('Visited.');
    expect(asked).toEqual(['elicitation "Sign in"']);
  });
});

describe('log messages of servers', () => {
  it('reach the session that called, from the level on that it set', async () => {
    const { sdk } = await chain('legacy', 'legacy', { expose: 'tools' });
    const lines: unknown[] = [];
    sdk.setNotificationHandler('notifications/message', ({ params }) => void lines.push(params.data));
    await sdk.callTool({ name: 'test_tool_with_logging', arguments: {} });
    expect(lines).toEqual(['Tool execution started', 'Tool processing data', 'Tool execution completed']);
    await sdk.setLoggingLevel('error');
    await sdk.callTool({ name: 'test_tool_with_logging', arguments: {} });
    expect(lines).toHaveLength(3);
    await expect(sdk.setLoggingLevel('loud' as 'error')).rejects.toThrow();
  });
});
