import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** A status with headers and a body (JSON, or text as it is), or `hang`: no answer at all. */
export type CannedAnswer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'hang';

export interface TestEndpoint {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** A real HTTP server on a free local port that answers as told, for tests of what speaks to one. */
export async function startTestEndpoint(
  answer: (request: ReceivedRequest, turn: number) => CannedAnswer,
): Promise<TestEndpoint> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => {
      text += chunk;
    });
    incoming.on('end', () => {
      const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) };
      send(response, answer(request, requests.push(request) - 1));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, answer: CannedAnswer): void {
  if (answer === 'hang') return;
  const { status = 200, headers = {}, body = '' } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
