import { describe, expect, it } from 'vitest';
import type { Embedder } from '../engine/index.ts';
import { createCatalog } from '../tools/index.ts';
import { embedTools, toolVectorsOf } from './tool-vectors.ts';

/** Texts with "fly" point one way, all others another. */
const axes = (calls: string[][] = []): Embedder => ({
  id: 'axes',
  dimensions: 2,
  embed: async (texts, role) => {
    calls.push([role, ...texts]);
    return texts.map((text) => Float32Array.from(text.includes('fly') ? [0, 1] : [1, 0]));
  },
});

const catalog = createCatalog([
  { source: { kind: 'mcp', name: 's' }, definition: { name: 'book' }, examples: ['fly me to Oslo', 'I have to fly'] },
  { source: { kind: 'mcp', name: 's' }, definition: { name: 'plain' } },
]);

describe('the vectors of tools', () => {
  it('lie between what a tool says of itself and what it is asked for', async () => {
    const vectors = toolVectorsOf(axes());
    await vectors.embed(catalog.tools, { examples: 'each' });
    const [book, plain] = vectors.all(catalog.tools)!;
    expect(book![1]! / book![0]!).toBeCloseTo(1.5);
    expect(Math.hypot(...book!)).toBeCloseTo(1);
    expect([...plain!]).toEqual([1, 0]);
  });

  it('read the examples as requests, and ask for none where there are none', async () => {
    const calls: string[][] = [];
    const embedder = axes(calls);
    await toolVectorsOf(embedder).embed(catalog.tools.slice(1), { examples: 'each' });
    expect(calls.map(([role]) => role)).toEqual(['document']);
    await toolVectorsOf(embedder).embed(catalog.tools.slice(0, 1), { examples: 'each' });
    expect(calls.at(-1)).toEqual(['query', 'fly me to Oslo', 'I have to fly']);
  });

  it('count examples as one text more, half of the direction, where they are read together', async () => {
    const calls: string[][] = [];
    const [book, plain] = await embedTools(axes(calls), catalog.tools, { examples: 'together' });
    expect(calls).toEqual([
      ['document', expect.stringContaining('book'), expect.stringContaining('plain')],
      ['document', 'fly me to Oslo\nI have to fly'],
    ]);
    expect(book![1]! / book![0]!).toBeCloseTo(1);
    expect(Math.hypot(...book!)).toBeCloseTo(1);
    expect([...plain!]).toEqual([1, 0]);
  });

  it('are recalled with their examples, or not at all', async () => {
    const kept = new Map([
      ['book', Float32Array.of(1, 0)],
      ['fly me to Oslo\nI have to fly', Float32Array.of(0, 1)],
    ]);
    const recalling = (): Embedder => ({
      ...axes(),
      recall: async (texts) => texts.map((text) => kept.get(text) ?? kept.get(text.split(' ')[0]!)),
    });
    const whole = toolVectorsOf(recalling());
    await whole.recall(catalog.tools);
    expect(whole.all(catalog.tools.slice(0, 1))![0]![1]).toBeCloseTo(Math.SQRT1_2);
    expect(whole.has(catalog.tools[1]!)).toBe(false);
    kept.delete('fly me to Oslo\nI have to fly');
    const half = toolVectorsOf(recalling());
    await half.recall(catalog.tools);
    expect(half.has(catalog.tools[0]!)).toBe(false);
  });

  it('are of the tool alone where nobody asks for more', async () => {
    const vectors = toolVectorsOf(axes());
    await vectors.embed(catalog.tools);
    expect(vectors.all(catalog.tools)!.map((vector) => [...vector])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('refuse an embedder that gives fewer vectors than it got examples', async () => {
    const short: Embedder = {
      ...axes(),
      embed: async (texts, role) => texts.slice(role === 'query' ? 1 : 0).map(() => Float32Array.from([1, 0])),
    };
    await expect(toolVectorsOf(short).embed(catalog.tools, { examples: 'each' })).rejects.toThrow(
      '1 vectors for 2 texts',
    );
  });

  it('are asked for once by all who ask at the same moment, and again by those whom a failure of another left without', async () => {
    const calls: string[][] = [];
    const refusals = [new Error('not now')];
    const first = axes(calls);
    const embedder: Embedder = {
      ...first,
      embed: async (texts, role) => {
        const vectors = await first.embed(texts, role);
        const refusal = refusals.pop();
        if (refusal !== undefined) throw refusal;
        return vectors;
      },
    };
    const vectors = toolVectorsOf(embedder);
    const outcomes = await Promise.allSettled([vectors.embed(catalog.tools), vectors.embed(catalog.tools)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(calls).toHaveLength(2);
    const other = toolVectorsOf({ ...first });
    await Promise.all([other.embed(catalog.tools), other.embed(catalog.tools.slice(1)), other.embed(catalog.tools)]);
    expect(calls).toHaveLength(3);
  });
});
