// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { CURSOR } from './cursor.ts';
import { VS_CODE } from './vs-code.ts';
import { WINDSURF } from './windsurf.ts';

describe('Cursor', () => {
  it('reads env files and remote servers without a type', () => {
    const { servers } = CURSOR.parse(`{"mcpServers": {
      "a": {"command": "x", "envFile": "\${workspaceFolder}/.env"},
      "b": {"url": "https://x.test/mcp", "headers": {"Authorization": "Bearer \${env:T}"}}
    }}`);
    expect(servers[0]?.endpoint).toMatchObject({ kind: 'stdio', envFile: '${workspaceFolder}/.env' });
    expect(servers[1]?.endpoint).toMatchObject({ kind: 'auto' });
    expect(servers[1]?.syntax).toBe('editor');
    expect(servers[1]?.literalSecrets).toEqual([]);
  });
});

describe('VS Code', () => {
  const text = `{
    "inputs": [{"type": "promptString", "id": "key", "description": "API key", "password": true}, {"type": "x"}, 3],
    "servers": {
      "a": {"type": "stdio", "command": "x", "env": {"KEY": "\${input:key}"}, "cwd": "\${workspaceFolder}"},
      "b": {"type": "http", "url": "https://x.test/mcp"},
      "c": {"type": "sse", "url": "https://x.test/sse"},
      "d": {"command": "y", "sandboxEnabled": true}
    }
  }`;

  it('reads servers and inputs', () => {
    const { servers, inputs, problems } = VS_CODE.parse(text);
    expect(servers.map(({ name, endpoint }) => [name, endpoint.kind])).toEqual([
      ['a', 'stdio'],
      ['b', 'auto'], // as VS Code: Streamable HTTP first, then SSE
      ['c', 'sse'],
      ['d', 'stdio'],
    ]);
    expect(inputs).toEqual([{ id: 'key', description: 'API key' }]);
    expect(problems).toMatchObject([{ severity: 'warning', server: 'd', field: 'sandboxEnabled' }]);
  });

  it('reads the portable form with its list of tools', () => {
    const { servers } = VS_CODE.parse(
      '{"mcpServers": {"a": {"type": "local", "command": "x", "tools": ["*"]}, "b": {"command": "x", "tools": ["t"]}}}',
    );
    expect(servers.map(({ allowTools }) => allowTools)).toEqual([undefined, ['t']]);
  });

  it('writes into the table that a file has', () => {
    expect(VS_CODE.serversPath('')).toEqual(['servers']);
    expect(VS_CODE.serversPath('{"servers": {}}')).toEqual(['servers']);
    expect(VS_CODE.serversPath('{"mcpServers": {}}')).toEqual(['mcpServers']);
  });
});

describe('Windsurf', () => {
  it('reads serverUrl, disabled and disabledTools', () => {
    const { servers } = WINDSURF.parse(`{"mcpServers": {
      "a": {"serverUrl": "https://x.test/mcp", "disabledTools": ["drop"]},
      "b": {"command": "x", "disabled": true}
    }}`);
    expect(servers[0]).toMatchObject({ endpoint: { kind: 'auto', url: 'https://x.test/mcp' }, denyTools: ['drop'] });
    expect(servers[1]).toMatchObject({ disabled: true });
  });
});
