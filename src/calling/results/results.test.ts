import { describe, expect, it } from 'vitest';
import { createMemoryStateStore } from '../../state/index.ts';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { RawToolResult } from '../types.ts';
import { headLength, jsonLength, wholeCharacters } from './cut.ts';
import { createResultStore } from './result-store.ts';

const CATALOG = catalogOf(toolOf('report'));
const MAX = 2_000;
const call = { reference: 'report', arguments: {} };
const text = (value: string) => ({ type: 'text', text: value });

const boundedPath = (reply: RawToolResult, maxBytes = MAX) => watchedPath({ reply, results: { maxBytes } });
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
type Cut = Record<'text' | 'structuredContent', { handle: string; offset: number; totalBytes: number }>;
const cutOf = (result: RawToolResult) => (result._meta as Record<string, unknown>)['toolscout/truncated'] as Cut;
const textsOf = (result: RawToolResult) => (result.content as { text?: string }[]).map((block) => block.text);

/** Reads from an offset to the end. */
async function readAll(
  path: ReturnType<typeof watchedPath>['path'],
  handle: string,
  from: number,
  limit: number,
  session?: string,
): Promise<string> {
  let whole = '';
  let offset: number | undefined = from;
  while (offset !== undefined) {
    const page: RawToolResult = await path.call(
      CATALOG,
      { reference: 'tool_result_read', arguments: { handle, offset, limit } },
      session === undefined ? {} : { session },
    );
    whole += textsOf(page)[0];
    offset = ((page._meta as Record<string, unknown>)['toolscout/page'] as { nextOffset?: number }).nextOffset;
  }
  return whole;
}

describe('a result that is short enough', () => {
  it('is the tool’s own object', async () => {
    const reply = { content: [text('x'.repeat(1_900))], structuredContent: { a: 1 }, vendor: [null] };
    expect(await boundedPath(reply).path.call(CATALOG, call)).toBe(reply);
  });

  it('is anything where there is no bound', async () => {
    const reply = { content: [text('x'.repeat(1_000_000))] };
    expect(await boundedPath(reply, 0).path.call(CATALOG, call)).toBe(reply);
  });
});

describe('a result that is too long', () => {
  const LONG = '你😀é"\n'.repeat(600);

  it('gives its head, says what was cut, and the rest can be read', async () => {
    const { path, events } = boundedPath({ content: [text(LONG)], _meta: { own: 1 }, vendor: 'kept' });
    const result = await path.call(CATALOG, call);
    expect(bytesOf(result.content)).toBeLessThanOrEqual(MAX);
    expect(result).toMatchObject({ vendor: 'kept', _meta: { own: 1 } });
    const [head, note] = textsOf(result);
    const { handle, offset, totalBytes } = cutOf(result).text;
    expect(LONG.startsWith(head!)).toBe(true);
    expect(head!.length).toBeGreaterThan(400);
    expect(head).not.toMatch(/\p{Surrogate}/u);
    expect(note).toContain(`of ${totalBytes} bytes`);
    expect(note).toContain(`tool_result_read {"handle":"${handle}","offset":${offset}}`);
    expect(head + (await readAll(path, handle, offset, 100))).toBe(LONG);
    expect(events.some((event) => event.stage === 'bounded')).toBe(true);
  });

  it('keeps images and links whole, and cuts many small texts as well as one large', async () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(5_000) };
    const rows = Array.from({ length: 500 }, (_, index) => text(`row ${index}`));
    const { path } = boundedPath({ content: [...rows.slice(0, 250), image, ...rows.slice(250)] });
    const result = await path.call(CATALOG, call);
    const content = result.content as Record<string, unknown>[];
    expect(content).toContainEqual(image);
    expect(bytesOf(content.filter((block) => block !== image))).toBeLessThanOrEqual(MAX + 100);
    const { handle, offset } = cutOf(result).text;
    const shown = content.filter((block) => String(block.text).startsWith('row')).map((block) => `${block.text}\n`);
    expect(shown.join('') + (await readAll(path, handle, offset, 1_000))).toBe(rows.map((row) => row.text).join('\n'));
  });

  it('cuts the text of an embedded resource', async () => {
    const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'y'.repeat(3_000) } };
    const result = await boundedPath({ content: [resource] }).path.call(CATALOG, call);
    expect(result.content).toMatchObject([
      { type: 'resource', resource: { uri: 'file:///a', text: expect.stringMatching(/^y{1000,2000}$/) } },
      { type: 'text' },
    ]);
  });

  it('leaves out structured content that is too long, and keeps it readable', async () => {
    const structuredContent = { rows: Array.from({ length: 300 }, (_, id) => ({ id, name: 'é' })) };
    const { path } = boundedPath({ content: [], structuredContent, isError: false });
    const result = await path.call(CATALOG, call);
    expect(result).not.toHaveProperty('structuredContent');
    expect(result.isError).toBe(false);
    const { handle, offset } = cutOf(result).structuredContent;
    const [head] = textsOf(result);
    expect(head!.length).toBeGreaterThan(500);
    expect(JSON.parse(head + (await readAll(path, handle, offset, 333)))).toEqual(structuredContent);
  });

  it('can be read by its own session only, and not for ever', async () => {
    let now = 0;
    const store = createResultStore(createMemoryStateStore({ now: () => now }), { ttlMs: 1_000 });
    const { path } = watchedPath({ reply: { content: [text(LONG)] }, results: { maxBytes: MAX, store } });
    const { handle } = cutOf(await path.call(CATALOG, call, { session: 'mine' })).text;
    const read = (session: string) =>
      path.call(CATALOG, { reference: 'tool_result_read', arguments: { handle } }, { session }).catch(toCallFailure);
    expect(await read('mine')).toHaveProperty('content');
    const foreign = await read('yours');
    expect(foreign).toMatchObject({ code: 'RESULT_NOT_FOUND', ran: false });
    now = 2_000;
    expect(await read('mine')).toEqual(foreign);
  });

  it('gives its head also where the rest cannot be kept', async () => {
    const store = createResultStore(createMemoryStateStore({ maxCharacters: 10 }));
    const { path } = watchedPath({ reply: { content: [text(LONG)] }, results: { maxBytes: MAX, store } });
    expect(textsOf(await path.call(CATALOG, call))[1]).toContain('could not be kept');
  });

  it('is read by arguments that came as text as well', async () => {
    const { path } = boundedPath({ content: [text(LONG)] });
    const result = await path.call(CATALOG, call);
    const { handle } = cutOf(result).text;
    const read = (given: unknown) => path.call(CATALOG, { reference: 'tool_result_read', arguments: given });
    expect(await read(JSON.stringify({ handle, offset: 5 }))).toEqual(await read({ handle, offset: 5 }));
    expect(await read('no JSON').catch(toCallFailure)).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });

  it('is read with a handle, and says so', async () => {
    const { path } = boundedPath({ content: [] });
    const failure = await path.call(CATALOG, { reference: 'tool_result_read', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', path: '/handle', ran: false });
  });
});

describe('cutting', () => {
  const EDGES =
    '\u0000\u0007\b\t\n\u000b\f\r\u000e\u001f !"#[\\]\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}';

  it('counts every kind of character as JSON writes it', () => {
    for (const character of [...EDGES, '\ud800', '\udbff', '\udc00', '\udfff', 'a\ud83d', '\ude00b']) {
      expect([character, jsonLength(character)]).toEqual([character, bytesOf(character) - 2]);
      expect([character, headLength(`${character}x`, jsonLength(character))]).toEqual([character, character.length]);
      if (character.length === 1)
        expect([character, headLength(character, jsonLength(character) - 1)]).toEqual([character, 0]);
    }
    expect(jsonLength(EDGES)).toBe(bytesOf(EDGES) - 2);
  });

  it('parts a chain of marks only where it is longer than any writing', () => {
    const chain = (marks: number) => `a${'\u0301'.repeat(marks)}`;
    expect(headLength(`${chain(40)}`, 1 + 2 * 31)).toBe(0);
    expect(headLength(`${chain(40)}`, 1 + 2 * 32)).toBe(33);
    expect(headLength(`xy${chain(20)}`, 2 + 1 + 2 * 10)).toBe(2);
    expect(wholeCharacters(`${'\u0301'.repeat(40)}😀`, 41)).toBe(40);
    expect([wholeCharacters('abc', 3), wholeCharacters('abc', 9), wholeCharacters('abc', -1)]).toEqual([3, 9, 0]);
    // Longer than any writing: it may be parted, but no pair.
    expect(wholeCharacters(`a${'\u{1f3fd}'.repeat(40)}`, 60)).toBe(59);
    expect(wholeCharacters(`a${'\u{1f3fd}'.repeat(40)}`, 61)).toBe(61);
    expect([wholeCharacters('\u0301a', 0), wholeCharacters('\u0301a', 1)]).toEqual([0, 1]);
    expect([wholeCharacters('\u200da', 1), wholeCharacters('ab', 2)]).toEqual([0, 2]);
    expect(wholeCharacters('a\u200db', 2)).toBe(0);
    expect(wholeCharacters('👍🏽', 2)).toBe(0);
  });

  it.each(['plain', '"\\\n\u0001', 'é你😀', '\ud800', ''])('counts the bytes of %j in JSON', (value) => {
    expect(jsonLength(value)).toBe(bytesOf(value) - 2);
  });

  it.each([
    ['e\u0301x', 2, 0],
    ['e\u0301x', 3, 2],
    ['👩\u200d👧x', 10, 0],
    ['👍🏽x', 7, 0],
    ['😀😀', 5, 2],
    ['abc', 0, 0],
    ['abc', -1, 0],
  ])('parts no character of %j within %i bytes', (value, maxBytes, length) => {
    expect(headLength(value, maxBytes)).toBe(length);
  });
});
