type Members = Readonly<Record<string, unknown>>;

const VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' } as const;
const PREFIX = 'io.modelcontextprotocol/';

/** Sends one request over HTTP in the given era and returns the result as the wire had it: no library reads it first. */
export async function rawRequest(
  url: string,
  era: 'legacy' | 'modern',
  method: string,
  params: Members = {},
): Promise<Members> {
  if (era === 'modern') {
    const meta = {
      [`${PREFIX}protocolVersion`]: VERSIONS.modern,
      [`${PREFIX}clientInfo`]: { name: 'raw', version: '1.0.0' },
      [`${PREFIX}clientCapabilities`]: {},
    };
    const { body } = await post(
      url,
      { id: 1, method, params: { ...params, _meta: meta } },
      { 'mcp-method': method, 'mcp-protocol-version': VERSIONS.modern },
    );
    return body;
  }
  const opening = { protocolVersion: VERSIONS.legacy, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
  const { session } = await post(url, { id: 0, method: 'initialize', params: opening });
  const headers = {
    'mcp-protocol-version': VERSIONS.legacy,
    ...(session === null ? {} : { 'mcp-session-id': session }),
  };
  await post(url, { method: 'notifications/initialized' }, headers);
  const { body } = await post(url, { id: 1, method, params }, headers);
  if (session !== null) await fetch(url, { method: 'DELETE', headers });
  return body;
}

async function post(
  url: string,
  message: Members,
  headers: Record<string, string> = {},
): Promise<{ body: Members; session: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await response.text();
  const events = text.split('\n').filter((line) => line.startsWith('data: ') && line.length > 6);
  const answers = (events.length > 0 ? events.map((line) => line.slice(6)) : text === '' ? [] : [text]).map(
    (one) => JSON.parse(one) as Members,
  );
  const answer = answers.find((one) => 'result' in one || 'error' in one);
  return { body: (answer?.result ?? answer ?? {}) as Members, session: response.headers.get('mcp-session-id') };
}
