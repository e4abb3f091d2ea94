import { describe, expect, it } from 'vitest';
import type { HostEnvironment } from '../environment.ts';
import type { ClientId } from '../format.ts';
import { LINUX, MAC, WINDOWS } from '../test-environments.ts';
import { CLIENT_FORMATS, CLIENT_IDS, clientFormat } from './table.ts';

function pathsFor(id: ClientId, environment: HostEnvironment): string[] {
  return clientFormat(id)!
    .locations(environment)
    .map(({ scope, path }) => `${scope} ${path}`);
}

describe('CLIENT_FORMATS', () => {
  it('holds the eight clients', () => {
    expect([...CLIENT_IDS].sort()).toEqual([
      'claude-code',
      'claude-desktop',
      'codex',
      'cursor',
      'gemini-cli',
      'opencode',
      'vs-code',
      'windsurf',
    ]);
  });

  it.each<[ClientId, HostEnvironment, string[]]>([
    ['claude-desktop', MAC, ['user /Users/ada/Library/Application Support/Claude/claude_desktop_config.json']],
    ['claude-desktop', WINDOWS, ['user C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json']],
    ['claude-desktop', LINUX, ['user /home/ada/.config/Claude/claude_desktop_config.json']],
    ['claude-code', LINUX, ['project /home/ada/app/.mcp.json', 'user /home/ada/.claude.json']],
    ['claude-code', WINDOWS, ['project D:\\code\\app\\.mcp.json', 'user C:\\Users\\Ada\\.claude.json']],
    ['cursor', MAC, ['project /Users/ada/app/.cursor/mcp.json', 'user /Users/ada/.cursor/mcp.json']],
    ['cursor', { ...LINUX, cwd: '/home/ada' }, ['user /home/ada/.cursor/mcp.json']],
    [
      'vs-code',
      WINDOWS,
      [
        'project D:\\code\\app\\.vscode\\mcp.json',
        'user C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\mcp.json',
        'user C:\\Users\\Ada\\AppData\\Roaming\\Code - Insiders\\User\\mcp.json',
        'user C:\\Users\\Ada\\.copilot\\mcp-config.json',
      ],
    ],
    ['windsurf', WINDOWS, ['user C:\\Users\\Ada\\.codeium\\windsurf\\mcp_config.json']],
    [
      'codex',
      { ...LINUX, env: { CODEX_HOME: '/opt/codex' } },
      ['project /home/ada/app/.codex/config.toml', 'user /opt/codex/config.toml'],
    ],
    ['gemini-cli', MAC, ['project /Users/ada/app/.gemini/settings.json', 'user /Users/ada/.gemini/settings.json']],
    [
      'opencode',
      { ...MAC, env: { XDG_CONFIG_HOME: '/x' } },
      [
        'project /Users/ada/app/opencode.jsonc',
        'project /Users/ada/app/opencode.json',
        'project /Users/ada/app/.opencode/opencode.jsonc',
        'project /Users/ada/app/.opencode/opencode.json',
        'user /x/opencode/opencode.jsonc',
        'user /x/opencode/opencode.json',
      ],
    ],
  ])('%s is looked for in the right places', (id, environment, expected) => {
    expect(pathsFor(id, environment)).toEqual(expected);
  });

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))(
    '%s reports a broken file with its place and has no servers',
    (_id, format) => {
      const parsed = format.parse(format.language === 'toml' ? 'a = \n' : '{\n  "a" 1\n}');
      expect(parsed.servers).toEqual([]);
      expect(parsed.problems).toMatchObject([{ severity: 'error', line: format.language === 'toml' ? 1 : 2 }]);
      expect(parsed.problems[0]?.server).toBeUndefined();
    },
  );

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))(
    '%s has no servers and no problems in a file about something else',
    (_id, format) => {
      const text = format.language === 'toml' ? 'model = "x"\n' : '{"theme": "dark"}';
      expect(format.parse(text)).toEqual({ servers: [], problems: [], inputs: [] });
    },
  );

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))(
    '%s tells of servers that are no table',
    (_id, format) => {
      const [key] = format.serversPath('');
      const { problems } = format.parse(format.language === 'toml' ? `${key} = [1]\n` : `{"${key}": ["x"]}`);
      expect(problems).toMatchObject([{ severity: 'error', field: key }]);
    },
  );
});
