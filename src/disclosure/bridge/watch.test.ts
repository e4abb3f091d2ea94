import { describe, expect, it } from 'vitest';
import { createCallPath, createTelemetry, type TelemetryEvent } from '../../calling/index.ts';
import type { Embedder } from '../../engine/index.ts';
import { createMemoryStateStore, createSessionStore, type SessionStore } from '../../state/index.ts';
import { type Catalog, createCatalog } from '../../tools/index.ts';
import type { SearchAnswer } from './answers.ts';
import { type BridgeOptions, createBridge } from './bridge.ts';
import { createRepeatDetector } from './repeats.ts';

const catalog: Catalog = createCatalog(
  [
    { name: 'send_mail', description: 'Send a mail to somebody.' },
    { name: 'read_mail', description: 'Read a mail in a folder.' },
    { name: 'book_room', description: 'Book a room for a meeting.' },
  ].map((definition) => ({ source: { kind: 'mcp', name: 'office' }, definition })),
);

function bridge(options: Partial<BridgeOptions> = {}) {
  const events: TelemetryEvent[] = [];
  const built = createBridge({
    defaultLimit: 5,
    maxLimit: 20,
    callPath: createCallPath({ execute: async () => ({ content: [] }) }),
    telemetry: createTelemetry({ sinks: [(event) => events.push(event)] }),
    ...options,
  });
  const search = async (query: string, session?: string) =>
    (await built.search(catalog, { query }, { session })) as SearchAnswer;
  return { built, search, events };
}

describe('what the bridge tells', () => {
  it('is one event for each search and description, under the session that made it', async () => {
    const { built, search, events } = bridge();
    await search('mail somebody', 's');
    await built.search(catalog, { queries: ['book a room', 'read mail'] }, { session: 't' });
    built.describe(catalog, { names: ['send_mail', 'book_room'] }, { session: 's' });
    built.describe(catalog, { name: catalog.tools[0]!.id });
    expect(events.map(({ type, session }) => [type, session])).toEqual([
      ['search', 's'],
      ['search', 't'],
      ['search', 't'],
      ['describe', 's'],
      ['describe', 'anonymous'],
    ]);
    expect(events[0]).toMatchObject({
      verdict: 'confident',
      tier: 'lexical',
      hits: expect.any(Array),
      queryLength: 13,
    });
    expect(events[3]).toMatchObject({ tools: ['mcp:office:send_mail', 'mcp:office:book_room'] });
    expect(JSON.stringify(events)).not.toContain('somebody');
  });

  it('says what failed, by its code', async () => {
    const { built, search, events } = bridge();
    await expect(search('/(/', 's')).rejects.toThrow();
    expect(() => built.describe(catalog, { name: 'no_such_tool' }, { session: 's' })).toThrow();
    expect(events).toMatchObject([
      { type: 'search', verdict: 'failed', code: 'INVALID_ARGUMENTS', hits: [] },
      { type: 'describe', tools: [], code: 'UNKNOWN_TOOL' },
    ]);
    expect(JSON.stringify(events)).not.toContain('no_such_tool');
  });

  it('marks searches that were made again', async () => {
    const { search, events } = bridge({ sessions: createSessionStore(createMemoryStateStore()) });
    for (let i = 0; i < 3; i++) await search('mail somebody', 's');
    expect(events.map((event) => event.type === 'search' && event.asked)).toEqual([undefined, 2, 3]);
  });
});

describe('the memory of a session', () => {
  it('stops a loop by naming what kinds of tools there are, and describes only what was not shown before', async () => {
    const { search } = bridge({ sessions: createSessionStore(createMemoryStateStore()) });
    for (const query of ['mail somebody', 'mail to somebody']) await search(query, 's');
    const third = await search('somebody to mail', 's');
    expect(third.advice).toContain('Stop searching.');
    expect(third.advice).toContain('Tools exist for: office.');
    expect(third.hits.every(({ signature }) => signature === undefined)).toBe(true);
  });

  it('stops a row of searches that find nothing, in whatever language they are', async () => {
    const { search } = bridge({ sessions: createSessionStore(createMemoryStateStore()) });
    const loop = ['order a taxi', 'закажи такси', '叫一辆出租车'];
    const answers = [];
    for (const query of loop) answers.push(await search(query, 's'));
    expect(answers.map(({ verdict }) => verdict)).toEqual(['none', 'none', 'none']);
    expect(answers.map(({ advice }) => advice?.includes('stop searching and ask the user'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(answers[2]?.advice).toContain('Tools exist for: office.');
    // A hit ends the row.
    await search('mail somebody', 's');
    expect((await search('play chess', 's')).advice).not.toContain('stop searching and ask');
  });

  it('holds what it searched for and described', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    const { built, search } = bridge({ sessions });
    await search('mail somebody', 's');
    built.describe(catalog, { name: 'send_mail' }, { session: 's' });
    const { searches, tools } = await sessions.read('s');
    expect(searches.map(({ query }) => query)).toEqual(['mail somebody']);
    expect(tools.at(-1)).toMatchObject({ id: 'mcp:office:send_mail', found: 1, described: 1, called: 0 });
  });

  it('is not asked for what nobody in particular does', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    const { search } = bridge({ sessions });
    const answers = [await search('mail somebody'), await search('mail somebody')];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[1]!.hits[0]!.signature).toBeDefined();
  });

  it('costs no answer when its store fails', async () => {
    const errors: unknown[] = [];
    const fault = new Error('store is away');
    const fail = () => Promise.reject(fault);
    const sessions: SessionStore = {
      read: fail,
      searched: fail,
      used: fail,
      beginTurn: fail,
      restore: fail,
      end: fail,
    };
    const { built, search } = bridge({ sessions, onSessionError: (error) => errors.push(error) });
    expect((await search('mail somebody', 's')).hits[0]!.name).toBe('office__send_mail');
    expect(built.describe(catalog, { name: 'send_mail' }, { session: 's' })).toMatchObject({
      name: 'office__send_mail',
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([fault, fault, fault]);
  });
});

describe('a request made again', () => {
  const found = (query: string, ids: readonly string[], tellsOfBest = false) => ({ query, ids, tellsOfBest });
  const detector = (embedder?: Embedder, now?: () => number) => {
    const { count } = createRepeatDetector({
      sessions: createSessionStore(createMemoryStateStore()),
      ...(embedder === undefined ? {} : { embedder }),
      ...(now === undefined ? {} : { now }),
    });
    const told = count;
    return { told, count: async (...given: Parameters<typeof count>) => (await told(...given)).asked };
  };

  it('is none when the answer shows a tool that the earlier ones did not', async () => {
    const { count } = detector();
    expect(await count('s', found('mail somebody', ['a', 'b']))).toBe(1);
    expect(await count('s', found('mail somebody', ['b', 'c']))).toBe(1);
    expect(await count('s', found('mail somebody', ['c', 'a']))).toBe(2);
  });

  it('is one by the third wording that only brings other tools to the end of the list', async () => {
    const { told } = detector();
    expect(await told('s', found('mail somebody', ['a', 'b', 'c', 'd']))).toMatchObject({ asked: 1, news: [] });
    expect(await told('s', found('mail to somebody', ['a', 'b', 'c', 'e']))).toMatchObject({ asked: 1, news: [] });
    expect(await told('s', found('somebody to mail', ['b', 'a', 'd', 'f']))).toMatchObject({ asked: 3, news: ['f'] });
    // Another best hit, or mostly other tools, is an answer of its own.
    expect((await told('s', found('mail for somebody', ['x', 'a', 'b', 'c']))).asked).toBe(1);
    expect((await told('s', found('somebody by mail', ['a', 'u', 'v', 'w']))).asked).toBe(1);
  });

  it('is told by what both rank best where the wordings are far apart', async () => {
    const vectors: Record<string, Float32Array> = { a: Float32Array.of(1, 0), b: Float32Array.of(0.4, 0.917) };
    const embedder: Embedder = {
      id: 'angles@1',
      dimensions: 2,
      embed: async (texts) => texts.map((one) => vectors[one]!),
    };
    const ranked = ['p', 'q', 'r', 's', 't', 'u'];
    const second = async (others: readonly string[]) => {
      const { told } = detector(embedder);
      await told('s', { ...found('a', ['p']), ranked });
      return (await told('s', { ...found('b', ['p']), ranked: others })).asked;
    };
    expect(await second(ranked)).toBe(2);
    expect(await second(['p', 'x', 'y', 'z'])).toBe(1);
  });

  it('is not told by what both rank best where that is nearly all there is', async () => {
    const vectors: Record<string, Float32Array> = { a: Float32Array.of(1, 0), b: Float32Array.of(0.36, 0.933) };
    const embedder: Embedder = {
      id: 'angles@1',
      dimensions: 2,
      embed: async (texts) => texts.map((one) => vectors[one]!),
    };
    const second = async (outOf: number) => {
      const { told } = detector(embedder);
      const ranked = ['p', 'q', 'r', 's', 't', 'u', 'v', 'w'];
      await told('s', { ...found('a', ['p']), ranked, outOf });
      return (await told('s', { ...found('b', []), ranked, outOf })).asked;
    };
    expect(await second(12)).toBe(1);
    expect(await second(2_000)).toBe(2);
  });

  it('is none when another best hit brings its schema along', async () => {
    const { count } = detector();
    await count('s', found('mail somebody', ['a', 'b'], true));
    expect(await count('s', found('mail somebody', ['b', 'a'], true))).toBe(1);
    expect(await count('s', found('mail somebody', ['a', 'b'], true))).toBe(2);
  });

  it('is none after half an hour', async () => {
    let time = 0;
    const { count } = detector(undefined, () => time);
    await count('s', found('mail somebody', []));
    time += 31 * 60_000;
    expect(await count('s', found('mail somebody', []))).toBe(1);
  });

  it('is told from another need by words where the embedder hangs, fails or answers with too little', async () => {
    const broken: readonly Embedder['embed'][] = [
      () => new Promise(() => {}),
      () => Promise.reject(new Error('away')),
      async () => [],
    ];
    for (const embed of broken) {
      const { count } = detector({ id: 'broken@1', dimensions: 2, embed });
      await count('s', found('send a mail to somebody', []));
      expect(await count('s', found('send somebody a mail please', []))).toBe(2);
      expect(await count('s', found('book a meeting room', []))).toBe(1);
    }
  });

  it('keeps its place in a chain of paraphrases', async () => {
    const vectors: Record<string, Float32Array> = {
      a: Float32Array.of(1, 0),
      b: Float32Array.of(0.7, 0.714),
      c: Float32Array.of(0, 1),
    };
    const { count } = detector({
      id: 'angles@1',
      dimensions: 2,
      embed: async (texts) => texts.map((text) => vectors[text]!),
    });
    expect(await count('s', found('a', []))).toBe(1);
    expect(await count('s', found('b', []))).toBe(2);
    expect(await count('s', found('c', []))).toBe(3);
  });
});
