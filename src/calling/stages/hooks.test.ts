import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { CallEvent, CallHook, CallOutcome } from '../types.ts';

const CATALOG = catalogOf(toolOf('read_file', { path: { type: 'string' } }, { required: ['path'] }));
const call = { reference: 'read_file', arguments: { path: 'a' } };

describe('a hook before the call', () => {
  it('sees the real tool and its parsed arguments, and the next one sees what it made of them', async () => {
    const seen: CallEvent[] = [];
    const { path, sent } = watchedPath({
      hooks: [
        {
          before: (event) => {
            seen.push(event);
            return { arguments: { ...event.arguments, path: 'b' } };
          },
        },
        { before: (event) => void seen.push(event) },
      ],
    });
    await path.call(CATALOG, { reference: 's1/read_file', arguments: '{"path":"a"}' }, { entrance: 'bridge' });
    expect(seen.map(({ tool, arguments: args, entrance }) => [tool.originalName, args, entrance])).toEqual([
      ['read_file', { path: 'a' }, 'bridge'],
      ['read_file', { path: 'b' }, 'bridge'],
    ]);
    expect(sent[0]!.args).toEqual({ path: 'b' });
  });

  it.each<[string, CallHook['before'], string]>([
    ['returns a reason', () => ({ block: 'not on Fridays' }), 'BLOCKED_BY_HOOK'],
    ['rejects', () => Promise.reject(new Error('not on Fridays')), 'BLOCKED_BY_HOOK'],
    [
      'throws a coded error',
      () => {
        throw new ToolscoutError('NOT_ALLOWED', 'not on Fridays');
      },
      'NOT_ALLOWED',
    ],
  ])('stops it when it %s; nothing has run', async (_how, before, code) => {
    const after: unknown[] = [];
    const { path, sent, events } = watchedPath({
      hooks: [{ ...(before === undefined ? {} : { before }), after: () => void after.push(1) }],
    });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
      code,
      message: expect.stringContaining('not on Fridays'),
      ran: false,
    });
    expect([sent, after]).toEqual([[], []]);
    expect(events.at(-1)).toMatchObject({ stage: 'finished', end: 'refused', code, ran: false });
  });

  it.each([[['a']], ['a'], [7], [true]])('cannot put in arguments that are no object: %j', async (args) => {
    const { path, sent } = watchedPath({ hooks: [{ before: () => ({ arguments: args as never }) }] });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'BLOCKED_BY_HOOK', ran: false });
    expect(sent).toEqual([]);
  });

  it.each([true, 0, 1, {}, [], new Error('no'), ''])(
    'stops it by anything that stands under block: %s',
    async (block) => {
      const { path, sent } = watchedPath({ hooks: [{ before: () => ({ block: block as never }) }] });
      expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
        code: 'BLOCKED_BY_HOOK',
        ran: false,
      });
      expect(sent).toEqual([]);
    },
  );

  it('stops it where what it gives cannot be read, or is no data', async () => {
    const unreadable = {
      get block(): string {
        throw new Error('no table');
      },
    };
    for (const answer of [
      unreadable,
      { arguments: { path: () => 'a' } },
      { arguments: new Proxy({ path: 'a' }, {}) },
    ]) {
      const { path, sent } = watchedPath({ hooks: [{ before: () => answer as never }] });
      expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
        code: 'BLOCKED_BY_HOOK',
        ran: false,
        next: expect.stringContaining('user'),
      });
      expect(sent).toEqual([]);
    }
  });

  it('that gives what was there already changes nothing, and nobody is asked twice', async () => {
    let asked = 0;
    const approver = () => {
      asked++;
      return true;
    };
    const { path, sent, events } = watchedPath({
      policy: () => ({ ask: 'why' }),
      approval: { approver },
      hooks: [{ before: (event) => ({ arguments: { ...event.arguments } }) }],
    });
    await path.call(CATALOG, call);
    expect([asked, sent[0]!.args]).toEqual([1, { path: 'a' }]);
    expect(events).toContainEqual(expect.objectContaining({ stage: 'hooked', changed: false }));
  });

  it('gives arguments that are put right as those of a model are, before anybody decides on them', async () => {
    const catalog = catalogOf(toolOf('search', { filter: { type: 'object' }, page: { type: 'integer' } }));
    const decided: unknown[] = [];
    const { path, sent } = watchedPath({
      policy: ({ arguments: args }) => decided.push(args) > 0 || 'no',
      hooks: [{ before: () => ({ arguments: { filter: '{"k":1}', page: null } }) }],
    });
    await path.call(catalog, { reference: 'search', arguments: {} });
    expect(sent[0]!.args).toEqual({ filter: { k: 1 } });
    expect(decided.slice(1)).toEqual([{ filter: { k: 1 } }, { filter: { k: 1 } }]);
  });

  it.each([undefined, null, {}, { arguments: undefined }, { block: undefined }, { block: null }, { block: false }])(
    'changes nothing by %j',
    async (answer) => {
      const { path, sent, events } = watchedPath({ hooks: [{ before: () => answer as undefined }, {}] });
      await path.call(CATALOG, call);
      expect(sent[0]!.args).toEqual({ path: 'a' });
      expect(events).toContainEqual(expect.objectContaining({ stage: 'hooked', changed: false }));
    },
  );

  it('cannot put in arguments that do not fit, or that policy denies', async () => {
    const change = (args: Readonly<Record<string, unknown>>): CallHook => ({ before: () => ({ arguments: args }) });
    const misfit = watchedPath({ hooks: [change({ path: 7 })] });
    expect(await misfit.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
      code: 'BLOCKED_BY_HOOK',
      ran: false,
    });
    const denied = watchedPath({
      hooks: [change({ path: '/etc/shadow' })],
      policy: ({ arguments: args }) => (String(args.path).startsWith('/etc') ? 'outside' : true),
    });
    expect(await denied.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'NOT_ALLOWED' });
    expect([misfit.sent, denied.sent]).toEqual([[], []]);
  });

  it('that never answers stops its own call, after a time', async () => {
    const silent: CallHook = { before: () => new Promise(() => {}) };
    const late = watchedPath({ hooks: [silent], hookTimeoutMs: 20 });
    expect(await late.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({
      code: 'BLOCKED_BY_HOOK',
      message: expect.stringContaining('no answer within 0.02 s'),
      ran: false,
    });
    const left = watchedPath({ hooks: [silent] });
    const leaving = new AbortController();
    const ended = left.path.call(CATALOG, call, { signal: leaving.signal }).catch(toCallFailure);
    leaving.abort();
    expect(await ended).toMatchObject({ code: 'CALL_CANCELLED', ran: false });
    expect([late.sent, left.sent]).toEqual([[], []]);
  });

  it('may take so long that a right is gone: then nothing runs', async () => {
    let isAllowed = true;
    const { path, sent, events } = watchedPath({
      policy: () => isAllowed || 'it is not allowed any more',
      hooks: [
        {
          before: async () => {
            isAllowed = false;
          },
        },
      ],
    });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
    expect(sent).toEqual([]);
    expect(events.filter(({ stage }) => stage === 'policy')).toMatchObject([
      { decision: 'allow' },
      { decision: 'deny', reason: expect.stringContaining('not allowed any more') },
    ]);
  });

  it('cannot change arguments by the way', async () => {
    const { path, sent } = watchedPath({
      hooks: [{ before: (event) => void Object.assign(event.arguments, { path: 'b' }) }],
    });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'BLOCKED_BY_HOOK', ran: false });
    expect(sent).toEqual([]);
  });
});

describe('a hook after the call', () => {
  it('puts another result in the place of the first only by returning it', async () => {
    const reply = { content: [{ type: 'text', text: 'secret' }] };
    const failures: unknown[] = [];
    const meddling = watchedPath({
      reply,
      hooks: [
        {
          after: (_event, outcome) => {
            if (outcome.ok) (outcome.result.content as unknown[]).push('more');
          },
        },
      ],
      onHookError: (error) => failures.push(error),
    });
    expect(await meddling.path.call(CATALOG, call)).toBe(reply);
    expect(failures).toHaveLength(1);
    expect(reply.content).toHaveLength(1);

    const shown: CallOutcome[] = [];
    const replacing = watchedPath({
      reply,
      hooks: [
        { after: () => ({ result: { content: [{ type: 'text', text: 'redacted' }] } }) },
        { after: (_event, outcome) => void shown.push(outcome) },
      ],
    });
    const replaced = { content: [{ type: 'text', text: 'redacted' }] };
    expect(await replacing.path.call(CATALOG, call)).toEqual(replaced);
    expect(shown).toEqual([{ ok: true, result: replaced }]);
  });

  it('that never ends keeps no result back', async () => {
    const failures: unknown[] = [];
    const reply = { content: [{ type: 'text', text: 'done' }] };
    const { path } = watchedPath({
      reply,
      hookTimeoutMs: 20,
      hooks: [{ after: () => new Promise(() => {}) }],
      onHookError: (error) => failures.push(error),
    });
    expect(await path.call(CATALOG, call)).toBe(reply);
    expect(failures).toMatchObject([{ message: expect.stringContaining('no answer within') }]);
  });

  it('keeps no result back where even its failure cannot be told', async () => {
    const reply = { content: [{ type: 'text', text: 'done' }] };
    const fails = (): never => {
      throw new Error('broken');
    };
    const { path } = watchedPath({ reply, hooks: [{ after: fails }], onHookError: fails });
    expect(await path.call(CATALOG, call)).toBe(reply);
  });

  it('replaces nothing by an answer without a result', async () => {
    for (const answer of [undefined, null, 'text', {}, { result: 'text' }, { result: null }]) {
      const { path } = watchedPath({ reply: { content: [] }, hooks: [{ after: () => answer as undefined }] });
      expect(await path.call(CATALOG, call)).toEqual({ content: [] });
    }
  });

  it('is shown what cannot be copied as it is', async () => {
    const reply = { content: [], more: () => 1 } as never;
    const shown: CallOutcome[] = [];
    const { path } = watchedPath({ reply, hooks: [{ after: (_event, outcome) => void shown.push(outcome) }] });
    expect(await path.call(CATALOG, call)).toBe(reply);
    expect(shown).toEqual([{ ok: true, result: reply }]);
  });

  it('sees failures too, and may answer in their place', async () => {
    const { path } = watchedPath({
      reply: () => Promise.reject(new Error('boom')),
      hooks: [{ after: (_event, outcome) => (outcome.ok ? undefined : { result: { content: [], isError: true } }) }],
    });
    expect(await path.call(CATALOG, call)).toEqual({ content: [], isError: true });
  });
});

describe('policy', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['says nothing', () => undefined],
    ['says false', () => false],
    ['says something else', () => ({ decision: 'allow' })],
  ])('that %s lets nothing run', async (_how, policy) => {
    const { path, sent } = watchedPath({ policy: policy as () => true });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
    expect(sent).toEqual([]);
  });

  it('comes before the arguments are judged, so that a denied call tells nothing of the schema', async () => {
    const { path } = watchedPath({ policy: () => 'no' });
    for (const args of [{}, 'no JSON', ['x']]) {
      const failure = await path.call(CATALOG, { reference: 'read_file', arguments: args }).catch(toCallFailure);
      expect(failure).toMatchObject({ code: 'NOT_ALLOWED' });
      expect(JSON.stringify(failure)).not.toContain('path');
    }
  });
});
