import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolscoutError } from '../../../errors.ts';

/** Where the authorization server sends the person back to. */
export interface RedirectListener {
  /** `http://127.0.0.1:PORT/callback` */
  readonly url: string;
  /** Resolves with the parameters of the first visit that has this state; others are turned away. */
  visit(state: string, signal: AbortSignal): Promise<URLSearchParams>;
  close(): void;
}

const PATH = '/callback';

/**
 * Listens on this machine for the browser's return (RFC 8252). The port that is asked for may be taken; the listener
 * then has another one, unless `isFixed`.
 */
export async function listenForRedirect(port: number | undefined, isFixed: boolean): Promise<RedirectListener> {
  let expected: { readonly state: string; readonly resolve: (params: URLSearchParams) => void } | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method !== 'GET' || url.pathname !== PATH) return answer(response, 404, 'There is nothing here.');
    const waiting = expected;
    if (waiting === undefined || url.searchParams.get('state') !== waiting.state) {
      return answer(response, 400, 'This is not the sign-in that was begun here. Start again from the terminal.');
    }
    expected = undefined;
    answer(response, 200, 'Done. You can close this window and go back to the terminal.');
    waiting.resolve(url.searchParams);
  });
  await listen(server, port, isFixed);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    visit: (state, signal) =>
      new Promise((resolve, reject) => {
        const onAbort = (): void => reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        expected = {
          state,
          resolve: (params) => {
            signal.removeEventListener('abort', onAbort);
            resolve(params);
          },
        };
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, port: number | undefined, isFixed: boolean): Promise<void> {
  const begin = (wanted: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  try {
    await begin(port ?? 0);
  } catch (cause) {
    if (!isFixed && port !== undefined) return begin(0);
    throw new ToolscoutError('SIGN_IN_FAILED', `Port ${port} of this machine, the configured callbackPort, is taken.`, {
      next: 'End what listens there, then sign in again.',
      cause,
    });
  }
}

/** What the page shows is ours alone: nothing of the address gets into it. */
function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><meta charset="utf-8"><title>Toolscout</title><p>${text}</p>`);
}
