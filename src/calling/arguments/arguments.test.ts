import { describe, expect, it } from 'vitest';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { CallRequest } from '../types.ts';

const ISSUE = toolOf(
  'create_issue',
  {
    title: { type: 'string' },
    labels: { type: 'array', items: { type: 'string' } },
    meta: { type: 'object', properties: { owner: { type: 'string' } } },
    body: { type: 'string' },
    due: { type: ['string', 'null'] },
    count: { type: 'integer' },
    size: { anyOf: [{ type: 'object', required: ['w'], properties: { w: { type: 'number' } } }, { type: 'null' }] },
  },
  { required: ['title'] },
);
const CLOSED = toolOf('set_flag', { on: { type: 'boolean' } }, { required: ['on'], additionalProperties: false });
const RENAME = toolOf('rename', { name: { type: 'string' }, id: { type: 'string' } }, { required: ['name'] });
const CATALOG = catalogOf(ISSUE, CLOSED, RENAME, toolOf('ping'));

const run = async (request: Partial<CallRequest>) => {
  const { path, sent } = watchedPath();
  const answer = await path
    .call(CATALOG, { reference: 'create_issue', arguments: undefined, ...request })
    .catch(toCallFailure);
  const repairs = '_meta' in answer ? (answer._meta as Record<string, unknown>)['toolscout/repairs'] : undefined;
  return { answer, args: sent[0]?.args, ran: sent.length, repairs };
};

describe('arguments that mean one thing only', () => {
  it.each<[string, Partial<CallRequest>, unknown, unknown]>([
    [
      'JSON text',
      { arguments: '{"title":"x","labels":["bug"]}' },
      { title: 'x', labels: ['bug'] },
      [{ kind: 'parsed-json', path: '' }],
    ],
    [
      'JSON text of JSON text',
      { arguments: '"{\\"title\\":\\"x\\"}"' },
      { title: 'x' },
      [{ kind: 'parsed-json', path: '' }],
    ],
    [
      'JSON text in the place of a list and an object',
      { arguments: { title: 'x', labels: '["a"]', meta: '{"k":1}' } },
      { title: 'x', labels: ['a'], meta: { k: 1 } },
      [
        { kind: 'parsed-json', path: '/labels' },
        { kind: 'parsed-json', path: '/meta' },
      ],
    ],
    [
      'JSON text in a branch of a union',
      { arguments: { title: 'x', size: '{"w":1}' } },
      { title: 'x', size: { w: 1 } },
      [{ kind: 'parsed-json', path: '/size' }],
    ],
    [
      'null for what is optional',
      { arguments: { title: 'x', body: null, due: null, meta: { owner: null, free: null } } },
      { title: 'x', due: null, meta: { free: null } },
      [
        { kind: 'dropped-null', path: '/meta/owner' },
        { kind: 'dropped-null', path: '/body' },
      ],
    ],
    [
      'arguments beside the name',
      { beside: { title: 'x', labels: ['a'] } },
      { title: 'x', labels: ['a'] },
      [{ kind: 'unflattened', path: '' }],
    ],
    [
      'one argument beside the others',
      { arguments: { title: 'x' }, beside: { body: 'b', reason: 'because' } },
      { title: 'x', body: 'b' },
      [{ kind: 'unflattened', path: '/body' }],
    ],
    [
      'an object under another word',
      { beside: { parameters: { title: 'x' }, body: 'b' } },
      { title: 'x', body: 'b' },
      [
        { kind: 'stripped-prefix', path: '/parameters' },
        { kind: 'unflattened', path: '/body' },
      ],
    ],
    [
      'JSON text under another word',
      { beside: { params: '{"title":"x"}' } },
      { title: 'x' },
      [
        { kind: 'stripped-prefix', path: '/params' },
        { kind: 'parsed-json', path: '' },
      ],
    ],
    [
      'keys with a path in front',
      { beside: { 'args.title': 'x', 'args.meta.owner': 'me' } },
      { title: 'x', meta: { owner: 'me' } },
      [
        { kind: 'stripped-prefix', path: '/args.title' },
        { kind: 'stripped-prefix', path: '/args.meta.owner' },
        { kind: 'unflattened', path: '' },
      ],
    ],
    [
      'a key with a path through something that is not there yet',
      { beside: { 'input.title': 'x', 'params.meta.owner': 'me', 'parameters.meta.k': 1 } },
      { title: 'x', meta: { owner: 'me', k: 1 } },
      [
        { kind: 'stripped-prefix', path: '/input.title' },
        { kind: 'stripped-prefix', path: '/params.meta.owner' },
        { kind: 'stripped-prefix', path: '/parameters.meta.k' },
        { kind: 'unflattened', path: '' },
      ],
    ],
    [
      'arguments wrapped twice',
      { arguments: { args: { title: 'x' } } },
      { title: 'x' },
      [{ kind: 'stripped-prefix', path: '/args' }],
    ],
  ])('run when they are given as %s, and the result says what was put right', async (_form, request, args, repairs) => {
    expect(await run(request)).toMatchObject({ args, repairs });
  });

  it.each(['', '  ', '"  "', 'null', '{}', null, undefined])('are none where nothing is given: %j', async (given) => {
    expect(await run({ reference: 'ping', arguments: given })).toMatchObject({ args: {}, ran: 1 });
  });

  it('may be wrapped under any of five words, once, and not where the tool has an argument of that name', async () => {
    for (const word of ['arguments', 'args', 'input', 'parameters', 'params']) {
      expect((await run({ arguments: { [word]: { title: 'x' } } })).args).toEqual({ title: 'x' });
    }
    expect(await run({ arguments: { payload: { title: 'x' } } })).toMatchObject({ ran: 0 });
    expect(await run({ arguments: { args: 'x' } })).toMatchObject({ ran: 0 });
    const { path, sent } = watchedPath();
    const catalog = catalogOf(toolOf('own', { args: { type: 'object' } }), toolOf('open'));
    for (const reference of ['own', 'open']) await path.call(catalog, { reference, arguments: { args: { a: 1 } } });
    expect(sent.map(({ args }) => args)).toEqual([{ args: { a: 1 } }, { args: { a: 1 } }]);
  });

  it('stand under a word beside the name only where the tool has no argument of that name', async () => {
    const { path, sent } = watchedPath();
    const catalog = catalogOf(toolOf('rpc', { method: { type: 'string' }, params: { type: 'object' } }));
    const beside = { method: 'm', params: { a: 1 } };
    await path.call(catalog, { reference: 'rpc', arguments: undefined, beside });
    expect(sent[0]!.args).toEqual(beside);
  });

  it('are mended at most four rounds deep', async () => {
    const nested = (levels: number): unknown => {
      let schema: Record<string, unknown> = { type: 'integer' };
      for (let level = 0; level < levels; level++) {
        schema = { type: 'object', properties: { a: schema }, required: ['a'] };
      }
      return schema;
    };
    const texts = (levels: number): unknown => {
      let value = '1';
      for (let level = 0; level < levels; level++) value = JSON.stringify({ a: level === 0 ? 1 : value });
      return { a: value };
    };
    const ran = async (levels: number) => {
      const { path, sent } = watchedPath();
      const catalog = catalogOf({ name: 'deep', inputSchema: nested(levels + 1) as object });
      await path.call(catalog, { reference: 'deep', arguments: texts(levels) }).catch(toCallFailure);
      return sent.length;
    };
    expect([await ran(1), await ran(4), await ran(5)]).toEqual([1, 1, 0]);
  });

  it('lose no item of a list, where null stands for it', async () => {
    expect(await run({ arguments: { title: 'x', labels: ['a', null] } })).toMatchObject({ ran: 0 });
    expect((await run({ arguments: { title: 'x', labels: '["a"]', meta: null } })).args).toEqual({
      title: 'x',
      labels: ['a'],
    });
  });

  it('keep the digits of large whole numbers, also in JSON text', async () => {
    const { args } = await run({ arguments: '{"title":"x","count":864691128455135233}' });
    expect(args).toEqual({ title: 'x', count: 864691128455135233n });
    const given = await run({ arguments: { title: 'x', count: 864691128455135233n } });
    expect(given.args).toEqual(args);
  });

  it.each<[string, Partial<CallRequest>]>([
    ['text where text may be', { arguments: { title: '{"a":1}', body: '[1,2]', due: 'null' } }],
    ['a key that the schema does not know but allows', { arguments: { title: 'x', custom: 1 } }],
    ['a path to a place that is taken', { arguments: { title: 'x', 'args.title': 'y' } }],
    ['a path through what is no object', { arguments: { title: 'x', meta: { owner: 'me' }, 'args.meta.owner.k': 1 } }],
    ['a path whose end nobody knows', { arguments: { title: 'x', 'args.other': 1 } }],
    ['a path that starts with no wrapper', { arguments: { title: 'x', 'opts.body': 'b' } }],
    ['a wrapper among others', { arguments: { title: 'x', args: { body: 'b' } } }],
  ])('are passed on as they are: %s', async (_form, request) => {
    const { args, repairs } = await run(request);
    expect(args).toEqual(request.arguments);
    expect(repairs).toBeUndefined();
  });

  it('keep keys that are spelled like members of every object', async () => {
    const { args } = await run({ arguments: '{"title":"x","__proto__":{"a":1},"constructor":"c"}' });
    expect(Object.entries(args as object)).toEqual([
      ['title', 'x'],
      ['__proto__', { a: 1 }],
      ['constructor', 'c'],
    ]);
  });

  it('do no harm to tools that have a name or an id of their own', async () => {
    const flat = await run({ reference: 'rename', beside: { name: 'Zoë', id: '7' } });
    expect(flat.args).toEqual({ name: 'Zoë', id: '7' });
    const unclear = await run({
      reference: 'rename',
      arguments: { id: '7' },
      repairs: [{ kind: 'name-in-arguments', path: '/name' }],
    });
    expect(unclear).toMatchObject({ ran: 0, answer: { code: 'INVALID_ARGUMENTS', ran: false } });
  });
});

describe('a name that stands among the arguments', () => {
  it('is no argument, and is held against it only where the tool has one of that name', async () => {
    const moved = (kind: 'name-in-arguments' | 'parsed-json', path: string, reference: string, args: object) =>
      run({ reference, arguments: args, repairs: [{ kind, path }] });
    expect(await moved('name-in-arguments', '/name', 'create_issue', { title: 'x' })).toMatchObject({
      ran: 1,
      repairs: [{ kind: 'name-in-arguments', path: '/name' }],
    });
    expect(await moved('parsed-json', '/name', 'rename', { name: 'x' })).toMatchObject({ ran: 1 });
    expect((await moved('name-in-arguments', '/name', 'rename', { name: 'x' })).answer).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      tool: 's1__rename',
      path: '',
      expected: 'object',
      signature: '{ name: string, id?: string }',
      next: expect.stringContaining('{ name: string, id?: string }'),
    });
  });
});

describe('arguments that stay wrong', () => {
  it.each<[string, Partial<CallRequest>, string]>([
    ['a number for a text', { arguments: { title: 7 } }, '/title'],
    ['a text for a number', { arguments: { title: 'x', count: '5' } }, '/count'],
    ['null for what is required', { arguments: { title: null } }, '/title'],
    ['JSON text that does not fit either', { arguments: { title: 'x', labels: '[1]' } }, '/labels'],
    ['something else missing too', { arguments: { labels: '["a"]' } }, '/title'],
    ['a key that is forbidden', { reference: 'set_flag', arguments: { on: true, why: 'x' } }, '/why'],
    ['flattened with a forbidden key', { reference: 'set_flag', beside: { on: true, why: 'x' } }, '/why'],
    ['text that is no JSON', { arguments: '{"title":' }, ''],
    ['a list', { arguments: ['x'] }, ''],
    ['beside the name, and none of the tool’s', { reference: 'ping', beside: { title: 'x' } }, ''],
  ])('do not run, and the place and the signature are named: %s', async (_form, request, path) => {
    const { answer, ran } = await run(request);
    expect(ran).toBe(0);
    expect(answer).toMatchObject({ code: 'INVALID_ARGUMENTS', path, ran: false });
    expect((answer as { next: string }).next).toContain((answer as { signature: string }).signature);
  });

  it('run at the second try', async () => {
    const first = await run({ arguments: { titel: 'x' } });
    expect(first.answer).toMatchObject({ path: '/title', signature: expect.stringMatching(/^\{ title: string, /) });
    expect(await run({ arguments: { title: 'x' } })).toMatchObject({ ran: 1 });
  });

  it.each(['1e400', '-1e999', '[1, 1e400]', '{"deep": [1e400]}'])(
    'are refused where a number is out of range, since it would arrive as null: %s',
    async (value) => {
      const outcome = await run({ arguments: `{"title": "x", "meta": {"size": ${value}}}` });
      expect(outcome).toMatchObject({ ran: 0, answer: { code: 'INVALID_ARGUMENTS', ran: false } });
      expect(outcome.answer).toMatchObject({ message: expect.stringContaining('out of range') });
    },
  );

  it('are refused where they are nested deeper than anything can hold', async () => {
    let deep: unknown = {};
    for (let level = 0; level < 50_000; level++) deep = { deep };
    expect((await run({ arguments: { title: 'x', meta: deep } })).answer).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});
