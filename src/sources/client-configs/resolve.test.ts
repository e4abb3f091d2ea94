// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { describe, expect, it } from 'vitest';
import { CODEX } from './clients/codex.ts';
import { CURSOR } from './clients/cursor.ts';
import { GEMINI_CLI } from './clients/gemini-cli.ts';
import type { HostEnvironment } from './environment.ts';
import type { ClientConfigFormat } from './format.ts';
import { type ResolvedServer, type ResolveScope, resolveServer } from './resolve.ts';
import { filesOf, LINUX, WINDOWS } from './test-environments.ts';

function scopeOf(environment: HostEnvironment, folder: string): ResolveScope {
  return {
    environment,
    workspaceFolder: folder,
    baseFolder: folder,
    inputs: [],
    readText: filesOf({ '/p/.env': 'FROM_FILE=1\nBOTH=file\n' }),
    origin: 'test',
  };
}

async function resolveCursor(
  entry: object,
  environment: HostEnvironment = LINUX,
  folder = '/p',
): Promise<ResolvedServer> {
  return resolveFirst(CURSOR, JSON.stringify({ mcpServers: { s: entry } }), environment, folder);
}

async function resolveFirst(
  format: ClientConfigFormat,
  text: string,
  environment: HostEnvironment,
  folder = '/p',
): Promise<ResolvedServer> {
  return resolveServer(format.parse(text).servers[0]!, scopeOf(environment, folder));
}

describe('resolveServer', () => {
  it('fills in every field of a local server', async () => {
    const environment = { ...LINUX, env: { BIN: 'srv', T: 's3cr3t' } };
    const { spec, problems } = await resolveCursor(
      {
        command: './bin/${env:BIN}',
        args: ['--token=${env:T}', '$HOME', '%PATH%', 'a b'],
        env: { T2: '${env:T}-x', BOTH: 'entry' },
        envFile: '${workspaceFolder}/.env',
        cwd: 'sub',
      },
      environment,
    );
    expect(problems).toEqual([]);
    expect(spec).toEqual({
      name: 's',
      transport: {
        kind: 'stdio',
        command: '/p/bin/srv',
        args: ['--token=s3cr3t', '$HOME', '%PATH%', 'a b'],
        env: { FROM_FILE: '1', BOTH: 'entry', T2: 's3cr3t-x' },
        cwd: '/p/sub',
      },
      origin: 'test',
    });
  });

  it('leaves a bare command to PATH and an absolute one alone, on every system', async () => {
    const command = async (written: string, environment: HostEnvironment, folder: string): Promise<string> => {
      const { spec } = await resolveCursor({ command: written }, environment, folder);
      return spec?.transport.kind === 'stdio' ? spec.transport.command : '-';
    };
    expect(await command('npx', LINUX, '/p')).toBe('npx');
    expect(await command('/usr/bin/x', LINUX, '/p')).toBe('/usr/bin/x');
    expect(await command('bin/x', LINUX, '/p')).toBe('/p/bin/x');
    expect(await command('~/bin/x', LINUX, '/p')).toBe('/home/ada/bin/x');
    expect(await command('odd\\name', LINUX, '/p')).toBe('odd\\name');
    expect(await command('npx.cmd', WINDOWS, 'D:\\p')).toBe('npx.cmd');
    expect(await command('.\\bin\\x.exe', WINDOWS, 'D:\\p')).toBe('D:\\p\\bin\\x.exe');
    expect(await command('bin/x.exe', WINDOWS, 'D:\\p')).toBe('D:\\p\\bin\\x.exe');
    expect(await command('C:\\Program Files\\x.exe', WINDOWS, 'D:\\p')).toBe('C:\\Program Files\\x.exe');
  });

  it('gives no server at all when a header lacks its variable, and names both', async () => {
    const { spec, problems } = await resolveCursor({
      url: 'https://x.test/mcp',
      headers: { Authorization: 'Bearer ${env:NOPE}' },
    });
    expect(spec).toBeUndefined();
    expect(problems).toEqual([
      {
        severity: 'error',
        server: 's',
        field: 'headers.Authorization',
        message: 'headers.Authorization needs the environment variable NOPE, which is not set',
      },
    ]);
  });

  it.each([
    [{ command: '${env:NOPE}' }, 'command'],
    [{ command: 'x', args: ['a', '${env:NOPE}'] }, 'args[1]'],
    [{ command: 'x', env: { A: '${env:NOPE}' } }, 'env.A'],
    [{ command: 'x', cwd: '${env:NOPE}' }, 'cwd'],
    [{ command: 'x', envFile: '${env:NOPE}' }, 'envFile'],
    [{ url: 'https://${env:NOPE}/mcp' }, 'url'],
  ])('names the field of a missing variable in %j', async (entry, field) => {
    const { spec, problems } = await resolveCursor(entry);
    expect(spec).toBeUndefined();
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(problems[0]?.message).toContain('NOPE');
  });

  it('sends no placeholder of another syntax, but passes one on as an argument', async () => {
    const remote = await resolveCursor({ url: 'https://x.test', headers: { Authorization: 'Bearer ${TOKEN}' } });
    expect(remote.spec).toBeUndefined();
    const local = await resolveCursor({ command: 'x', args: ['${TOKEN}'] });
    expect(local.spec?.transport).toMatchObject({ args: ['${TOKEN}'] });
    expect(local.problems).toMatchObject([{ severity: 'warning', field: 'args[0]' }]);
  });

  it('keeps an address as it is written and refuses what is none', async () => {
    const good = await resolveCursor({ url: 'https://x.test/mcp//v1?a=%20' });
    expect(good.spec?.transport).toMatchObject({ url: 'https://x.test/mcp//v1?a=%20' });
    for (const url of ['x.test/mcp', '/mcp', 'file:///etc/passwd', 'https://']) {
      expect((await resolveCursor({ url })).problems).toMatchObject([{ severity: 'error', field: 'url' }]);
    }
  });

  it('catches the line break at the end of a token, without showing the token', async () => {
    const environment = { ...LINUX, env: { T: 's3cr3t\n' } };
    const { spec, problems } = await resolveCursor(
      { url: 'https://x.test', headers: { Authorization: 'Bearer ${env:T}' } },
      environment,
    );
    expect(spec).toBeUndefined();
    expect(problems).toMatchObject([{ field: 'headers.Authorization' }]);
    expect(JSON.stringify(problems)).not.toContain('s3cr3t');
  });

  it('names an env file that cannot be read', async () => {
    const { spec, problems } = await resolveCursor({ command: 'x', envFile: 'gone.env' });
    expect(spec).toBeUndefined();
    expect(problems[0]?.message).toContain('envFile /p/gone.env cannot be read');
  });

  it('hands on the variables Codex lists where they are set, and needs those it makes headers of', async () => {
    const environment = { ...LINUX, env: { LANG: 'C', ORG: 'o' } };
    const local = await resolveFirst(
      CODEX,
      '[mcp_servers.a]\ncommand = "x"\nenv_vars = ["LANG", "NOPE"]\n',
      environment,
    );
    expect(local.spec?.transport).toMatchObject({ env: { LANG: 'C' } });
    const remote = '[mcp_servers.a]\nurl = "https://x.test"\nenv_http_headers = { "X-Org" = "ORG" }\n';
    expect((await resolveFirst(CODEX, remote, environment)).spec?.transport).toMatchObject({
      headers: { 'X-Org': 'o' },
    });
    const token = '[mcp_servers.a]\nurl = "https://x.test"\nbearer_token_env_var = "NOPE"\n';
    expect((await resolveFirst(CODEX, token, environment)).problems[0]?.message).toContain('NOPE');
  });

  it('runs a server in the folder of its project unless it says otherwise', async () => {
    const [entry] = CURSOR.parse('{"mcpServers": {"s": {"command": "x"}}}').servers;
    const { spec } = await resolveServer(entry!, { ...scopeOf(LINUX, '/p'), defaultCwd: '/p' });
    expect(spec?.transport).toMatchObject({ cwd: '/p' });
  });

  it('carries tool lists and timeouts over', async () => {
    const text = '{"mcpServers": {"s": {"command": "x", "includeTools": ["a"], "excludeTools": ["b"], "timeout": 9}}}';
    const { spec } = await resolveFirst(GEMINI_CLI, text, LINUX);
    expect(spec).toMatchObject({ allowTools: ['a'], denyTools: ['b'], callTimeoutMs: 9 });
  });
});
