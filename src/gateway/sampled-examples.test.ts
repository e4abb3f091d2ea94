import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, type Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolEntry } from '../tools/index.ts';
import { Gateway } from './gateway.ts';
import { silentLogger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import { SampledExamples } from './sampled-examples.ts';
import { createSamplingModel } from './sampling-model.ts';

const ENTRIES: readonly ToolEntry[] = ['add_note', 'find_room'].map((name) => ({
  source: { kind: 'mcp', name: 'office' },
  definition: { name, description: `Does ${name}` },
}));
const REPLY = JSON.stringify({ en: ['jot this down', 'remember the milk'], ru: ['запиши это'], zh: ['帮我记下来'] });

interface SampledRequest {
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly { readonly content: unknown }[];
}

let folder: string;
let file: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-sampling-'));
  file = join(folder, 'toolscout.examples.jsonl');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

/** A real client on a real connection to a gateway; resolves when the offer to draft examples is over. */
async function connect(answer?: (request: SampledRequest) => string | Promise<string>) {
  const gateway = new Gateway({ servers: [], entries: ENTRIES, examples: { pack: false } });
  gateway.start();
  const examples = new SampledExamples({ file, settled: () => gateway.settled(), log: silentLogger() });
  let server: Server | undefined;
  let end: () => void;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const mcp = createMcpServer(gateway, (connected, tools) => {
    server = connected;
    void examples.offer(connected, tools).then(() => end());
  });
  const client = new Client(
    { name: 'desk', version: '1.0.0' },
    answer === undefined ? {} : { capabilities: { sampling: {} } },
  );
  const requests: SampledRequest[] = [];
  if (answer !== undefined) {
    client.setRequestHandler('sampling/createMessage', async ({ params }) => {
      requests.push(params);
      const text = await answer(params);
      return { role: 'assistant', model: 'lent', stopReason: 'endTurn', content: { type: 'text', text } };
    });
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcp.connect(far);
  await client.connect(near);
  closing.push(
    () => gateway.close(),
    () => mcp.close(),
    () => client.close(),
  );
  return { client, examples, over, requests, server: () => server! };
}

const drafts = async (): Promise<{ tool: string }[]> => {
  const text = await readFile(file.replace('.jsonl', '.drafts.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe('a client that lends its model', () => {
  it('is asked about each tool, and what it writes is kept as drafts, not as examples', async () => {
    const { over, requests } = await connect(() => REPLY);
    await over;
    expect(requests).toHaveLength(2);
    expect(requests[0]!.systemPrompt).toContain('example requests');
    expect(requests[0]!.messages).toMatchObject([
      { content: { type: 'text', text: expect.stringContaining('add_note') } },
    ]);
    expect(await drafts()).toMatchObject([
      { tool: 'mcp:office:add_note', by: 'client/desk', examples: JSON.parse(REPLY) },
      { tool: 'mcp:office:find_room' },
    ]);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('is not asked again for what is drafted', async () => {
    await (await connect(() => REPLY)).over;
    const again = await connect(() => REPLY);
    await again.over;
    expect(again.requests).toEqual([]);
  });

  it('is left alone once it has declined', async () => {
    const { over, requests, client } = await connect(() => Promise.reject(new Error('User rejected sampling request')));
    await over;
    expect(requests).toHaveLength(1);
    await expect(drafts()).rejects.toThrow('ENOENT');
    expect((await client.listTools()).tools).toHaveLength(3);
  });

  it('is given up when the gateway ends', async () => {
    let asked: () => void;
    const first = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { over, examples } = await connect(() => {
      asked();
      return new Promise<string>(() => {});
    });
    await first;
    await examples.stop();
    await over;
  });

  it('serves as any other model, with its errors', async () => {
    const { server, over } = await connect(({ systemPrompt }) => {
      if (systemPrompt !== 'Be brief.') throw new Error('not now');
      return 'fine';
    });
    await over;
    const model = createSamplingModel(server());
    const request = { messages: [{ role: 'user', content: 'x' }], maxTokens: 9 } as const;
    expect(await model.complete({ ...request, system: 'Be brief.' })).toEqual({ text: 'fine', stop: 'end' });
    await expect(model.complete(request)).rejects.toMatchObject({
      code: 'LLM_REJECTED',
      message: expect.stringContaining('not now'),
    });
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(model.complete({ ...request, signal: stop })).rejects.toThrow('enough');
  });
});

describe('a client that does not', () => {
  it('is never asked', async () => {
    const { over } = await connect();
    await over;
    await expect(drafts()).rejects.toThrow('ENOENT');
  });
});
