import { chmod, chown, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../gateway/index.ts';
import { CLIENT_FORMATS } from '../sources/index.ts';
import { registerInstall, runInstall } from './install.ts';
import type { InstallOptions, InstallSurroundings } from './installation.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
let questions: string[];

beforeEach(async () => {
  machine = await createTestMachine(true);
  questions = [];
  await machine.write('project/toolscout.json', '{"mcpServers": {"a": {"command": "x"}}}');
});
afterEach(() => machine.remove());

function surroundings(answer: boolean | (() => Promise<boolean>) = true): InstallSurroundings {
  return {
    program: { node: '/opt/node', script: '/opt/toolscout/dist/cli.mjs' },
    confirm: async (question) => {
      questions.push(question);
      return typeof answer === 'boolean' ? answer : answer();
    },
    now: () => new Date('2026-11-29T23:58:12.345Z'),
  };
}

function install(client: string, options: InstallOptions = {}, around = surroundings()): Promise<number> {
  return runInstall(client, options, machine.io, around);
}

const CURSOR_FILE = 'home/.cursor/mcp.json';
const CURSOR_TEXT = `{
  // my servers
  "mcpServers": {
    "files": { "command": "npx", "env": { "API_TOKEN": "abcdef1234567890" } } // keep
  }
}
`;

describe('toolscout install', () => {
  it('shows the change, asks, keeps comments, and writes an entry that starts this gateway', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    expect(await install('cursor')).toBe(0);
    expect(questions).toEqual(['Write this to ~/.cursor/mcp.json? [y/N] ']);
    const text = await machine.read(CURSOR_FILE);
    expect(text).toContain('// my servers');
    expect(text).toContain('"abcdef1234567890" } }, // keep');
    const loaded = await loadConfig(machine.at(CURSOR_FILE), machine.io.environment);
    expect(loaded.servers.map(({ name }) => name)).toEqual(['files']); // ours is known as ours
    expect(text).toContain('"command": "/opt/node"');
    expect(text).toContain(`"--config",\n        ${JSON.stringify(machine.at('project/toolscout.json'))}`);
  });

  it('prints a unified diff without the secrets around the change, and what to do next', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await install('cursor');
    const out = machine.stdout();
    expect(out).toContain('--- ~/.cursor/mcp.json\n+++ ~/.cursor/mcp.json\n@@ ');
    expect(out).toContain('+    "toolscout": {');
    expect(out).not.toContain('abcdef1234567890');
    expect(out).toContain('Undo: toolscout install cursor --undo');
    expect(out).toContain('still starts these itself and shows all their tools: files.');
    expect(out).toContain('Backup: ~/.cursor/mcp.json.toolscout-backup-20261129T235812345Z');
  });

  it('leaves a backup of the file as it was', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await install('cursor');
    expect(await machine.read(`${CURSOR_FILE}.toolscout-backup-20261129T235812345Z`)).toBe(CURSOR_TEXT);
    expect((await readdir(machine.at('home/.cursor'))).length).toBe(2); // no temporary file left
  });

  it.each(CLIENT_FORMATS.map((format) => [format.id, format] as const))(
    'makes a new file for %s that the client can read, and deletes it again',
    async (id, format) => {
      expect(await install(id, { yes: true })).toBe(0);
      const { path } = format.locations(machine.io.environment).find(({ scope }) => scope === 'user')!;
      const relative = path.slice(machine.at('home').length + 1);
      const { servers, problems } = format.parse(await machine.read(`home/${relative}`));
      expect(problems).toEqual([]);
      expect(servers).toMatchObject([{ name: 'toolscout', endpoint: { kind: 'stdio', command: '/opt/node' } }]);
      expect(await install(id, { undo: true, yes: true })).toBe(0);
      expect(machine.exists(`home/${relative}`)).toBe(false);
      expect(await readdir(dirname(path))).toEqual([]);
    },
  );

  it('does nothing the second time', async () => {
    await install('cursor', { yes: true });
    const text = await machine.read(CURSOR_FILE);
    expect(await install('cursor')).toBe(0);
    expect(questions).toEqual([]);
    expect(machine.stdout()).toContain('has this entry already');
    expect(await machine.read(CURSOR_FILE)).toBe(text);
  });

  it('writes nothing when the answer is no', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    expect(await install('cursor', {}, surroundings(false))).toBe(1);
    expect(await machine.read(CURSOR_FILE)).toBe(CURSOR_TEXT);
    expect(machine.stdout()).toContain('Nothing was written.');
  });

  it('writes nothing where nobody can be asked, and says what to add', async () => {
    const io = { ...machine.io, isTty: false };
    expect(await runInstall('cursor', {}, io, surroundings())).toBe(2);
    expect(machine.stderr()).toContain('--yes');
    expect(machine.exists(CURSOR_FILE)).toBe(false);
    expect(await runInstall('cursor', { json: true }, machine.io, surroundings())).toBe(2);
    expect(questions).toEqual([]);
  });

  it('only shows the change with --dry-run', async () => {
    expect(await install('cursor', { dryRun: true })).toBe(0);
    expect(machine.stdout()).toContain('--- (no file)');
    expect(machine.exists(CURSOR_FILE)).toBe(false);
  });

  it('installs into the project with --scope project, and says where there is none', async () => {
    expect(await install('claude-code', { scope: 'project', yes: true })).toBe(0);
    expect(machine.exists('project/.mcp.json')).toBe(true);
    expect(machine.stdout()).toContain('--undo --scope project');
    expect(await install('windsurf', { scope: 'project', yes: true })).toBe(2);
    expect(await install('cursor', { scope: 'machine' })).toBe(2);
  });

  it('keeps the mode of the file and follows a link to it', async () => {
    await machine.write('home/dotfiles/mcp.json', '{}');
    await chmod(machine.at('home/dotfiles/mcp.json'), 0o600);
    await machine.write('home/.cursor/other', '');
    await symlink(machine.at('home/dotfiles/mcp.json'), machine.at(CURSOR_FILE));
    expect(await install('cursor', { yes: true })).toBe(0);
    expect(await machine.read('home/dotfiles/mcp.json')).toContain('toolscout');
    const names = await readdir(machine.at('home/dotfiles'));
    for (const name of names) expect((await stat(machine.at(`home/dotfiles/${name}`))).mode & 0o777).toBe(0o600);
    expect(names).toHaveLength(2);
  });

  it('does not replace a file that is read-only, nor ask for it', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await chmod(machine.at(CURSOR_FILE), 0o444);
    expect(await install('cursor', { json: true, yes: true })).toBe(1);
    expect(JSON.parse(machine.stdout())).toMatchObject({
      error: { code: 'FILE_NOT_WRITTEN', next: expect.stringContaining('writable') },
    });
    expect(await install('cursor')).toBe(1);
    expect(questions).toEqual([]);
    expect(await machine.read(CURSOR_FILE)).toBe(CURSOR_TEXT);
    expect(await readdir(machine.at('home/.cursor'))).toEqual(['mcp.json']);
  });

  it('says what to do where the backup cannot be written', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await machine.write(`${CURSOR_FILE}.toolscout-backup-20261129T235812345Z`, 'in the way');
    expect(await install('cursor', { yes: true })).toBe(1);
    expect(machine.stderr()).toMatch(/toolscout-backup-\S+ cannot be written: .*\n {2}Check that/);
    expect(await machine.read(CURSOR_FILE)).toBe(CURSOR_TEXT);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner of the file', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await chown(machine.at(CURSOR_FILE), 4321, 4322);
    expect(await install('cursor', { yes: true })).toBe(0);
    const { uid, gid } = await stat(machine.at(CURSOR_FILE));
    expect([uid, gid]).toEqual([4321, 4322]);
  });

  it.each(['', ' ', 'a b', '__proto__', '$(id)', 'x'.repeat(65), 'дом'])('refuses the name "%s"', async (name) => {
    expect(await install('cursor', { yes: true, name })).toBe(2);
    expect(machine.stderr()).toContain('Use letters, digits');
    expect(machine.exists(CURSOR_FILE)).toBe(false);
  });

  it('says that an entry in a project’s file is for this machine', async () => {
    await install('claude-code', { scope: 'project', yes: true });
    expect(machine.stdout().replace(/\s+/g, ' ')).toContain('Where .mcp.json is under version control, do not commit');
    await install('cursor', { yes: true });
    expect(machine.stdout().match(/version control/g)).toHaveLength(1);
  });

  it('works on the file as it is after the question, not as it was before', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    const later = CURSOR_TEXT.replace('"files"', '"renamed"');
    const around = surroundings(async () => {
      await writeFile(machine.at(CURSOR_FILE), later);
      return true;
    });
    expect(await install('cursor', {}, around)).toBe(0);
    const text = await machine.read(CURSOR_FILE);
    expect(text).toContain('"renamed"');
    expect(text).toContain('"toolscout"');
  });

  it('does not install a configuration that is missing or broken', async () => {
    expect(await install('cursor', { config: 'gone.json', yes: true })).toBe(1);
    expect(machine.stderr()).toContain('toolscout init');
    await machine.write('project/broken.json', '{');
    expect(await install('cursor', { config: 'broken.json', yes: true })).toBe(1);
    expect(machine.exists(CURSOR_FILE)).toBe(false);
  });

  it('does not damage a file that it cannot parse', async () => {
    await machine.write(CURSOR_FILE, '{"mcpServers": {');
    expect(await install('cursor', { yes: true })).toBe(1);
    expect(machine.stderr()).toMatch(/line 1/);
    expect(await machine.read(CURSOR_FILE)).toBe('{"mcpServers": {');
  });

  it('does not take a name that another server has', async () => {
    await machine.write(CURSOR_FILE, '{"mcpServers": {"toolscout": {"command": "mine"}}}');
    expect(await install('cursor', { yes: true })).toBe(1);
    expect(machine.stderr()).toContain('--name');
    expect(await install('cursor', { yes: true, undo: true })).toBe(1);
    expect(await install('cursor', { yes: true, name: 'scout' })).toBe(0);
    expect(await machine.read(CURSOR_FILE)).toContain('"command": "mine"');
  });

  it('knows a typo in the name of a client', async () => {
    expect(await install('claud-code')).toBe(2);
    expect(machine.stderr()).toContain('Did you mean claude-code?');
  });

  it('reports as JSON', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    expect(await install('cursor', { json: true, yes: true })).toBe(0);
    expect(JSON.parse(machine.stdout())).toMatchObject({
      ok: true,
      client: 'cursor',
      path: machine.at(CURSOR_FILE),
      name: 'toolscout',
      action: 'add',
      written: true,
      entry: { command: '/opt/node' },
      direct: ['files'],
      diff: expect.stringContaining('+    "toolscout": {'),
      backup: expect.stringContaining('.toolscout-backup-'),
    });
  });

  it('is wired to its options', async () => {
    const codes: number[] = [];
    const program = new Command().exitOverride();
    registerInstall(program, machine.io, (code) => codes.push(code));
    await program.parseAsync(['install', 'cursor', '--name', 'scout', '--dry-run', '--json'], { from: 'user' });
    expect(JSON.parse(machine.stdout())).toMatchObject({ name: 'scout', written: false });
    expect(codes).toEqual([0]);
  });
});

describe('toolscout install --undo', () => {
  it('restores the file to the byte when nothing happened since', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await install('cursor', { yes: true });
    expect(await install('cursor', { undo: true, yes: true })).toBe(0);
    expect(await machine.read(CURSOR_FILE)).toBe(CURSOR_TEXT);
    expect(await readdir(machine.at('home/.cursor'))).toEqual(['mcp.json']);
  });

  it('keeps a file that was empty before', async () => {
    await machine.write(CURSOR_FILE, '');
    await install('cursor', { yes: true });
    expect(await install('cursor', { undo: true, yes: true })).toBe(0);
    expect(await machine.read(CURSOR_FILE)).toBe('');
  });

  it('keeps a file that it made where there is more in it by now', async () => {
    await install('cursor', { yes: true });
    const more = (await machine.read(CURSOR_FILE)).replace(
      '"mcpServers": {',
      '"mcpServers": {\n    "b": {"url": "u"},',
    );
    await machine.write(CURSOR_FILE, more);
    expect(await install('cursor', { undo: true, yes: true })).toBe(0);
    expect(await machine.read(CURSOR_FILE)).toContain('"b"');
    expect(await machine.read(CURSOR_FILE)).not.toContain('toolscout');
  });

  it('takes only its own entry out when the file has changed', async () => {
    await machine.write(CURSOR_FILE, CURSOR_TEXT);
    await install('cursor', { yes: true });
    const changed = (await machine.read(CURSOR_FILE)).replace('"files"', '"renamed"');
    await machine.write(CURSOR_FILE, changed);
    const later: InstallSurroundings = { ...surroundings(), now: () => new Date('2026-11-30T00:00:00Z') };
    expect(await install('cursor', { undo: true, yes: true }, later)).toBe(0);
    expect(await machine.read(CURSOR_FILE)).toBe(CURSOR_TEXT.replace('"files"', '"renamed"'));
  });

  it('asks as well', async () => {
    await install('cursor', { yes: true });
    const text = await machine.read(CURSOR_FILE);
    expect(await install('cursor', { undo: true }, surroundings(false))).toBe(1);
    expect(questions).toHaveLength(1);
    expect(await machine.read(CURSOR_FILE)).toBe(text);
  });

  it('needs no configuration and is content with nothing to undo', async () => {
    expect(await install('cursor', { undo: true, config: 'gone.json' })).toBe(0);
    expect(machine.stdout()).toContain('nothing to undo');
    expect(machine.exists(CURSOR_FILE)).toBe(false);
  });

  it('restores TOML too', async () => {
    const text = '# mine\nmodel = "x"\n\n[mcp_servers.a]\ncommand = "y"\n';
    await machine.write('home/.codex/config.toml', text);
    await install('codex', { yes: true });
    expect(await machine.read('home/.codex/config.toml')).toContain('[mcp_servers.toolscout]\ncommand = "/opt/node"');
    await install('codex', { undo: true, yes: true });
    expect(await machine.read('home/.codex/config.toml')).toBe(text);
  });
});
