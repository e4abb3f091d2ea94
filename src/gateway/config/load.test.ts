// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of the configuration
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import type { HostEnvironment, TextReader } from '../../sources/index.ts';
import { loadConfig, type ParseConfigOptions, parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const ENVIRONMENT: HostEnvironment = { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} };

function readerOf(files: Readonly<Record<string, string>>): TextReader {
  return async (path) => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return text;
  };
}

interface ParseSetup extends Partial<Omit<ParseConfigOptions, 'environment'>> {
  readonly env?: HostEnvironment['env'];
  readonly files?: Readonly<Record<string, string>>;
}

async function parse(config: unknown, setup: ParseSetup = {}): Promise<LoadedConfig> {
  const { env = {}, files = {}, ...options } = setup;
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  return parseConfig(text, {
    path: '/project/toolscout.json',
    environment: { ...ENVIRONMENT, env },
    readText: readerOf(files),
    ...options,
  });
}

async function invalid(config: unknown, setup?: ParseSetup): Promise<ToolscoutError> {
  const thrown: unknown = await parse(config, setup).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ToolscoutError);
  expect(thrown).toMatchObject({ code: 'CONFIG_INVALID' });
  return thrown as ToolscoutError;
}

const names = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

describe('a configuration that is nested absurdly deep', () => {
  it('is refused with its file and what to do', async () => {
    const text = `{"mcpServers": ${'{"a": '.repeat(50_000)}1${'}'.repeat(50_001)}`;
    const { message, next } = await invalid(text);
    expect(message).toContain('toolscout.json: nested more than 200 levels deep (line 1');
    expect(next).toBe('Correct line 1 of toolscout.json.');
  });
});

describe('parseConfig', () => {
  it('reads comments, trailing commas, and an address as it is written', async () => {
    const { servers, warnings, failed } = await parse(`\uFEFF{
      // browser tests
      "mcpServers": {
        /* "off": {"command": "x"}, */
        "plain": { "command": "node", "args": ["a.mjs",], },
        "web": { "url": "https://example.test/mcp//v1" }, // remote
      },
    }`);
    expect([...warnings, ...failed]).toEqual([]);
    expect(names(servers)).toEqual(['plain', 'web']);
    expect(servers[1]?.transport).toMatchObject({ kind: 'auto', url: 'https://example.test/mcp//v1' });
  });

  it('fills in variables and keeps the server with a missing one out, alone', async () => {
    const { servers, failed } = await parse(
      {
        mcpServers: {
          a: {
            command: 'node',
            args: ['${DIR:-servers}/x.mjs', '--token=${TOK}', '${EMPTY}', '$TOK', '$${TOK}'],
            env: { T2: '${TOK}-x' },
          },
          b: { url: 'https://${HOST_B}/mcp', headers: { Authorization: 'Bearer ${MISSING_TOKEN}' } },
          c: { command: 'node' },
        },
      },
      { env: { TOK: 's3cr3t', EMPTY: '', HOST_B: 'b.example.test' } },
    );
    expect(names(servers)).toEqual(['a', 'c']);
    expect(servers[0]?.transport).toMatchObject({
      args: ['servers/x.mjs', '--token=s3cr3t', '', '$TOK', '${TOK}'],
      env: { T2: 's3cr3t-x' },
    });
    expect(failed).toEqual([
      {
        name: 'b',
        message: 'headers.Authorization needs the environment variable MISSING_TOKEN, which is not set',
        origin: 'toolscout.json (b)',
      },
    ]);
  });

  it('reports every bad entry by name and field and runs the good one', async () => {
    const { servers, failed } = await parse({
      mcpServers: {
        ok: { command: 'node', args: ['x.mjs'] },
        str: 'npx thing',
        nocmd: { args: [] },
        argsstring: { command: 'node', args: 'x.mjs' },
        num: { command: 7 },
        both: { command: 'node', url: 'https://x.test' },
        null: null,
      },
    });
    expect(names(servers)).toEqual(['ok']);
    expect(names(failed)).toEqual(['str', 'nocmd', 'argsstring', 'num', 'both', 'null']);
    expect(failed[2]?.message).toContain('args must be a list');
  });

  it('passes arguments on unchanged', async () => {
    const args = [
      'D:\\Shared Files\\Q3 Reports',
      'a b',
      'q"uote',
      '$HOME',
      '%PATH%',
      '^&|<>',
      '',
      '*.js',
      'trailing\\',
    ];
    const { servers } = await parse({ mcpServers: { a: { command: 'node', args } } });
    expect(servers[0]?.transport).toMatchObject({ command: 'node', args });
  });

  it('finds relative programs, folders and env files beside the file, on Windows too', async () => {
    const entry = { command: './bin/x', cwd: 'data', envFile: '.env' };
    const { servers } = await parse(
      { mcpServers: { a: entry } },
      { path: '/etc/ts/t.json', files: { '/etc/ts/.env': 'A=1' } },
    );
    expect(servers[0]?.transport).toMatchObject({ command: '/etc/ts/bin/x', cwd: '/etc/ts/data', env: { A: '1' } });
    const windows: HostEnvironment = { platform: 'win32', home: 'C:\\Users\\Ada', cwd: 'C:\\', env: {} };
    const onWindows = await parseConfig(
      JSON.stringify({ mcpServers: { a: { command: '.\\bin\\x.exe', cwd: 'data' } } }),
      {
        path: 'D:\\ts\\t.json',
        environment: windows,
      },
    );
    expect(onWindows.servers[0]?.transport).toMatchObject({ command: 'D:\\ts\\bin\\x.exe', cwd: 'D:\\ts\\data' });
  });

  it('lists disabled servers apart, whatever they lack', async () => {
    const { servers, failed, disabled } = await parse({
      mcpServers: { a: { command: '${NOPE}', disabled: true }, b: { command: 'x', enabled: false } },
    });
    expect([servers, failed]).toEqual([[], []]);
    expect(names(disabled)).toEqual(['a', 'b']);
  });

  it('gives servers the timeouts of the gateway where they set none', async () => {
    const { servers, gateway } = await parse({
      gateway: { startTimeoutMs: 7, callTimeoutMs: 8 },
      mcpServers: { a: { command: 'x', callTimeoutMs: 9 }, b: { command: 'x' } },
    });
    expect(gateway).toEqual({ startTimeoutMs: 7, callTimeoutMs: 8 });
    expect(servers).toMatchObject([
      { startTimeoutMs: 7, callTimeoutMs: 9 },
      { startTimeoutMs: 7, callTimeoutMs: 8 },
    ]);
  });

  it('names unknown keys on every level with the nearest known one', async () => {
    const { warnings } = await parse({
      $schema: 'x',
      servers: {},
      mcpServers: { a: { command: 'x', arg: [] } },
      gateway: { nmae: 'x', bridgeNames: { find: 'x' } },
      http: { prot: 1 },
      imports: [{ client: 'cursor', path: '/c.json', serverz: [] }],
    });
    expect(warnings.map(({ path, nearest }) => [path, nearest])).toEqual([
      ['servers', 'mcpServers'],
      ['gateway.nmae', 'name'],
      ['gateway.bridgeNames.find', undefined],
      ['http.prot', 'port'],
      ['imports[0].serverz', 'servers'],
      ['mcpServers.a.arg', 'args'],
      ['imports[0].path', undefined], // the file does not exist
    ]);
  });

  it('says where a server belongs that stands outside mcpServers', async () => {
    const { warnings } = await parse({ github: { command: 'x' } });
    expect(warnings).toMatchObject([
      { path: 'github', message: 'github looks like a server; move it into mcpServers' },
    ]);
  });

  it('tells of a server written twice', async () => {
    const { servers, warnings } = await parse('{"mcpServers": {"a": {"command": "x"},\n "a": {"command": "y"}}}');
    expect(servers).toMatchObject([{ transport: { command: 'y' } }]);
    expect(warnings).toMatchObject([{ path: 'mcpServers.a' }]);
  });

  it.each<[unknown, string]>([
    [{ mcpServers: [] }, 'mcpServers must be an object of servers, not a list'],
    [{ imports: {} }, 'imports must be a list, not an object'],
    [{ gateway: [] }, 'gateway must be an object, not a list'],
    [{ gateway: { name: 1 } }, 'gateway.name must be a text, not a number'],
    [{ gateway: { callTimeoutMs: '5s' } }, 'gateway.callTimeoutMs must be a number, not a string'],
    [{ gateway: { callTimeoutMs: 0 } }, 'gateway.callTimeoutMs must be at least 1 (milliseconds)'],
    [{ gateway: { directoryMaxCharacters: null } }, 'gateway.directoryMaxCharacters must be a number, not null'],
    [{ gateway: { bridgeNames: { search: 'a b' } } }, 'gateway.bridgeNames.search is "a b", but may hold only letters'],
    [{ gateway: { bridgeNames: { search: 'x', call: 'x' } } }, 'gateway.bridgeNames calls both search and call "x"'],
    [{ http: { port: 70_000 } }, 'http.port must be a whole number from 0 to 65535'],
    [
      { gateway: { profile: 'openai' } },
      'gateway.profile must be one of "toolscout", "bridge", "bridge-batch", "mode", "preselection"',
    ],
    [{ gateway: { pinned: 'read_file' } }, 'gateway.pinned must be a list of texts'],
    [{ http: { port: null } }, 'http.port must be a whole number from 0 to 65535'],
    [{ http: { host: '' } }, 'http.host is empty'],
    [{ http: { allowedHosts: 'a' } }, 'http.allowedHosts must be a list of texts'],
  ])('refuses %j', async (config, message) => {
    expect((await invalid(config)).message).toContain(message);
  });

  it('reads the settings of the gateway and of HTTP', async () => {
    const loaded = await parse({
      gateway: {
        name: 'scout',
        bridgeNames: { search: 'find_tool' },
        directoryMaxCharacters: 8_000,
        profile: 'bridge',
        pinned: ['files__read_file'],
      },
      http: { host: '0.0.0.0', port: 8080, allowedHosts: ['tools.example.test'] },
      tools: { toolSearch: { maxSearchLimit: 30 } },
    });
    expect(loaded.gateway).toEqual({
      name: 'scout',
      bridgeNames: { search: 'find_tool', describe: 'tool_describe', call: 'tool_call' },
      directoryMaxCharacters: 8_000,
      profile: 'bridge',
      pinned: ['files__read_file'],
    });
    expect(loaded.http).toEqual({ host: '0.0.0.0', port: 8080, allowedHosts: ['tools.example.test'] });
    expect(loaded.toolSearch).toMatchObject({ family: 'mode', maxSearchLimit: 30 });
  });

  it('says where a broken file is broken and what to do', async () => {
    const error = await invalid('{\n  "mcpServers": {\n    "a" {}\n  }\n}');
    expect(error.message).toBe('toolscout.json: colon expected (line 3, column 9)');
    expect(error.next).toBe('Correct line 3 of toolscout.json.');
    expect(error.details).toMatchObject({ line: 3, column: 9 });
    expect((await invalid('')).message).toContain('the file is empty');
    expect((await invalid('\ufffdELF\0\u0001')).message).toContain('this is no text in UTF-8');
  });

  it('leaves out an entry that would start the gateway inside itself', async () => {
    const { servers, warnings } = await parse({
      mcpServers: { self: { command: 'npx', args: ['-y', 'toolscout', 'serve'] }, a: { command: 'x' } },
    });
    expect(names(servers)).toEqual(['a']);
    expect(warnings).toMatchObject([{ path: 'mcpServers.self' }]);
    // In a client's file the entry is where it belongs.
    const files = { '/c.json': '{"mcpServers": {"x": {"command": "toolscout", "args": ["serve"]}}}' };
    const imported = await parse({ imports: [{ client: 'cursor', path: '/c.json' }] }, { files });
    expect([imported.servers, imported.warnings]).toEqual([[], []]);
  });

  it('is not confused by names that every object has', async () => {
    const { servers } = await parse('{"mcpServers": {"__proto__": {"command": "x"}, "constructor": {"command": "y"}}}');
    expect(names(servers)).toEqual(['__proto__', 'constructor']);
  });

  it('never puts the value of a variable into a message', async () => {
    const loaded = await parse(
      {
        mcpServers: {
          a: { url: '${SECRET}', headers: { 'X-A': '${SECRET}' } },
          b: { command: '${SECRET}', envFile: '${NOPE}', args: ['${SECRET}', '${a.b}'] },
        },
      },
      { env: { SECRET: 's3cr3t' } },
    );
    const messages = JSON.stringify([loaded.failed, loaded.warnings]);
    expect(loaded.failed).toHaveLength(2);
    expect(messages).not.toContain('s3cr3t');
  });
});

describe('parseConfig with anything', () => {
  const keys = ['command', 'args', 'env', 'cwd', 'envFile', 'url', 'httpUrl', 'type', 'headers', 'disabled', 'timeout'];
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('${A}', '${env:A}', '$A', '{env:A}', '${input:x}', '${', '\0', ''),
  );
  const value = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.jsonValue({ maxDepth: 2 }));
  const entry = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.dictionary(fc.constantFrom(...keys), value));
  const table = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.dictionary(fc.string(), entry));
  const sections = ['mcpServers', 'servers', 'mcp', 'mcp_servers', 'imports', 'tools', 'gateway', 'http', 'inputs'];
  const root = fc.dictionary(fc.constantFrom(...sections), fc.oneof(table, fc.array(entry)));
  const path = fc.constantFrom(
    '/project/toolscout.json',
    '/p/.cursor/mcp.json',
    '/p/.gemini/settings.json',
    '/p/opencode.json',
    '/p/.mcp.json',
  );

  it('either loads or says what is wrong: each entry ends as a server, failed, disabled or warned of', async () => {
    await fc.assert(
      fc.asyncProperty(root, path, async (config, place) => {
        const loaded = await parse(config, { path: place }).catch((error: unknown) => error);
        if (loaded instanceof ToolscoutError) {
          expect(loaded.next).toBeDefined();
          return;
        }
        expect(loaded).not.toBeInstanceOf(Error);
        const { servers, failed, disabled } = loaded as LoadedConfig;
        const listed = [...names(servers), ...names(failed), ...names(disabled)];
        expect(new Set(listed).size).toBe(listed.length);
        for (const { message } of failed) expect(message).not.toBe('');
      }),
      { numRuns: 400 },
    );
  });
});

describe('parseConfig with imports', () => {
  const cursor = {
    mcpServers: { a: { command: 'a' }, b: { command: 'b', disabled: true }, c: { command: '${env:NOPE}' } },
  };
  const files = {
    '/home/ada/.cursor/mcp.json': JSON.stringify(cursor),
    '/project/.mcp.json': JSON.stringify({ mcpServers: { d: { command: './d', args: ['./x.mjs'] } } }),
  };

  it('reads the files of clients at each load', async () => {
    const config = {
      imports: [
        { client: 'cursor', path: '~/.cursor/mcp.json' },
        { client: 'claude-code', path: '.mcp.json' },
      ],
    };
    const loaded = await parse(config, { files });
    expect(loaded.servers).toMatchObject([
      { name: 'a', origin: '~/.cursor/mcp.json (a)' },
      // A project's client runs its servers in the project, and so do we.
      { name: 'd', origin: '.mcp.json (d)', transport: { command: '/project/d', args: ['./x.mjs'], cwd: '/project' } },
    ]);
    expect(names(loaded.disabled)).toEqual(['b']);
    expect(names(loaded.failed)).toEqual(['c']);
    expect(loaded.files).toEqual(['/project/toolscout.json', '/home/ada/.cursor/mcp.json', '/project/.mcp.json']);
  });

  it('takes only what was asked for', async () => {
    const path = '~/.cursor/mcp.json';
    const only = await parse({ imports: [{ client: 'cursor', path, servers: ['a', 'aa'] }] }, { files });
    expect(names(only.servers)).toEqual(['a']);
    expect(only.failed).toMatchObject([
      { name: 'aa', message: '~/.cursor/mcp.json has no server of this name; did you mean a?' },
    ]);
    const rest = await parse({ imports: [{ client: 'cursor', path, exclude: ['a', 'c'] }] }, { files });
    expect([names(rest.servers), names(rest.failed)]).toEqual([[], []]);
    const off = await parse(
      { imports: [{ client: 'cursor', path, servers: ['b'], includeDisabled: true }] },
      { files },
    );
    expect(names(off.servers)).toEqual(['b']);
  });

  it('lets the first file win, and tells of another definition but not of the same one', async () => {
    const more = {
      ...files,
      '/w.json': JSON.stringify({ mcpServers: { a: { command: 'other' } } }),
      '/x.json': files['/home/ada/.cursor/mcp.json'],
    };
    const imports = ['~/.cursor/mcp.json', '/x.json', '/w.json'].map((path) => ({
      client: 'cursor',
      path,
      servers: ['a'],
    }));
    const loaded = await parse({ imports }, { files: more });
    expect(loaded.servers).toMatchObject([{ name: 'a', transport: { command: 'a' } }]);
    expect(loaded.warnings).toEqual([
      { path: 'imports[2]', message: 'a in /w.json is left out: ~/.cursor/mcp.json (a) has the name already' },
    ]);
    const own = await parse({ imports, mcpServers: { a: { command: 'own' } } }, { files: more });
    expect(own.servers).toMatchObject([{ name: 'a', transport: { command: 'own' } }]);
  });

  it('goes on without a file that is gone or broken, and names the servers it was to bring', async () => {
    const imports = [
      { client: 'cursor', path: '/gone.json', servers: ['g'] },
      { client: 'cursor', path: '/broken.json' },
      { client: 'cursor', path: '~/.cursor/mcp.json', servers: ['a'] },
    ];
    const loaded = await parse({ imports }, { files: { ...files, '/broken.json': '{' } });
    expect(names(loaded.servers)).toEqual(['a']);
    expect(loaded.failed).toMatchObject([{ name: 'g', message: '/gone.json: the file does not exist' }]);
    expect(loaded.warnings.map(({ path }) => path)).toEqual(['imports[0].path', 'imports[1].path']);
    expect(loaded.warnings[1]?.message).toContain('line 1');
  });

  it.each<[object, string]>([
    [{ client: 'curser', path: '/x' }, 'imports[0].client'],
    [{ client: 'cursor' }, 'imports[0].path'],
    [{ client: 'cursor', path: '/x', servers: 'a' }, 'imports[0].servers'],
    [{ client: 'cursor', path: '/x', exclude: [1] }, 'imports[0].exclude'],
    [['cursor'], 'imports[0]'],
  ])('leaves out the import %j and says why', async (entry, path) => {
    const loaded = await parse({ imports: [entry], mcpServers: { a: { command: 'x' } } });
    expect(names(loaded.servers)).toEqual(['a']);
    expect(loaded.warnings.map((warning) => warning.path)).toEqual([path]);
  });

  it('takes the servers of one project out of the file of Claude Code', async () => {
    const text = JSON.stringify({
      mcpServers: { user: { command: 'u' } },
      projects: {
        '/p': { mcpServers: { local: { command: 'l' } } },
        '/q': { mcpServers: { other: { command: 'o' } } },
      },
    });
    const path = '~/.claude.json';
    const setup = { files: { '/home/ada/.claude.json': text } };
    expect(names((await parse({ imports: [{ client: 'claude-code', path }] }, setup)).servers)).toEqual(['user']);
    const local = await parse({ imports: [{ client: 'claude-code', path, project: '/p' }] }, setup);
    expect(local.servers).toMatchObject([{ name: 'local', transport: { cwd: '/p' } }]);
  });

  it('switches off only the server whose input nobody gave', async () => {
    const text = JSON.stringify({
      inputs: [{ id: 'key', type: 'promptString', description: 'the key' }],
      servers: { a: { command: 'x', env: { K: '${input:key}' } }, b: { command: 'y' } },
    });
    const config = { imports: [{ client: 'vs-code', path: '/v/mcp.json' }] };
    const without = await parse(config, { files: { '/v/mcp.json': text } });
    expect(names(without.servers)).toEqual(['b']);
    expect(without.failed[0]?.message).toContain('TOOLSCOUT_INPUT_KEY');
    const given = await parse(config, { files: { '/v/mcp.json': text }, env: { TOOLSCOUT_INPUT_KEY: 'k' } });
    expect(given.servers[0]?.transport).toMatchObject({ env: { K: 'k' } });
  });
});

describe('parseConfig with the file of a client', () => {
  it('knows VS Code by its shape', async () => {
    const loaded = await parse('{"servers": {"a": {"type": "stdio", "command": "${env:BIN}"}}}', { env: { BIN: 'x' } });
    expect(loaded).toMatchObject({ format: 'vs-code', servers: [{ name: 'a', transport: { command: 'x' } }] });
    expect(loaded.toolSearch.family).toBe('default');
  });

  it('knows Codex by its language', async () => {
    const text = '[mcp_servers.a]\ncommand = "x"\nstartup_timeout_sec = 3\n';
    for (const setup of [{ path: '/c/config.toml' }, { format: 'toml' }] as const) {
      expect(await parse(text, setup)).toMatchObject({
        format: 'codex',
        servers: [{ name: 'a', startTimeoutMs: 3000 }],
      });
    }
  });

  it('takes settings of our own in TOML as well', async () => {
    const text = '[gateway]\ncallTimeoutMs = 7000\n\n[mcpServers.a]\ncommand = "x"\nargs = ["${TOK}"]\n';
    for (const setup of [{ path: '/c/toolscout.toml' }, { path: '/c/other.toml' }] as const) {
      const loaded = await parse(text, { ...setup, env: { TOK: 't' } });
      expect(loaded).toMatchObject({
        gateway: { callTimeoutMs: 7000 },
        servers: [{ name: 'a', callTimeoutMs: 7000, transport: { args: ['t'] } }],
      });
    }
    expect(await parse('[gateway]\ncallTimeoutMs = 7000\n', { path: '/c/toolscout.toml' })).toMatchObject({
      gateway: { callTimeoutMs: 7000 },
      servers: [],
    });
  });

  it('knows Gemini, Cursor and OpenCode by their places and shapes', async () => {
    const gemini = await parse(
      { mcpServers: { a: { url: 'https://x.test' } } },
      { path: '/home/ada/.gemini/settings.json' },
    );
    expect(gemini).toMatchObject({ format: 'gemini-cli', servers: [{ transport: { kind: 'sse' } }] });
    const cursor = await parse(
      { mcpServers: { a: { command: '${workspaceFolder}/x' } } },
      { path: '/p/.cursor/mcp.json' },
    );
    expect(cursor).toMatchObject({ format: 'cursor', servers: [{ transport: { command: '/p/x', cwd: '/p' } }] });
    const opencode = await parse({ mcp: { a: { type: 'local', command: ['x', 'y'] } } });
    expect(opencode).toMatchObject({ format: 'opencode', servers: [{ transport: { command: 'x', args: ['y'] } }] });
  });

  it('reads any other file with mcpServers by our own rules', async () => {
    const loaded = await parse({ mcpServers: { a: { command: 'x', disabledTools: ['t'] } } }, { path: '/x/mcp.json' });
    expect(loaded).toMatchObject({ format: 'toolscout', servers: [{ name: 'a', denyTools: ['t'] }], warnings: [] });
  });

  it('does not take a file of ours for another because of one wrong key', async () => {
    expect(await parse({ servers: {}, imports: [] })).toMatchObject({ format: 'toolscout' });
  });

  it('refuses a file whose servers are no table', async () => {
    expect((await invalid('mcp_servers = [1]\n', { format: 'toml' })).message).toContain(
      'mcp_servers must be an object',
    );
  });
});

describe('loadConfig', () => {
  let folder: string;
  let environment: HostEnvironment;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolscout-config-'));
    environment = { platform: process.platform, home: folder, cwd: folder, env: {} };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reads a file from disk', async () => {
    await writeFile(join(folder, 'toolscout.json'), '{"mcpServers": {"a": {"command": "x"}}}');
    const loaded = await loadConfig('toolscout.json', environment);
    expect(loaded.path).toBe(join(folder, 'toolscout.json'));
    expect(names(loaded.servers)).toEqual(['a']);
  });

  it('says how to make a file that is not there', async () => {
    await expect(loadConfig('toolscout.json', environment)).rejects.toMatchObject({
      code: 'CONFIG_NOT_FOUND',
      next: expect.stringContaining('toolscout init'),
    });
  });

  it('tells a folder from a missing file', async () => {
    await expect(loadConfig('.', environment)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});
