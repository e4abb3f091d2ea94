import { describe, expect, it } from 'vitest';
import { COMMON_KEYS, type EntryDialect } from './dialect.ts';
import { readEntries } from './entry.ts';

const DIALECT: EntryDialect = {
  title: 'Test',
  syntax: 'toolscout',
  keys: {
    ...COMMON_KEYS,
    httpUrl: { url: 'http' },
    allow: 'allow-tools',
    alsoAllow: 'allow-tools',
    deny: 'deny-tools',
    timeoutSec: { timeout: 'callTimeoutMs', unitMs: 1000 },
  },
  unknownKeys: 'report',
};

function read(entry: unknown) {
  const { servers, problems } = readEntries({ s: entry }, DIALECT);
  return { server: servers[0], problems };
}

function messages(entry: unknown): string[] {
  return read(entry).problems.map(({ severity, field, message }) => `${severity} ${field ?? '-'}: ${message}`);
}

describe('readEntries', () => {
  it('reads a local server', () => {
    const { server, problems } = read({
      command: 'node',
      args: ['a.mjs', ''],
      env: { A: '1' },
      cwd: 'x',
      envFile: '.env',
    });
    expect(problems).toEqual([]);
    expect(server).toEqual({
      name: 's',
      endpoint: {
        kind: 'stdio',
        command: 'node',
        args: ['a.mjs', ''],
        env: { A: '1' },
        cwd: 'x',
        envFile: '.env',
        passedEnv: [],
      },
      disabled: false,
      syntax: 'toolscout',
      literalSecrets: [],
    });
  });

  it.each([
    [{ url: 'https://x.test//mcp' }, 'auto'],
    [{ type: 'http', url: 'https://x.test//mcp' }, 'http'],
    [{ type: 'streamable-http', url: 'https://x.test//mcp' }, 'http'],
    [{ transport: 'streamable_http', url: 'https://x.test//mcp' }, 'http'],
    [{ type: 'streamableHttp', url: 'https://x.test//mcp' }, 'http'],
    [{ type: 'SSE', url: 'https://x.test//mcp' }, 'sse'],
    [{ httpUrl: 'https://x.test//mcp' }, 'http'],
    [{ url: 'https://x.test/sse', httpUrl: 'https://x.test//mcp' }, 'http'],
  ])('reads %j as a remote server of kind %s', (entry, kind) => {
    expect(read(entry).server?.endpoint).toMatchObject({ kind, url: 'https://x.test//mcp' });
  });

  it.each([
    [{ 'X-A': '1' }],
    [['X-A: 1']],
    [[['X-A', '1']]],
    [[{ name: 'X-A', value: '1' }]],
    [[{ key: 'X-A', value: '1' }]],
  ])('reads headers written as %j', (headers) => {
    expect(read({ url: 'https://x.test', headers }).server?.endpoint).toMatchObject({ headers: { 'X-A': '1' } });
  });

  it.each<[unknown, string]>([
    ['npx thing', 'error -: the entry must be an object such as {"command": …}, not a string'],
    [null, 'error -: the entry must be an object such as {"command": …}, not null'],
    [['npx'], 'error -: the entry must be an object such as {"command": …}, not a list'],
    [{ args: [] }, 'error command: the entry has neither command nor url or httpUrl'],
    [{ command: 7 }, 'error command: command must be a text, not a number'],
    [{ command: '' }, 'error command: command is empty'],
    [
      { command: ['npx', 'x'] },
      'error command: command must be a text, not a list; put the program in command and the rest in args',
    ],
    [
      { command: 'npx -y thing' },
      'error command: command holds arguments; write "command": "npx" and put the rest in args',
    ],
    [
      { command: 'node', args: 'a.mjs' },
      'error args: args must be a list of texts such as ["one", "two"], not a string',
    ],
    [{ command: 'node', args: ['a', null] }, 'error args[1]: args[1] must be a text, not null'],
    [{ command: 'node', env: ['A=1'] }, 'error env: env must be an object such as {"NAME": "value"}, not a list'],
    [{ command: 'node', env: { A: {} } }, 'error env.A: env.A must be a text, not an object'],
    [{ command: 'node', url: 'https://x.test' }, 'error url: command and url exclude each other; keep one'],
    [{ command: 'node', type: 'http' }, 'error type: type says remote, but the entry has a command and no url'],
    [{ type: 'stdio', url: 'https://x.test' }, 'error type: type says stdio, but the entry has url and no command'],
    [{ type: 'ws', url: 'wss://x.test' }, 'error type: type "ws" is not supported; MCP runs over stdio, http or sse'],
    [{ type: 'htpt', url: 'https://x.test' }, 'error type: type "htpt" is unknown; use stdio, http or sse'],
    [
      { url: 'https://x.test', headers: ['nothing'] },
      'error headers[0]: headers[0] must be a header such as "Name: value"',
    ],
    [{ command: 'node', disabled: 'yes' }, 'error disabled: disabled must be true or false, not a string'],
    [
      { command: 'node', deny: 'drop' },
      'error deny: deny must be a list of texts such as ["one", "two"], not a string',
    ],
    [
      { command: 'node', deny: ['delete_*'] },
      'error deny[0]: deny[0] is a pattern; write the names of the tools in full',
    ],
  ])('reports %j by field', (entry, message) => {
    expect(messages(entry)).toEqual([message]);
    expect(read(entry).server).toBeUndefined();
  });

  it('keeps the good entries beside the bad ones, in their order', () => {
    const { servers, problems } = readEntries({ b: { command: 'x' }, bad: 3, a: { url: 'https://x.test' } }, DIALECT);
    expect(servers.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(problems.map(({ server }) => server)).toEqual(['bad']);
  });

  it('takes a path with blanks as a path', () => {
    expect(read({ command: 'C:\\Program Files\\x\\run.exe' }).server?.endpoint).toMatchObject({
      command: 'C:\\Program Files\\x\\run.exe',
    });
  });

  it('takes numbers and booleans as texts and says so', () => {
    const { server, problems } = read({ command: 'node', args: ['--port', 8080], env: { DEBUG: true } });
    expect(server?.endpoint).toMatchObject({ args: ['--port', '8080'], env: { DEBUG: 'true' } });
    expect(problems.map(({ severity, field }) => [severity, field])).toEqual([
      ['warning', 'args[1]'],
      ['warning', 'env.DEBUG'],
    ]);
  });

  it('takes null for a key that was left out', () => {
    expect(read({ command: 'node', args: null, env: null, url: null }).server).toBeDefined();
  });

  it('names the key that an unknown one was meant to be', () => {
    const { server, problems } = read({ command: 'node', arg: ['x'] });
    expect(server).toBeDefined();
    expect(problems).toEqual([
      {
        severity: 'warning',
        server: 's',
        field: 'arg',
        message: 'unknown key arg; did you mean args?',
        nearest: 'args',
      },
    ]);
    expect(messages({ comand: 'node' }).at(-1)).toBe(
      'error command: the entry has neither command nor url or httpUrl; did you mean command instead of comand?',
    );
  });

  it('is quiet about unrelated keys where a dialect asks for it', () => {
    const quiet: EntryDialect = { ...DIALECT, unknownKeys: 'report-typos' };
    const { problems } = readEntries({ s: { command: 'node', icon: 'x', comand: 'y' } }, quiet);
    expect(problems.map(({ field }) => field)).toEqual(['comand']);
  });

  it('is not confused by keys that every object has', () => {
    expect(
      messages({ command: 'node', constructor: 'x', toString: 'y' }).every((line) => line.includes('unknown key')),
    ).toBe(true);
  });

  it('lets two lists of allowed tools only narrow each other', () => {
    expect(read({ command: 'x', allow: ['a', 'b'], alsoAllow: ['b', 'c'] }).server?.allowTools).toEqual(['b']);
    expect(read({ command: 'x', allow: ['*'] }).server?.allowTools).toBeUndefined();
    expect(read({ command: 'x', deny: ['*'] }).server).toMatchObject({ allowTools: [], denyTools: ['*'] });
  });

  it('keeps a server whose timeout is wrong, with the default', () => {
    const { server, problems } = read({ command: 'x', timeoutSec: -1 });
    expect(server).toBeDefined();
    expect(server?.callTimeoutMs).toBeUndefined();
    expect(problems[0]?.message).toBe('timeoutSec must be a number above 0, not -1; the default is used');
    expect(read({ command: 'x', timeoutSec: 2.5 }).server?.callTimeoutMs).toBe(2500);
  });

  it('never repeats a value in a message', () => {
    const secret = 'abcdef123456';
    const lines = messages({ command: 7, env: { TOKEN: [secret] }, headers: [secret], args: secret, url: [secret] });
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('\n')).not.toContain(secret);
  });
});
