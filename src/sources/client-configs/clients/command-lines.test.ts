import { describe, expect, it } from 'vitest';
import { CODEX } from './codex.ts';
import { GEMINI_CLI } from './gemini-cli.ts';
import { OPENCODE } from './opencode.ts';

describe('Codex', () => {
  it('reads a local server', () => {
    const { servers, problems } = CODEX.parse(`
model = "x"
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-server"]
env_vars = ["HTTP_PROXY", { name = "LANG", source = "local" }]
cwd = "/srv"
startup_timeout_sec = 20
tool_timeout_sec = 1.5
enabled_tools = ["a", "b"]
disabled_tools = ["b"]
required = true
[mcp_servers.docs.env]
A = "1"
`);
    expect(problems).toEqual([]);
    expect(servers).toMatchObject([
      {
        name: 'docs',
        endpoint: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'docs-server'],
          env: { A: '1' },
          passedEnv: ['HTTP_PROXY', 'LANG'],
          cwd: '/srv',
        },
        startTimeoutMs: 20_000,
        callTimeoutMs: 1500,
        allowTools: ['a', 'b'],
        denyTools: ['b'],
      },
    ]);
  });

  it('reads a remote server whose headers come from variables', () => {
    const { servers } = CODEX.parse(`
[mcp_servers.issues]
url = "https://x.test/mcp"
bearer_token_env_var = "ISSUES_TOKEN"
http_headers = { "X-Region" = "eu" }
env_http_headers = { "X-Org" = "ISSUES_ORG" }
startup_timeout_ms = 900
`);
    expect(servers[0]).toMatchObject({
      endpoint: {
        kind: 'http',
        headers: { 'X-Region': 'eu' },
        headerVariables: [
          { header: 'Authorization', variable: 'ISSUES_TOKEN', prefix: 'Bearer ', field: 'bearer_token_env_var' },
          { header: 'X-Org', variable: 'ISSUES_ORG', prefix: '', field: 'env_http_headers.X-Org' },
        ],
      },
      startTimeoutMs: 900,
    });
  });

  it('switches off what is not enabled', () => {
    expect(CODEX.parse('[mcp_servers.a]\ncommand = "x"\nenabled = false\n').servers[0]?.disabled).toBe(true);
  });

  it('refuses a command with a url, and a token in plain text', () => {
    const { servers, problems } = CODEX.parse(`
[mcp_servers.both]
command = "x"
url = "https://x.test"
[mcp_servers.plain]
url = "https://x.test"
bearer_token = "abcdef123456"
[mcp_servers.good]
command = "x"
`);
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toMatchObject([
      { severity: 'error', server: 'both', field: 'url' },
      { severity: 'error', server: 'plain', field: 'bearer_token' },
    ]);
    expect(JSON.stringify(problems)).not.toContain('abcdef123456');
  });
});

describe('Gemini CLI', () => {
  it('takes url for SSE and httpUrl for Streamable HTTP', () => {
    const { servers } = GEMINI_CLI.parse(`{"mcpServers": {
      "a": {"url": "https://x.test/sse"},
      "b": {"httpUrl": "https://x.test/mcp", "timeout": 30000},
      "c": {"url": "https://x.test/mcp", "type": "http"},
      "d": {"command": "x", "includeTools": ["one", "two(arg)"], "excludeTools": ["two"], "trust": true}
    }}`);
    expect(servers.map(({ endpoint }) => endpoint.kind)).toEqual(['sse', 'http', 'http', 'stdio']);
    expect(servers[1]?.callTimeoutMs).toBe(30_000);
    expect(servers[3]).toMatchObject({ allowTools: ['one', 'two'], denyTools: ['two'] });
  });

  it('obeys the lists of allowed and excluded servers', () => {
    const servers = { a: { command: 'x' }, b: { command: 'x' }, c: { command: 'x' } };
    const off = (mcp: object): string[] =>
      GEMINI_CLI.parse(JSON.stringify({ mcp, mcpServers: servers }))
        .servers.filter(({ disabled }) => disabled)
        .map(({ name }) => name);
    expect(off({ allowed: ['a', 'b'], excluded: ['b'] })).toEqual(['b', 'c']);
    expect(off({})).toEqual([]);
  });
});

describe('OpenCode', () => {
  it('reads version 1: command and arguments in one list, environment, enabled', () => {
    const { servers, problems } = OPENCODE.parse(`{
      "mcp": {
        "a": {"type": "local", "command": ["bun", "x", "srv"], "environment": {"A": "{env:A}"}, "timeout": 5000},
        "b": {"type": "remote", "url": "https://x.test/mcp", "headers": {"Authorization": "Bearer {file:~/t}"}},
        "c": {"type": "local", "command": ["x"], "enabled": false},
        "d": {"type": "local", "command": []},
      },
      "tools": {"a_drop": false, "b_*": false, "c_x": true},
    }`);
    expect(servers[0]).toMatchObject({
      endpoint: { command: 'bun', args: ['x', 'srv'], env: { A: '{env:A}' } },
      callTimeoutMs: 5000,
      denyTools: ['drop'],
    });
    expect(servers[1]).toMatchObject({ endpoint: { kind: 'auto' }, disabled: true, literalSecrets: [] });
    expect(servers[2]).toMatchObject({ disabled: true });
    expect(problems).toMatchObject([{ severity: 'error', server: 'd', field: 'command' }]);
  });

  it('reads version 2: servers one level down, disabled, two timeouts', () => {
    const text = `{"mcp": {"servers": {
      "a": {"type": "local", "command": ["x"], "timeout": {"startup": 9000, "request": 4000}},
      "b": {"type": "local", "command": ["x"], "disabled": true}
    }}}`;
    const { servers, problems } = OPENCODE.parse(text);
    expect(problems).toEqual([]);
    expect(servers[0]).toMatchObject({ name: 'a', startTimeoutMs: 9000, callTimeoutMs: 4000 });
    expect(servers[1]).toMatchObject({ name: 'b', disabled: true });
    expect(OPENCODE.serversPath(text)).toEqual(['mcp', 'servers']);
  });

  it('takes a server of version 1 that is called servers for a server', () => {
    const { servers } = OPENCODE.parse('{"mcp": {"servers": {"type": "local", "command": ["x"]}}}');
    expect(servers.map(({ name }) => name)).toEqual(['servers']);
  });
});
