import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../errors.ts';
import { createCatalog, type ToolDefinition } from '../tools/index.ts';
import { createCallPath } from './call-path.ts';
import { toCallFailure } from './failure.ts';
import { watchedPath } from './test-calls.ts';
import type { CallClient, CallEvent, CallOutcome, RawToolResult } from './types.ts';

const catalogOf = (...definitions: ToolDefinition[]) =>
  createCatalog(definitions.map((definition) => ({ source: { kind: 'mcp' as const, name: 's1' }, definition })));
const TRANSFER: ToolDefinition = {
  name: 'transfer',
  inputSchema: {
    type: 'object',
    properties: { amount: { type: 'number', exclusiveMinimum: 0 } },
    required: ['amount'],
  },
};

interface Sent {
  readonly tool: string;
  readonly args: unknown;
}

const recorder = (reply: RawToolResult | Error = { content: [] }) => {
  const sent: Sent[] = [];
  return {
    sent,
    execute: async (tool: { id: string }, args: unknown) => {
      sent.push({ tool: tool.id, args });
      if (reply instanceof Error) throw reply;
      return reply;
    },
  };
};
const codeOf = async (promise: Promise<unknown>) => {
  try {
    await promise;
    return 'ran';
  } catch (error) {
    return error instanceof ToolscoutError ? error.code : String(error);
  }
};

describe('the call path', () => {
  it('hands the tool’s own result back untouched', async () => {
    const reply = { content: [{ type: 'text', text: 'no' }], isError: true, _meta: { x: 1 }, strange: null };
    const { execute } = recorder(reply);
    const result = await createCallPath({ execute }).call(catalogOf(TRANSFER), {
      reference: 'transfer',
      arguments: { amount: 1 },
    });
    expect(result).toBe(reply);
  });

  it('sends the arguments as given, extra keys included', async () => {
    const { execute, sent } = recorder();
    await createCallPath({ execute }).call(catalogOf(TRANSFER), {
      reference: 's1__transfer',
      arguments: { amount: 1, note: 'x' },
    });
    expect(sent).toEqual([{ tool: 'mcp:s1:transfer', args: { amount: 1, note: 'x' } }]);
  });

  it('runs nothing when an argument does not fit, and says where', async () => {
    const { execute, sent } = recorder();
    const path = createCallPath({ execute });
    const failure = await path
      .call(catalogOf(TRANSFER), { reference: 'transfer', arguments: { amount: '5' } })
      .catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', tool: 's1__transfer', path: '/amount', ran: false });
    expect(sent).toEqual([]);
  });

  it.each([
    ['text', 'INVALID_ARGUMENTS'],
    [[1], 'INVALID_ARGUMENTS'],
    [null, 'INVALID_ARGUMENTS'],
  ])('refuses arguments that are no fitting object: %j', async (value, code) => {
    const { execute } = recorder();
    expect(
      await codeOf(createCallPath({ execute }).call(catalogOf(TRANSFER), { reference: 'transfer', arguments: value })),
    ).toBe(code);
  });

  it('takes missing arguments for an empty object', async () => {
    const { execute, sent } = recorder();
    await createCallPath({ execute }).call(catalogOf({ name: 'ping' }), { reference: 'ping', arguments: undefined });
    expect(sent[0]!.args).toEqual({});
  });

  it('refuses the bridge inside the bridge', async () => {
    const { execute, sent } = recorder();
    const path = createCallPath({ execute, bridgeNames: ['tool_call'] });
    expect(await codeOf(path.call(catalogOf(TRANSFER), { reference: 'tool_call', arguments: {} }))).toBe(
      'BRIDGE_IN_BRIDGE',
    );
    expect(sent).toEqual([]);
  });

  it('gives a source without an object schema its bare value back', async () => {
    const { execute, sent } = recorder();
    const catalog = catalogOf({ name: 'title', inputSchema: { type: 'string' } });
    await createCallPath({ execute }).call(catalog, { reference: 'title', arguments: { value: 'x' } });
    expect(sent[0]!.args).toBe('x');
  });

  it('blocks what policy does not allow, with the reason', async () => {
    const { execute, sent } = recorder();
    const path = createCallPath({ execute, policy: () => 'only on weekdays' });
    const failure = await path
      .call(catalogOf(TRANSFER), { reference: 'transfer', arguments: { amount: 1 } })
      .catch(toCallFailure);
    expect(failure).toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringContaining('only on weekdays'),
      ran: false,
    });
    expect(sent).toEqual([]);
  });

  it('shows hooks the real tool and arguments, also when the call fails', async () => {
    const seen: [CallEvent, CallOutcome?][] = [];
    const { execute } = recorder(new Error('boom'));
    const path = createCallPath({
      execute,
      hooks: [
        { before: (event) => void seen.push([event]), after: (event, outcome) => void seen.push([event, outcome]) },
      ],
    });
    const failure = await path
      .call(catalogOf(TRANSFER), { reference: 'transfer', arguments: { amount: 1 } })
      .catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'CALL_FAILED', message: 's1__transfer failed: boom', ran: 'unknown' });
    expect(seen.map(([event]) => event.tool.originalName)).toEqual(['transfer', 'transfer']);
    expect(seen[1]![1]).toMatchObject({ ok: false });
  });

  it('lets a throwing pre-hook stop the call, and a throwing post-hook change nothing', async () => {
    const { execute, sent } = recorder();
    const stop = { before: () => Promise.reject(new Error('stop')) };
    expect(
      await codeOf(
        createCallPath({ execute, hooks: [stop] }).call(catalogOf({ name: 'a' }), { reference: 'a', arguments: {} }),
      ),
    ).toBe('BLOCKED_BY_HOOK');
    expect(sent).toEqual([]);
    const reported: unknown[] = [];
    const late = { after: () => Promise.reject(new Error('late')) };
    const path = createCallPath({ execute, hooks: [late], onHookError: (error) => reported.push(error) });
    expect(await codeOf(path.call(catalogOf({ name: 'a' }), { reference: 'a', arguments: {} }))).toBe('ran');
    expect(reported).toHaveLength(1);
  });
});

describe('what a call carries', () => {
  const client: CallClient = {
    capabilities: {},
    takesInputRequired: false,
    request: async () => ({}),
    notify: () => {},
  };
  const context = { session: 's', caller: 'alice', key: 'k', entrance: 'http', meta: { trace: 1 } } as const;
  const call = { reference: 'transfer', arguments: { amount: 1 } };

  it('reaches policy, hooks, observers and the executor', async () => {
    const seen: CallEvent[] = [];
    const { path, sent, events } = watchedPath({
      policy: (event) => {
        seen.push(event);
        return true;
      },
      hooks: [{ before: (event) => void seen.push(event), after: (event) => void seen.push(event) }],
    });
    await path.call(catalogOf(TRANSFER), call, { ...context, client, timeoutMs: 1_000 });
    const { meta, ...about } = context;
    for (const event of seen) expect(event).toMatchObject({ ...about, arguments: { amount: 1 } });
    // The policy again right before the call, since the hook may have taken its time.
    expect(seen).toHaveLength(4);
    expect(events.every(({ key, session, entrance }) => key === 'k' && session === 's' && entrance === 'http')).toBe(
      true,
    );
    expect(sent[0]!.context).toMatchObject({ ...about, meta, client: { takesInputRequired: false }, timeoutMs: 1_000 });
  });

  it('has none of it where nothing was given', async () => {
    const seen: CallEvent[] = [];
    const { path, sent, events } = watchedPath({ policy: (event) => seen.push(event) > 0 || 'no' });
    await path.call(catalogOf(TRANSFER), call);
    expect(Object.keys(seen[0]!).sort()).toEqual(['arguments', 'callId', 'entrance', 'session', 'tool']);
    expect(seen[0]).toMatchObject({ session: undefined, entrance: 'direct' });
    expect(events.some((event) => 'key' in event)).toBe(false);
    expect(Object.keys(sent[0]!.context).sort()).toEqual(['onProgress', 'signal']);
  });

  it('is told to the policy that is asked beforehand, too', async () => {
    const seen: CallEvent[] = [];
    const path = createCallPath({
      execute: recorder().execute,
      policy: (event) => {
        seen.push(event);
        return event.caller === 'alice' ? { ask: 'it is alice' } : true;
      },
    });
    const asks = (change: object) => path.asks(catalogOf(TRANSFER), call, { ...context, ...change });
    expect(await asks({})).toBe('it is alice');
    expect(await asks({ caller: 'bob' })).toBeUndefined();
    expect(seen[0]).toMatchObject({
      session: 's',
      caller: 'alice',
      key: 'k',
      entrance: 'http',
      arguments: { amount: 1 },
    });
    expect(await path.asks(catalogOf(TRANSFER), call)).toBeUndefined();
    expect(seen[2]).toMatchObject({ session: undefined, entrance: 'direct' });
  });

  it.each([
    [{ reference: 'nobody', arguments: {} }],
    [{ reference: 'transfer', arguments: { amount: 'x' } }],
    [{ reference: 'transfer', arguments: [] }],
    [{ reference: 'bridge', arguments: {} }],
  ])('asks for no consent where it would be refused: %j', async (request) => {
    const { execute } = recorder();
    const path = createCallPath({ execute, bridgeNames: ['bridge'], policy: () => ({ ask: 'always' }) });
    expect(await path.asks(catalogOf(TRANSFER), request)).toBeUndefined();
    expect(await path.asks(catalogOf(TRANSFER), call)).toBe('always');
    expect(await createCallPath({ execute, policy: () => 'no' }).asks(catalogOf(TRANSFER), call)).toBeUndefined();
  });

  it('says when it begins and stops to wait for a person', async () => {
    const waiting: boolean[] = [];
    const { path } = watchedPath({ policy: () => ({ ask: 'why' }), approval: { approver: () => true } });
    await path.call(catalogOf(TRANSFER), call, { onWaiting: (is) => waiting.push(is) });
    expect(waiting).toEqual([true, false]);
  });

  it('says of arguments that were not checked why not', async () => {
    const { path, events } = watchedPath();
    const wide = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`a${index}`, { type: 'string' }]));
    const huge = catalogOf({
      name: 'huge',
      inputSchema: { type: 'object', properties: { form: { properties: wide } } },
    });
    await path.call(huge, { reference: 'huge', arguments: { form: { a1: 1 } } });
    await path.call(catalogOf(TRANSFER), call);
    const validated = events.filter(({ stage }) => stage === 'validated');
    expect(validated).toMatchObject([{ unchecked: expect.stringContaining('2000 subschemas') }, {}]);
    expect(validated[1]).not.toHaveProperty('unchecked');
  });

  it('is bounded for whoever takes more or less at once', async () => {
    const long = { content: [{ type: 'text', text: 'x'.repeat(150_000) }] };
    const { path, events } = watchedPath({ reply: long });
    const bounded = () => events.filter(({ stage }) => stage === 'bounded').length;
    expect(await path.call(catalogOf(TRANSFER), call, { maxResultBytes: 0 })).toBe(long);
    expect(await path.call(catalogOf(TRANSFER), call, { maxResultBytes: 200_000 })).toBe(long);
    expect(bounded()).toBe(0);
    expect(await path.call(catalogOf(TRANSFER), call)).not.toBe(long);
    expect(bounded()).toBe(1);
  });
});

describe('resolving on the call path', () => {
  it('names close names after a miss and runs none of them', async () => {
    const { execute, sent } = recorder();
    const failure = await createCallPath({ execute })
      .call(catalogOf(TRANSFER), { reference: 'transfers', arguments: {} })
      .catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'UNKNOWN_TOOL', ran: false, next: expect.stringContaining('s1__transfer') });
    expect(sent).toEqual([]);
  });

  it('lists the owners of an ambiguous name', async () => {
    const catalog = createCatalog(
      ['a', 'b'].map((name) => ({ source: { kind: 'mcp' as const, name }, definition: { name: 'send' } })),
    );
    const { execute } = recorder();
    const failure = await createCallPath({ execute })
      .call(catalog, { reference: 'send', arguments: {} })
      .catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'AMBIGUOUS_TOOL', next: expect.stringMatching(/a__send.*b__send/) });
  });
});
