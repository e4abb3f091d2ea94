import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { answerMessages, streamMessages } from './anthropic-api.ts';
import { answerChat, streamChat } from './chat-api.ts';
import type { Model } from './model.ts';
import { type Part, Refused } from './parts.ts';
import { PROXIES, type ProxyMode } from './proxies.ts';
import { answerResponses, streamResponses } from './responses-api.ts';

export interface Endpoint {
  /** Address of the provider, without the version. */
  readonly url: string;
  /** Bodies of the requests as clients sent them, in order. */
  readonly requests: Part[];
  /** Refusals of the provider and of proxies. */
  readonly refusals: string[];
  /** Address of a proxy before it. */
  proxy(mode: ProxyMode): string;
  /** Lets another model answer from here on. */
  use(model: Model): void;
  close(): Promise<void>;
}

interface Api {
  readonly answer: (body: Part, model: Model, turn: number) => Part;
  readonly stream: (reply: Part) => Iterable<string>;
  readonly error: (message: string) => Part;
}

const openaiError = (message: string): Part => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});

const APIS: Readonly<Record<string, Api>> = {
  '/v1/messages': {
    answer: answerMessages,
    stream: streamMessages,
    error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  },
  '/v1/responses': { answer: answerResponses, stream: streamResponses, error: openaiError },
  '/v1/chat/completions': { answer: answerChat, stream: streamChat, error: openaiError },
};

/**
 * One provider with three APIs over real HTTP, whose model is a function, and proxies before it that spoil requests. It
 * refuses what the providers document that they refuse, so that a client's request is right or fails loudly.
 */
export async function startEndpoint(first: Model): Promise<Endpoint> {
  const requests: Part[] = [];
  const refusals: string[] = [];
  let model = first;
  let turn = 0;
  const app = new Hono();
  const refuse = (context: Context, { error }: Api, thrown: unknown) => {
    if (!(thrown instanceof Refused)) throw thrown;
    refusals.push(thrown.message);
    return context.json(error(thrown.message), thrown.status as 400);
  };
  for (const [path, api] of Object.entries(APIS)) {
    app.post(path, async (context) => {
      const body = (await context.req.json()) as Part;
      if (context.req.header('x-spoiled') === undefined) requests.push(body);
      try {
        const reply = api.answer(body, model, turn++);
        if (body.stream !== true) return context.json(reply);
        const text = [...api.stream(reply)].join('');
        return context.body(text, 200, { 'content-type': 'text/event-stream' });
      } catch (thrown) {
        return refuse(context, api, thrown);
      }
    });
    app.post(`/proxy/:mode${path}`, async (context) => {
      const body = (await context.req.json()) as Part;
      requests.push(body);
      try {
        const spoiled = PROXIES[context.req.param('mode') as ProxyMode](body);
        return await fetch(`${url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-spoiled': 'yes' },
          body: JSON.stringify(spoiled),
        });
      } catch (thrown) {
        return refuse(context, api, thrown);
      }
    });
  }
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  // Indexing many tools takes longer than a server keeps idle connections, and the client would be cut off.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.on('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    refusals,
    proxy: (mode) => `${url}/proxy/${mode}`,
    use: (next) => {
      model = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
