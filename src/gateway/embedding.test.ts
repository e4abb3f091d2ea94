import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTelemetry } from '../calling/index.ts';
import type { Embedder } from '../engine/index.ts';
import type { EmbeddingProgress } from '../retrieval/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

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

  it('reads what searches find where the catalog is too large, behind the answers', async () => {
    const tiers: string[] = [];
    const telemetry = createTelemetry({
      sinks: [
        (event) => {
          if (event.type === 'search') tiers.push(event.tier);
        },
      ],
    });
    let asked: (texts: readonly string[]) => void = () => {};
    const reading = new Promise<readonly string[]>((resolve) => {
      asked = resolve;
    });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deepEmbedder = embedderOf('deep@1', {
      embed: async (texts) => {
        if (texts.some((text) => text.includes('Send a mail'))) {
          asked(texts);
          await held;
        }
        return texts.map(() => Float32Array.of(1, 0));
      },
    });
    const entries = Array.from({ length: 30 }, (_, i) => ({
      source: { kind: 'mcp' as const, name: 'own' },
      definition: { name: `send_${i}`, description: 'Send a mail' },
    }));
    const { gateway, through } = start({ entries, deepEmbedder, deepToolLimit: 29, telemetry });
    expect(await through).toMatchObject({ state: 'too-many', total: 30 });
    await gateway.search({ query: 'a mail for you' });
    expect((await reading).length).toBeGreaterThan(0);
    await gateway.search({ query: 'a mail for you' });
    release();
    await vi.waitFor(async () => {
      await gateway.search({ query: 'a mail for you' });
      expect(tiers.at(-1)).toBe('first@1+rerank:deep@1');
    });
    expect(tiers.slice(0, 2)).toEqual(['first@1', 'first@1']);
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

describe('a slow embedder behind a gateway', () => {
  it('reads the catalog after the start, before anybody searches', async () => {
    let read: (texts: readonly string[]) => void = () => {};
    const asked = new Promise<readonly string[]>((resolve) => {
      read = resolve;
    });
    const embedder = embedderOf('endpoint@1', {
      embed: async (texts) => {
        read(texts);
        return texts.map(() => Float32Array.of(1, 0));
      },
    });
    start({ embedder, embedAhead: true });
    expect(await asked).toEqual(['send mail . own . Send a mail']);
  });

  it('costs nothing but itself when it fails', async () => {
    const embedder = embedderOf('endpoint@1', { embed: () => Promise.reject(new Error('no connection')) });
    const { gateway } = start({ embedder, embedAhead: true });
    expect(await gateway.search({ query: 'send a mail' })).toMatchObject({
      hits: [{ name: 'own__send_mail' }],
      degraded: true,
    });
  });
});

describe('a reranker behind a gateway', () => {
  it('orders what the bridge answers', async () => {
    const entries = ['send_mail', 'read_mail'].map((name) => ({
      source: { kind: 'mcp' as const, name: 'own' },
      definition: { name, description: 'Mail' },
    }));
    const first = async (favourite: string) => {
      const reranker = {
        id: 'judge@1',
        rerank: async (_: string, candidates: readonly { id: string }[]) =>
          candidates.map(({ id }) => (id.endsWith(favourite) ? 1 : 0)),
      };
      const { gateway } = start({ entries, reranking: { reranker } });
      const answer = await gateway.search({ query: 'the mail please' });
      return 'hits' in answer ? answer.hits[0]?.name : undefined;
    };
    expect(await first('send_mail')).toBe('own__send_mail');
    expect(await first('read_mail')).toBe('own__read_mail');
  });
});
