import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { CODEX } from './clients/codex.ts';
import { CURSOR } from './clients/cursor.ts';
import { OPENCODE } from './clients/opencode.ts';
import { CLIENT_FORMATS } from './clients/table.ts';
import { rawServer, removeServer, setServer } from './edit.ts';

const LAUNCH = { command: 'npx', args: ['-y', 'toolscout', 'serve', '--config', '/x/a "b".json'] };

describe('setServer', () => {
  it('adds an entry and leaves everything else as it was', () => {
    const text = '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // first\n\t},\n\t"other": [1,2]\n}\n';
    const edited = setServer(CURSOR, text, 'toolscout', LAUNCH);
    expect(edited.startsWith('{\n\t// mine\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // first\n')).toBe(true);
    expect(edited.endsWith('\t"other": [1,2]\n}\n')).toBe(true);
    expect(edited).toContain('\n\t\t"toolscout": {\n\t\t\t"type": "stdio",\n');
    expect(CURSOR.parse(edited).servers.map(({ name }) => name)).toEqual(['a', 'toolscout']);
  });

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))('starts a new file for %s', (_id, format) => {
    const edited = setServer(format, '', 'toolscout', LAUNCH);
    const { servers, problems } = format.parse(edited);
    expect(problems).toEqual([]);
    expect(servers).toMatchObject([{ name: 'toolscout', endpoint: { kind: 'stdio', ...LAUNCH } }]);
    expect(edited.endsWith('\n')).toBe(true);
  });

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))(
    'is undone by removeServer in %s',
    (_id, format) => {
      const text =
        format.language === 'toml'
          ? '# top\nmodel = "x"\n\n[mcp_servers.a]\ncommand = "y" # why\n\n# about b\n[mcp_servers.b.env]\nZ = "1"\n'
          : `{\n  // top\n  "${format.serversPath('')[0]}": {\n    "a": {"command": "x"}\n  }\n}\n`;
      expect(removeServer(format, setServer(format, text, 'toolscout', LAUNCH), 'toolscout')).toBe(text);
    },
  );

  it('replaces an entry in its place', () => {
    const first = setServer(CURSOR, '{"mcpServers": {"z": {"command": "z"}}}', 'toolscout', LAUNCH);
    const second = setServer(CURSOR, first, 'toolscout', { command: 'node', args: [] });
    expect(CURSOR.parse(second).servers).toMatchObject([{ name: 'z' }, { endpoint: { command: 'node', args: [] } }]);
    expect(setServer(CURSOR, second, 'toolscout', { command: 'node', args: [] })).toBe(second);
  });

  it('keeps Windows line ends and a byte order mark', () => {
    const edited = setServer(CURSOR, '\uFEFF{\r\n    "mcpServers": {}\r\n}\r\n', 'toolscout', LAUNCH);
    expect(edited.startsWith('\uFEFF{\r\n')).toBe(true);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('writes into the nested table of OpenCode 2', () => {
    const edited = setServer(OPENCODE, '{"mcp": {"servers": {}}}', 'toolscout', LAUNCH);
    expect(rawServer(OPENCODE, edited, 'toolscout')).toEqual({ type: 'local', command: ['npx', ...LAUNCH.args] });
  });

  it('refuses a broken file and says where it is broken', () => {
    expect(() => setServer(CURSOR, '{"mcpServers": {', 'toolscout', LAUNCH)).toThrow(
      /Cursor file is not valid.*line 1/,
    );
  });

  it('replaces a whole TOML table with its subtables, but not the comment of the next one', () => {
    const text = `[mcp_servers.toolscout]
command = "old"
args = ["[not.a.table]"]

[mcp_servers.toolscout.env]
A = "1"

# about b
[mcp_servers.b]
command = "y"
`;
    const edited = setServer(CODEX, text, 'toolscout', LAUNCH);
    expect(parseToml(edited)).toEqual({ mcp_servers: { toolscout: { ...LAUNCH }, b: { command: 'y' } } });
    expect(edited).toContain('\n\n# about b\n[mcp_servers.b]\n');
  });

  it('finds a quoted TOML name and writes one where it must', () => {
    const edited = setServer(CODEX, '', 'tool scout', LAUNCH);
    expect(edited).toContain('[mcp_servers."tool scout"]');
    expect(setServer(CODEX, edited, 'tool scout', { command: 'x', args: [] })).not.toContain('npx');
  });

  it.each([
    'mcp_servers = { a = { command = "x" } }\n',
    'mcp_servers.toolscout.command = "x"\n',
    "text = '''\n[mcp_servers.toolscout]\n'''\n[mcp_servers.toolscout]\ncommand = \"x\"\n",
  ])('gives up rather than damage %j', (text) => {
    expect(() => setServer(CODEX, text, 'toolscout', LAUNCH)).toThrow(/cannot be edited safely/);
  });
});

describe('removeServer', () => {
  it('returns the same text where there is nothing to remove', () => {
    expect(removeServer(CURSOR, '{"mcpServers": {}}', 'toolscout')).toBe('{"mcpServers": {}}');
    expect(removeServer(CURSOR, '', 'toolscout')).toBe('');
  });

  it('takes the last table out of a TOML file', () => {
    expect(removeServer(CODEX, '[mcp_servers.toolscout]\ncommand = "x"\n', 'toolscout')).toBe('');
  });
});
