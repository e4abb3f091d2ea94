// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of configuration files
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../gateway/index.ts';
import { registerInit, runInit } from './init.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;

beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const SECRET = 'abcdef1234567890';

async function writeClients(): Promise<void> {
  await machine.write(
    'home/.cursor/mcp.json',
    JSON.stringify({
      mcpServers: {
        github: { command: 'npx', args: ['-y', 'gh'], env: { GITHUB_TOKEN: SECRET } },
        figma: { command: 'npx', disabled: true },
        bad: { command: 'npx', args: 'oops' },
        needy: { url: 'https://x.test/mcp', headers: { Authorization: 'Bearer ${env:NOPE}' } },
        toolscout: { command: 'npx', args: ['-y', 'toolscout', 'serve', '--config', '/x/toolscout.json'] },
      },
    }),
  );
  await machine.write(
    'project/.mcp.json',
    '{"mcpServers": {"github": {"command": "other"}, "docs": {"command": "docs"}}}',
  );
  await machine.write('home/.codex/config.toml', 'model = "x"\n');
}

describe('toolscout init', () => {
  it('writes a configuration that refers to the files it found', async () => {
    await writeClients();
    expect(await runInit({}, machine.io)).toBe(0);
    const text = await machine.read('project/toolscout.json');
    expect(text).toContain(
      '{ "client": "claude-code", "path": ".mcp.json" },\n    { "client": "cursor", "path": "~/.cursor/mcp.json" }',
    );
    expect(text).not.toContain(SECRET);
    const loaded = await loadConfig('toolscout.json', machine.io.environment);
    // The project's file comes first, so its github wins.
    expect(
      loaded.servers.map(({ name, transport }) => [name, transport.kind === 'stdio' && transport.command]),
    ).toEqual([
      ['github', 'other'],
      ['docs', 'docs'],
    ]);
    expect(loaded.disabled.map(({ name }) => name)).toEqual(['figma']);
    expect(loaded.failed.map(({ name }) => name)).toEqual(['bad', 'needy']);
  });

  it('says why fewer servers run than were found', async () => {
    await writeClients();
    await runInit({}, machine.io);
    const words = machine.stdout().replace(/\s+/g, ' ');
    expect(words).toContain('Found 6 servers in 2 configurations');
    expect(words).toContain('2 servers from 2 configurations');
    expect(words).toContain(
      'Of the 6 found, not counted: 1 switched off, 1 not usable as things are now, 1 named in an earlier file already, 1 this gateway itself.',
    );
  });

  it('tells what it found, what it left out and why, within 80 columns and without a secret', async () => {
    await writeClients();
    await runInit({}, machine.io);
    const out = machine.stdout();
    expect(out).toContain('Cursor (yours)  ~/.cursor/mcp.json');
    expect(out).toContain('Claude Code (this project)  .mcp.json');
    expect(out).toMatch(/servers +github, docs/);
    expect(out).toMatch(/off +figma/);
    expect(out).toMatch(/itself +toolscout/);
    expect(out).toMatch(/left out +bad: args must be a list/);
    expect(out).toMatch(/secrets +github env\.GITHUB_TOKEN/);
    expect(out).toContain('needy: headers.Authorization needs the environment variable NOPE');
    expect(out).toContain('github in ~/.cursor/mcp.json is left out');
    expect(out).toContain('toolscout install CLIENT');
    expect(out).toContain('look at the commands they start');
    expect(out).not.toContain(SECRET);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('reports the same as JSON', async () => {
    await writeClients();
    expect(await runInit({ json: true }, machine.io)).toBe(0);
    const report = JSON.parse(machine.stdout());
    expect(report).toMatchObject({
      ok: true,
      written: true,
      out: machine.at('project/toolscout.json'),
      imports: 2,
      servers: ['github', 'docs'],
      disabled: ['figma'],
    });
    expect(report.found[1]).toMatchObject({
      client: 'cursor',
      scope: 'user',
      servers: ['github', 'needy'],
      itself: ['toolscout'],
      literalSecrets: [{ server: 'github', fields: ['env.GITHUB_TOKEN'] }],
    });
    expect(machine.stdout()).not.toContain(SECRET);
  });

  it('does not touch an existing file without --force, and says how', async () => {
    await machine.write('project/toolscout.json', '{"mine": 1}');
    expect(await runInit({}, machine.io)).toBe(1);
    expect(machine.stderr()).toContain('toolscout.json exists already');
    expect(machine.stderr()).toContain('--force');
    expect(await machine.read('project/toolscout.json')).toBe('{"mine": 1}');
    expect(await runInit({ force: true }, machine.io)).toBe(0);
    expect(await machine.read('project/toolscout.json')).not.toContain('mine');
  });

  it('shows the file and writes nothing with --dry-run', async () => {
    await writeClients();
    expect(await runInit({ dryRun: true }, machine.io)).toBe(0);
    expect(machine.exists('project/toolscout.json')).toBe(false);
    expect(machine.stdout()).toContain('"client": "cursor"');
  });

  it('writes a starter file where there is nothing to find, and says so', async () => {
    expect(await runInit({}, machine.io)).toBe(0);
    expect(machine.stdout()).toContain('No MCP servers were found');
    expect(machine.stdout()).toContain('starter file');
    const loaded = await loadConfig('toolscout.json', machine.io.environment);
    expect([loaded.servers, loaded.failed, loaded.warnings]).toEqual([[], [], []]);
    expect(await machine.read('project/toolscout.json')).toContain('// "everything"');
  });

  it('lists a broken file with its line and goes on', async () => {
    await machine.write('home/.cursor/mcp.json', '{\n  "mcpServers": {\n');
    await machine.write('home/.claude.json', '{"mcpServers": {"a": {"command": "x"}}}');
    expect(await runInit({}, machine.io)).toBe(0);
    expect(machine.stdout()).toMatch(/left out +the file: .*\(line 3\)/);
    expect((await loadConfig('toolscout.json', machine.io.environment)).servers.map(({ name }) => name)).toEqual(['a']);
  });

  it('imports the servers that Claude Code keeps for this project', async () => {
    const projects = {
      [machine.at('project')]: { mcpServers: { local: { command: 'l' } } },
      '/q': { mcpServers: { other: { command: 'o' } } },
    };
    await machine.write('home/.claude.json', JSON.stringify({ projects }));
    expect(await runInit({}, machine.io)).toBe(0);
    const loaded = await loadConfig('toolscout.json', machine.io.environment);
    expect(loaded.servers).toMatchObject([{ name: 'local', transport: { cwd: machine.at('project') } }]);
  });

  it('writes paths that work from the folder of the file', async () => {
    await writeClients();
    expect(await runInit({ out: '../elsewhere/t.json' }, machine.io)).toBe(0);
    const loaded = await loadConfig('../elsewhere/t.json', machine.io.environment);
    expect(loaded.servers.map(({ name }) => name)).toEqual(['github', 'docs']);
  });

  it('only looks at the clients asked for, and knows a typo', async () => {
    await writeClients();
    expect(await runInit({ client: ['cursor'], dryRun: true }, machine.io)).toBe(0);
    expect(machine.stdout()).not.toContain('claude-code');
    expect(await runInit({ client: ['curser'] }, machine.io)).toBe(2);
    expect(machine.stderr()).toContain('Did you mean cursor?');
  });

  it('is wired to its options', async () => {
    await writeClients();
    const codes: number[] = [];
    const program = new Command().exitOverride();
    registerInit(program, machine.io, (code) => codes.push(code));
    const run = (args: string): Promise<Command> => program.parseAsync(['init', ...args.split(' ')], { from: 'user' });
    await run('--out a.json --client cursor codex --json');
    expect(JSON.parse(machine.stdout()).imports).toBe(1);
    expect(machine.exists('project/a.json')).toBe(true);
    expect(codes).toEqual([0]);
  });
});
