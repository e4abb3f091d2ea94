import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  extractWWWAuthenticateParams,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import type { RemoteTransportSpec } from '../../server-spec.ts';
import type { SignInWish } from './sign-in-store.ts';

/**
 * What the server says it needs to somebody whom it does not know: to the first message of each era, without tokens. One
 * that knows only the newer one answers the older with an error that says nothing.
 */
export async function askServer({ url, headers }: RemoteTransportSpec, signal: AbortSignal): Promise<SignInWish> {
  for (const { message, ...own } of FIRST_MESSAGES) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        ...own.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    if (response.status !== 401) continue;
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    return {
      ...(scope === undefined ? {} : { scope }),
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: resourceMetadataUrl.href }),
    };
  }
  return {};
}

const ASKER = { name: 'toolscout', version: '1' };
const FIRST_MESSAGES: readonly { readonly headers: Record<string, string>; readonly message: object }[] = [
  {
    headers: {},
    message: {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: ASKER },
    },
  },
  {
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
    message: {
      method: 'server/discover',
      params: {
        _meta: {
          [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
          [CLIENT_INFO_META_KEY]: ASKER,
          [CLIENT_CAPABILITIES_META_KEY]: {},
        },
      },
    },
  },
];
