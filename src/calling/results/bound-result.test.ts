import { describe, expect, it } from 'vitest';
import { createMemoryStateStore } from '../../state/index.ts';
import type { RawToolResult } from '../types.ts';
import { boundResult } from './bound-result.ts';
import { READ_BACK_NAME, readBack } from './read-back.ts';
import { createResultStore, type ResultStore } from './result-store.ts';

const text = (value: string) => ({ type: 'text', text: value });
const keeping = (kept: string[] = []): ResultStore => ({
  keep: async (_session, whole) => `h${kept.push(whole)}`,
  read: async () => undefined,
});
const bound = async (result: RawToolResult, maxBytes = 400) => {
  const kept: string[] = [];
  const bounded = await boundResult(result, {
    maxBytes,
    session: 's',
    store: keeping(kept),
    readBack: (handle, offset) => `read ${handle} ${offset}`,
  });
  return { ...bounded, kept };
};

describe('a result within its bound', () => {
  it.each([
    { content: [text('x'.repeat(374))] },
    { content: 'no list' },
    { structuredContent: { a: 'x'.repeat(392) } },
    { structuredContent: { a: 'é'.repeat(196) } },
    { content: [{ type: 'image', data: 'x'.repeat(5_000) }, { type: 'resource', resource: 'x' }, null, 7] },
  ])('comes back as it is', async (result) => {
    const { result: same, cut } = await bound(result);
    expect(same).toBe(result);
    expect(cut).toBeUndefined();
  });

  it.each([
    { content: [text('x'.repeat(375))] },
    { structuredContent: { a: 'x'.repeat(393) } },
    { structuredContent: { a: 'é'.repeat(197) } },
  ])('and one byte more is too long', async (result) => {
    expect((await bound(result)).cut).toBeDefined();
  });
});

describe('a result beyond its bound', () => {
  it('says what is shown of what, and keeps the whole', async () => {
    const long = 'x'.repeat(1_000);
    const { result, cut, kept } = await bound({ content: [text(long)], structuredContent: { a: 1 }, more: 2 });
    const shell = JSON.stringify(text('')).length + 1;
    const shown = 300 - shell;
    expect(result).toEqual({
      content: [
        text('x'.repeat(shown)),
        text(`[Result cut: 300 of ${1_000 + shell} bytes of text are shown. Read on with read h1 ${shown}.]`),
      ],
      structuredContent: { a: 1 },
      more: 2,
      _meta: {
        'toolscout/truncated': { text: { totalBytes: 1_000 + shell, shownBytes: 300, offset: shown, handle: 'h1' } },
      },
    });
    expect(cut).toEqual({ totalBytes: 1_000 + shell + 7, shownBytes: 307 });
    expect(kept).toEqual([long]);
  });

  it('leaves structured content out, and shows its beginning where there is no text', async () => {
    const structuredContent = { a: 'é'.repeat(500) };
    const json = JSON.stringify(structuredContent);
    const total = Buffer.byteLength(json);
    const alone = await bound({ structuredContent, _meta: { own: 1 } });
    const head = (alone.result.content as { text: string }[])[0]!.text;
    expect(json.startsWith(head)).toBe(true);
    expect(Buffer.byteLength(head)).toBeGreaterThan(280);
    expect(alone.result).toEqual({
      content: [
        text(head),
        text(
          `[Result cut: structuredContent (${total} bytes of JSON) is left out. Read on with read h1 ${head.length}.]`,
        ),
      ],
      _meta: {
        own: 1,
        'toolscout/truncated': {
          structuredContent: {
            totalBytes: total,
            shownBytes: Buffer.byteLength(head),
            offset: head.length,
            handle: 'h1',
          },
        },
      },
    });
    expect(alone.cut).toEqual({ totalBytes: total, shownBytes: Buffer.byteLength(head) });
    const beside = await bound({ content: [text('short')], structuredContent });
    expect(beside.result.content).toEqual([
      text('short'),
      text(expect.stringMatching(/left out\. Read on with read h1 0\.\]$/) as never),
    ]);
    expect(beside.kept).toEqual([json]);
  });

  it('cuts both, with a note for each', async () => {
    const { result, kept } = await bound({
      content: [text('x'.repeat(900))],
      structuredContent: { a: 'y'.repeat(900) },
    });
    const notes = (result.content as { text: string }[]).at(-1)!.text.split('\n');
    expect(notes).toEqual([
      expect.stringMatching(/^\[Result cut: 300 of .*h1/),
      expect.stringMatching(/left out.*h2 0/),
    ]);
    expect(Object.keys((result._meta as Record<string, object>)['toolscout/truncated']!)).toEqual([
      'text',
      'structuredContent',
    ]);
    expect(kept).toHaveLength(2);
  });

  it('gives no block of which nothing is left, and every block that is no text', async () => {
    const image = { type: 'image', data: 'x'.repeat(900) };
    const { result } = await bound({ content: [text('x'.repeat(270)), text('y'.repeat(270)), image, text('z')] });
    expect((result.content as unknown[]).slice(0, -1)).toEqual([text('x'.repeat(270)), image]);
    expect(JSON.stringify(result._meta)).toContain('"offset":271');
  });

  it('leaves the parts of an embedded resource in their place', async () => {
    const resource = { type: 'resource', note: 1, resource: { uri: 'u', text: 'x'.repeat(900) } };
    const { result } = await bound({ content: [resource, { type: 'resource', text: 'not its text', resource: {} }] });
    expect(result.content).toMatchObject([
      { type: 'resource', note: 1, resource: { uri: 'u', text: expect.stringMatching(/^x+$/) } },
      { type: 'resource', text: 'not its text', resource: {} },
      { type: 'text' },
    ]);
  });

  it('leaves room for the note: 1,000 bytes, of a small bound a quarter', async () => {
    const { result } = await bound({ content: [text('x'.repeat(900))] }, 40);
    expect(result.content).toEqual([text('xxxx'), text(expect.stringContaining('Read on') as never)]);
    const large = await bound({ content: [text('x'.repeat(90_000))] }, 10_000);
    expect((large.result.content as { text: string }[])[0]!.text).toHaveLength(
      9_000 - JSON.stringify(text('')).length - 1,
    );
  });
});

describe('reading on', () => {
  const state = createResultStore(createMemoryStateStore());
  const whole = 'é'.repeat(30_000);
  const read = async (input: object, maxBytes = 100_000) => {
    const handle = await state.keep('s', whole);
    const result = await readBack({ handle, ...input }, { store: state, session: 's', maxBytes });
    const [page, note] = result.content as { text: string }[];
    const meta = (result._meta as Record<string, unknown>)['toolscout/page'];
    return { length: page!.text.length, note: note!.text, meta };
  };

  it('gives 20,000 characters from the beginning, and says where it goes on', async () => {
    expect(await read({})).toEqual({
      length: 20_000,
      note: '[Characters 0 to 20000 of 30000. Next offset: 20000.]',
      meta: { offset: 0, total: 30_000, nextOffset: 20_000 },
    });
    expect(await read({ offset: 20_000 })).toEqual({
      length: 10_000,
      note: '[Characters 20000 to 30000 of 30000. This is the end.]',
      meta: { offset: 20_000, total: 30_000 },
    });
  });

  it.each<[object, number, number]>([
    [{ offset: '29990' }, 29_990, 10],
    [{ offset: 29_990.9 }, 29_990, 10],
    [{ offset: ' ', limit: 5 }, 0, 5],
    [{ offset: '', limit: '5' }, 0, 5],
    [{ offset: -1, limit: 5 }, 0, 5],
    [{ offset: Number.POSITIVE_INFINITY, limit: 5 }, 0, 5],
    [{ offset: 'x', limit: 'y' }, 0, 20_000],
    [{ offset: null, limit: [7] }, 0, 20_000],
    [{ offset: 99_999 }, 30_000, 0],
    [{ limit: 0 }, 0, 1],
  ])('reads %j as from %i, %i characters', async (input, offset, length) => {
    const page = await read(input);
    expect([(page.meta as { offset: number }).offset, page.length]).toEqual([offset, length]);
  });

  it('stays within a third of the bound', async () => {
    expect((await read({ limit: 500 }, 300)).length).toBe(100);
    expect((await read({ limit: 500 }, 1)).length).toBe(1);
  });

  it.each([undefined, null, {}, { handle: '' }, { handle: 7 }, 'h'])('needs a handle: %j', async (input) => {
    await expect(readBack(input, { store: state, session: 's', maxBytes: 100 })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      details: { tool: READ_BACK_NAME, path: '/handle', expected: 'string' },
    });
  });

  it('tells which tool it was that found nothing', async () => {
    const reading = readBack({ handle: 'h' }, { store: state, session: 's', maxBytes: 100 });
    await expect(reading).rejects.toMatchObject({ code: 'RESULT_NOT_FOUND', details: { tool: READ_BACK_NAME } });
  });
});
