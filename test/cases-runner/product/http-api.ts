import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiOperation, OpenApiService, type OpenApiSpec } from '../../../src/sources/index.ts';
import { isObject, type Json, listOf, own } from '../json.ts';

/** A request as it reached the API. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The API behind the OpenAPI document of a setup: it notes each request and answers `{"ok":true}`. */
export interface HttpApi {
  readonly spec: OpenApiSpec;
  readonly requests: readonly ApiRequest[];
  operation(tool: string): ApiOperation | undefined;
  stop(): Promise<void>;
}

export async function startHttpApi(document: Json): Promise<HttpApi> {
  const requests: ApiRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const spec: OpenApiSpec = {
    name: 'api',
    document: { content: document },
    baseUrl: `http://127.0.0.1:${port}${pathOfServer(document)}`,
    allowPrivateHosts: ['127.0.0.1'],
  };
  const reader = new OpenApiService(spec);
  await reader.start();
  return {
    spec,
    requests,
    operation: (tool) => reader.operation(tool),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The API is here instead of there, but its path is part of what is tested. */
function pathOfServer(document: Json): string {
  const [server] = listOf(document.servers).filter(isObject);
  const url = String(own(server, 'url') ?? document.basePath ?? '/');
  return new URL(url, 'http://here.test/').pathname;
}
