// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { clientFormat } from './clients/table.ts';
import type { HostEnvironment } from './environment.ts';
import type { ClientId, RawServerEntry } from './format.ts';
import { resolveServer } from './resolve.ts';

const MACHINE: HostEnvironment = { platform: 'linux', home: '/home/ada', cwd: '/p', env: { SECRET: 's3cr3t-value' } };
const json = (key: string, entry: object): string =>
  JSON.stringify({ [key]: { s: { url: 'https://x.test/mcp', ...entry } } });

function read(client: ClientId, text: string) {
  const { servers, problems } = clientFormat(client)!.parse(text);
  return { server: servers[0], problems: problems.map(({ severity, message }) => `${severity} ${message}`) };
}

const resolve = (server: RawServerEntry) =>
  resolveServer(server, {
    environment: MACHINE,
    workspaceFolder: '/p',
    baseFolder: '/p',
    inputs: [],
    readText: () => Promise.reject(new Error('no file')),
    origin: 'test',
  });

describe('how to sign in', () => {
  it.each<[ClientId, string, object]>([
    [
      'claude-code',
      json('mcpServers', { oauth: { clientId: 'c', callbackPort: 8080, authServerMetadataUrl: 'https://a.test/m' } }),
      { clientId: 'c', callbackPort: 8080, metadataUrl: 'https://a.test/m' },
    ],
    [
      'cursor',
      json('mcpServers', { auth: { CLIENT_ID: 'c', CLIENT_SECRET: '${env:SECRET}', scopes: ['read', 'write'] } }),
      { clientId: 'c', clientSecret: 's3cr3t-value', scopes: ['read', 'write'] },
    ],
    ['vs-code', json('servers', { type: 'http', oauth: { clientId: 'c' } }), { clientId: 'c' }],
    [
      'gemini-cli',
      json('mcpServers', { oauth: { enabled: true, clientId: 'c', clientSecret: '$SECRET', scopes: ['read'] } }),
      { clientId: 'c', clientSecret: 's3cr3t-value', scopes: ['read'] },
    ],
    [
      'opencode',
      json('mcp', { type: 'remote', oauth: { clientId: 'c', clientSecret: '{env:SECRET}', scope: 'read write' } }),
      { clientId: 'c', clientSecret: 's3cr3t-value', scopes: ['read', 'write'] },
    ],
    [
      'codex',
      '[mcp_servers.s]\nurl = "https://x.test/mcp"\nscopes = ["read"]\noauth_resource = "https://x.test"\n[mcp_servers.s.oauth]\nclient_id = "c"\n',
      { clientId: 'c', scopes: ['read'], resource: 'https://x.test' },
    ],
  ])('is read as %s writes it', async (client, text, oauth) => {
    const { server, problems } = read(client, text);
    expect(problems).toEqual([]);
    expect((await resolve(server!)).spec?.transport).toMatchObject({ url: 'https://x.test/mcp', oauth });
  });

  it('can be switched off', async () => {
    const { server } = read('opencode', json('mcp', { type: 'remote', oauth: false }));
    expect((await resolve(server!)).spec?.transport).toMatchObject({ oauth: false });
  });

  it('that is wrong costs the server, and names field and fault without the value', async () => {
    expect(read('vs-code', json('servers', { oauth: 'abc-secret' })).problems).toEqual([
      'error oauth must be an object such as {"clientId": …}, or false, not a string',
    ]);
    expect(read('vs-code', json('servers', { oauth: { callbackPort: 0, account: 'mine' } })).problems).toEqual([
      'error oauth.callbackPort must be a port, a whole number from 1 to 65535',
      'error oauth.account must be "own" or "shared"',
    ]);
    const missing = read('cursor', json('mcpServers', { auth: { CLIENT_ID: 'c', CLIENT_SECRET: '${env:NOPE}' } }));
    const { spec, problems } = await resolve(missing.server!);
    expect(spec).toBeUndefined();
    expect(problems).toMatchObject([{ field: 'oauth.clientSecret', message: expect.stringContaining('NOPE') }]);
  });

  it('tells of a client secret that stands in the file as it is', () => {
    const { server } = read(
      'cursor',
      json('mcpServers', { auth: { CLIENT_ID: 'c', CLIENT_SECRET: 'plain-secret-1' } }),
    );
    expect(server?.literalSecrets).toEqual(['oauth.clientSecret']);
  });
});
