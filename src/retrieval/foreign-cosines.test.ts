import { describe, expect, it } from 'vitest';
import type { Embedder } from '../engine/index.ts';
import { createCatalog } from '../tools/index.ts';
import { isFitted, placeCosines } from './foreign-cosines.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { REFERENCE_RANGES, REFERENCE_TEXTS, scriptOf } from './reference-texts.ts';
import { searchTools } from './search.ts';
import { createTestEmbedder } from './test-embedder.ts';

const references = Float32Array.from({ length: REFERENCE_TEXTS.length }, (_, i) => ((i * 7) % 48) / 100);

const within = ([start, end]: readonly [number, number], i: number): boolean => i >= start && i < end;

describe('cosines of an unknown model', () => {
  it('come to lie in one place, whatever range the model has', () => {
    const cosines = Float32Array.of(0.05, 0.2, 0.6);
    const narrow = (values: Float32Array) => values.map((value) => 0.8 + value / 10);
    const placed = placeCosines(cosines, references, 'first', new Uint8Array(3));
    const placedNarrow = placeCosines(narrow(cosines), narrow(references), 'first', new Uint8Array(3));
    for (const [i, value] of placed.entries()) expect(placedNarrow[i]).toBeCloseTo(value, 4);
    expect([...placed].sort((a, b) => a - b)).toEqual([...placed]);
    expect(placed[2]).toBeGreaterThan(0.3);
    expect(placed[0]).toBeLessThan(0.05);
  });

  it('are measured within the script of each tool, so that the language alone finds nothing', () => {
    // A model that adds a tenth to whatever is in the request's own script.
    const biased = references.map((cosine, i) => cosine + (i >= REFERENCE_RANGES[2]![0] ? 0.1 : 0));
    const placed = placeCosines(Float32Array.of(0.3, 0.35), biased, 'first', Uint8Array.of(0, 2));
    expect(placed[0]).toBeGreaterThan(placed[1]!);
  });

  it.each([
    ['send mail . gmail . Send an e-mail', 0],
    ['send mail . почта . Отправить письмо', 1],
    ['send mail . mail . 发送邮件给某人', 2],
    ['メール送信 . mail . メールを送る', 2],
    ['...', 0],
  ])('know the script of %s', (text, script) => {
    expect(scriptOf(text)).toBe(script);
    expect(REFERENCE_TEXTS.every((reference, i) => within(REFERENCE_RANGES[scriptOf(reference)]!, i))).toBe(true);
  });

  it('say nothing where the model has no opinion', () => {
    const same = new Float32Array(REFERENCE_TEXTS.length).fill(0.83);
    const placed = placeCosines(Float32Array.of(0.83, 0.8301), same, 'first', new Uint8Array(2));
    expect(Math.abs(placed[1]! - placed[0]!)).toBeLessThan(0.01);
  });
});

const entries = [
  ['send_mail', 'Send a mail to somebody'],
  ['get_weather', 'The weather of tomorrow'],
  ['read_file', 'Read a file'],
  ['write_file', 'Write a file'],
].map(([name, description]) => ({
  source: { kind: 'mcp' as const, name: 's1' },
  definition: { name: name!, description: description! },
}));
const catalog = createCatalog(entries);

/** The same model with its vectors pressed together: every cosine is between .9 and 1. */
function pressed(): Embedder {
  const own = createTestEmbedder('pressed@1');
  return {
    id: own.id,
    dimensions: own.dimensions + 1,
    embed: async (texts, role) =>
      (await own.embed(texts, role)).map((vector) => {
        const wide = Float32Array.from([...vector, 3]);
        const length = Math.hypot(...wide);
        return wide.map((component) => component / length);
      }),
  };
}

describe('a search with a model that nothing was fitted for', () => {
  it('ranks and judges alike whatever the range of its cosines, and says that its verdict is not calibrated', async () => {
    for (const query of ['письмо', 'weather', 'open the file', 'почини мне кран']) {
      const [one, two] = await Promise.all(
        [createTestEmbedder(), pressed()].map((embedder) =>
          searchTools(createMemoryBackend(catalog, { embedder }), { query }),
        ),
      );
      expect(two!.verdict).toBe(one!.verdict);
      expect(two!.hits.map(({ tool }) => tool.name)).toEqual(one!.hits.map(({ tool }) => tool.name));
      expect(one!.calibrated).toBe(false);
    }
  });

  it('scores a tool the same whatever else the catalog holds', async () => {
    const few = createCatalog(entries.slice(0, 2));
    const scoreIn = async (some: typeof catalog) => {
      const { hits } = await searchTools(createMemoryBackend(some, { embedder: createTestEmbedder() }), {
        query: 'письмо',
        refuse: 'never',
      });
      return hits.find(({ tool }) => tool.originalName === 'send_mail')?.score;
    };
    expect(await scoreIn(few)).toBe(await scoreIn(catalog));
  });
});

describe('what is calibrated', () => {
  it('is a verdict by name, not one by words alone', async () => {
    const ask = (query: string) => searchTools(createMemoryBackend(catalog), { query });
    expect((await ask('send_mail')).calibrated).toBe(true);
    expect((await ask('send a mail')).calibrated).toBe(false);
  });

  it('is not a model without a name', () => {
    expect(isFitted('first', undefined)).toBe(false);
  });
});
