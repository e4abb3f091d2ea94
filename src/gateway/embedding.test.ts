import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Embedder } from '../engine/index.ts';
import type { EmbeddingProgress } from '../retrieval/index.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';

const open: Gateway[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

/** Everything means the same to it. */
const embedderOf = (id: string, more: Partial<Embedder> = {}): Embedder => ({
  id,
  dimensions: 2,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  ...more,
});

function start(options: Partial<GatewayOptions>): { gateway: Gateway; through: Promise<EmbeddingProgress> } {
  let settle: (progress: EmbeddingProgress) => void;
  const through = new Promise<EmbeddingProgress>((resolve) => {
    settle = resolve;
  });
  const gateway = new Gateway({
    servers: [],
    entries: [{ source: { kind: 'mcp', name: 'own' }, definition: { name: 'send_mail', description: 'Send a mail' } }],
    embedder: embedderOf('first@1'),
    onEmbedding: (progress) => {
      if (progress.state !== 'embedding') settle(progress);
    },
    ...options,
  });
  open.push(gateway);
  gateway.start();
  return { gateway, through };
}

describe('the deep model behind a gateway', () => {
  it('embeds the catalog by itself after the start, and tells how far it is', async () => {
    const { gateway, through } = start({ deepEmbedder: embedderOf('deep@1') });
    expect(gateway.embedding()).toEqual({ state: 'idle', embedded: 0, total: 0, tier: 'deep@1' });
    expect(await through).toEqual({ state: 'ready', embedded: 1, total: 1, tier: 'deep@1' });
    expect(gateway.embedding()?.state).toBe('ready');
  });

  it('costs nothing but itself when it fails', async () => {
    const deepEmbedder = embedderOf('deep@1', { embed: () => Promise.reject(new Error('no model')) });
    const { gateway, through } = start({ deepEmbedder });
    expect((await through).state).toBe('failed');
    expect(await gateway.search({ query: 'send a mail' })).toMatchObject({
      hits: [{ name: 'own__send_mail' }],
      degraded: true,
    });
  });

  it('is none where nobody gave one', () => {
    expect(start({}).gateway.embedding()).toBeUndefined();
  });

  it('does not begin after the gateway was closed', async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const { gateway } = start({
      deepEmbedder: embedderOf('deep@1', {
        embed: async (texts) => {
          asked.push(...texts);
          return texts.map(() => Float32Array.of(1, 0));
        },
      }),
    });
    await gateway.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
  });
});
