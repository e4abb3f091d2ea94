import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLAUDE_CODE } from './clients/claude-code.ts';
import { CURSOR } from './clients/cursor.ts';
import type { HostEnvironment } from './environment.ts';
import { findClientConfigs, locateConfig } from './find.ts';
import { filesOf, LINUX, WINDOWS } from './test-environments.ts';

const ONE_SERVER = '{"mcpServers": {"a": {"command": "x"}}}';

describe('findClientConfigs', () => {
  it('finds nothing on an empty machine', async () => {
    expect(await findClientConfigs(LINUX, { readText: filesOf({}) })).toEqual([]);
  });

  it('lists the files of the project before those of the user', async () => {
    const readText = filesOf({
      '/home/ada/.cursor/mcp.json': ONE_SERVER,
      '/home/ada/app/.mcp.json': ONE_SERVER,
      '/home/ada/.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n',
    });
    const found = await findClientConfigs(LINUX, { readText });
    expect(found.map(({ format, scope }) => [format.id, scope])).toEqual([
      ['claude-code', 'project'],
      ['cursor', 'user'],
      ['codex', 'user'],
    ]);
    expect(found[0]?.folder).toBe('/home/ada/app');
  });

  it('takes the local servers of this project out of the file of Claude Code, and no others', async () => {
    const text = JSON.stringify({
      mcpServers: { user: { command: 'x' } },
      projects: {
        'd:/Code/App': { mcpServers: { local: { command: 'x' } } },
        'D:\\other': { mcpServers: { other: { command: 'x' } } },
      },
    });
    const found = await findClientConfigs(WINDOWS, { readText: filesOf({ 'C:\\Users\\Ada\\.claude.json': text }) });
    expect(found.map(({ scope, project, servers }) => [scope, project, servers.map(({ name }) => name)])).toEqual([
      ['project', 'd:/Code/App', ['local']],
      ['user', undefined, ['user']],
    ]);
  });

  it('only looks at the clients asked for', async () => {
    const readText = filesOf({ '/home/ada/.cursor/mcp.json': ONE_SERVER, '/home/ada/.claude.json': ONE_SERVER });
    const found = await findClientConfigs(LINUX, { formats: [CURSOR], readText });
    expect(found.map(({ format }) => format.id)).toEqual(['cursor']);
  });

  describe('with real files', () => {
    let root: string;
    let environment: HostEnvironment;

    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'toolscout-find-'));
      environment = { platform: process.platform, home: join(root, 'home'), cwd: join(root, 'project'), env: {} };
    });
    afterEach(() => rm(root, { recursive: true, force: true }));

    it('reports what it cannot read or parse and goes on', async () => {
      await mkdir(join(root, 'home', '.cursor', 'mcp.json'), { recursive: true });
      await mkdir(join(root, 'home', '.codeium', 'windsurf'), { recursive: true });
      await writeFile(join(root, 'home', '.codeium', 'windsurf', 'mcp_config.json'), '{"mcpServers": {');
      await writeFile(join(root, 'home', '.claude.json'), `\uFEFF${ONE_SERVER}`);
      const found = await findClientConfigs(environment);
      expect(found.map(({ format, servers, problems }) => [format.id, servers.length, problems.length])).toEqual([
        ['cursor', 0, 1],
        ['claude-code', 1, 0],
        ['windsurf', 0, 1],
      ]);
      expect(found[0]?.problems[0]?.message).toContain('cannot be read');
      expect(found[2]?.problems[0]).toMatchObject({ severity: 'error', line: 1 });
    });

    it('reads what Windows PowerShell has written', async () => {
      await mkdir(join(root, 'home', '.cursor'), { recursive: true });
      await writeFile(join(root, 'home', '.cursor', 'mcp.json'), Buffer.from(`\uFEFF${ONE_SERVER}`, 'utf16le'));
      await writeFile(join(root, 'home', '.claude.json'), Buffer.from(`\uFEFF${ONE_SERVER}`, 'utf16le').swap16());
      const found = await findClientConfigs(environment);
      expect(found.map(({ servers, problems }) => [servers.length, problems.length])).toEqual([
        [1, 0],
        [1, 0],
      ]);
    });
  });
});

describe('locateConfig', () => {
  it('finds the project that a file belongs to', () => {
    expect(locateConfig(CURSOR, '/srv/web/.cursor/mcp.json', LINUX)).toEqual({
      scope: 'project',
      path: '/srv/web/.cursor/mcp.json',
      folder: '/srv/web',
    });
    expect(locateConfig(CLAUDE_CODE, 'E:\\web\\.mcp.json', WINDOWS)).toMatchObject({ folder: 'E:\\web' });
  });

  it('takes the file in the home folder for the one of the user', () => {
    expect(locateConfig(CURSOR, '/home/ada/.cursor/mcp.json', LINUX)).toMatchObject({ scope: 'user' });
    expect(locateConfig(CURSOR, '/srv/copy.json', LINUX)).toEqual({ scope: 'user', path: '/srv/copy.json' });
  });
});
