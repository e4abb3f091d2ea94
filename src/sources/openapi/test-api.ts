import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real HTTP server for tests: notes each request and answers as it is told. */
export interface TestApi {
  readonly origin: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

export async function startTestApi(
  answer: (request: SeenRequest, response: ServerResponse) => void = (_request, response) => response.end(),
): Promise<TestApi> {
  const seen: SeenRequest[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const noted = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
    seen.push(noted);
    answer(noted, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
