import { createLogger, Gateway, serveGatewayHttp } from '../../src/gateway/index.ts';

export interface ServedGateway {
  readonly url: string;
  close(): Promise<void>;
}

/** A gateway that passes one HTTP server's tools through, served over HTTP. */
export async function passThrough(upstreamUrl: string): Promise<ServedGateway> {
  const log = createLogger('silent');
  const gateway = new Gateway({
    servers: [{ name: 'fixture', transport: { kind: 'http', url: upstreamUrl, headers: {} } }],
    expose: 'tools',
    examples: { pack: false },
    log,
  });
  gateway.start();
  await gateway.settled();
  const http = await serveGatewayHttp(gateway, { port: 0 }, log);
  return {
    url: http.url,
    close: async () => {
      await http.close();
      await gateway.close();
    },
  };
}
