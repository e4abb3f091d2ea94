// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE } from './claude-code.ts';
import { CLAUDE_DESKTOP } from './claude-desktop.ts';

describe('Claude Desktop', () => {
  it('expands no variables', () => {
    const { servers } = CLAUDE_DESKTOP.parse('{"mcpServers": {"a": {"command": "x", "env": {"T": "${T}"}}}}');
    expect(servers[0]).toMatchObject({ name: 'a', syntax: 'none', endpoint: { env: { T: '${T}' } } });
  });
});

describe('Claude Code', () => {
  it('reads typed local and remote servers', () => {
    const { servers, problems } = CLAUDE_CODE.parse(`{
      "mcpServers": {
        "a": {"type": "stdio", "command": "x", "args": ["\${A:-b}"]},
        "b": {"type": "http", "url": "https://x.test/mcp", "headers": {"Authorization": "Bearer \${T}"}},
        "c": {"type": "sse", "url": "https://x.test/sse", "timeout": 5000},
      },
    }`);
    expect(problems).toEqual([]);
    expect(servers.map(({ name, endpoint }) => [name, endpoint.kind])).toEqual([
      ['a', 'stdio'],
      ['b', 'http'],
      ['c', 'sse'],
    ]);
    expect(servers[2]?.callTimeoutMs).toBe(5000);
    expect(servers.every(({ syntax }) => syntax === 'claude-code')).toBe(true);
  });

  it('tells servers of single projects from those for everywhere', () => {
    const { servers, problems } = CLAUDE_CODE.parse(
      JSON.stringify({
        mcpServers: { everywhere: { command: 'x' } },
        projects: {
          '/p': { mcpServers: { local: { command: 'y' }, off: { command: 'z' }, bad: 1 }, disabledMcpServers: ['off'] },
          '/q': { history: [] },
        },
      }),
    );
    expect(servers.map(({ name, project, disabled }) => [name, project, disabled])).toEqual([
      ['everywhere', undefined, false],
      ['local', '/p', false],
      ['off', '/p', true],
    ]);
    expect(problems).toMatchObject([{ server: 'bad', project: '/p' }]);
  });

  it('warns that a helper program for headers is not run', () => {
    const { problems } = CLAUDE_CODE.parse('{"mcpServers": {"a": {"url": "https://x.test", "headersHelper": "./h"}}}');
    expect(problems).toMatchObject([{ severity: 'warning', server: 'a', field: 'headersHelper' }]);
  });
});
