import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  /** Without a slash at the end. */
  readonly origin: string;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

/** An HTTP server on a free port of this machine. */
export async function listen(handle: Handler): Promise<Listening> {
  const server = createServer((request, response) => {
    void handle(request, response, new URL(request.url ?? '/', 'http://127.0.0.1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

export function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const listening = await listen(() => {});
  await listening.close();
  return Number(new URL(listening.origin).port);
}
