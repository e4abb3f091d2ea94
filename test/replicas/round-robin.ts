import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RoundRobin {
  readonly url: string;
  /** How many requests each target has got. */
  readonly counts: readonly number[];
  close(): Promise<void>;
}

/** A proxy that sends each request to the next target, and past those that nobody listens at. It keeps no state. */
export async function startRoundRobin(targets: readonly string[]): Promise<RoundRobin> {
  const counts = targets.map(() => 0);
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const send = (left: number): void => {
        const index = next++ % targets.length;
        const target = new URL(incoming.url ?? '/', targets[index]);
        const headers = { ...incoming.headers, host: target.host };
        const onward = request(target, { method: incoming.method, headers, agent: false }, (answer) => {
          counts[index]! += 1;
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          outgoing.flushHeaders();
          answer.pipe(outgoing);
          answer.on('error', () => outgoing.destroy());
        });
        onward.on('error', (error: NodeJS.ErrnoException) => {
          // Nothing was sent where nobody listens; anything else may have been done.
          if (error.code === 'ECONNREFUSED' && left > 1) return send(left - 1);
          if (outgoing.headersSent) outgoing.destroy();
          else outgoing.writeHead(502).end();
        });
        outgoing.on('close', () => onward.destroy());
        onward.end(Buffer.concat(chunks));
      };
      send(targets.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
