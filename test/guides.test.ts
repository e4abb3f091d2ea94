import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { BINARY } from './e2e/gateway-process.ts';

const ROOT = resolve(import.meta.dirname, '..');
const GUIDES = join(ROOT, 'docs/guides');
const pages = readdirSync(GUIDES).filter((file) => file.endsWith('.md'));
const folder = mkdtempSync(join(tmpdir(), 'toolscout-guides-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Programs that the shells find first: the built command line, and `npx` for servers that are installed here. */
const bin = join(folder, 'bin');
mkdirSync(bin);
for (const [name, line] of [
  ['toolscout', `exec '${process.execPath}' '${BINARY}' "$@"`],
  ['npx', `server=$2; shift 2; exec '${ROOT}/node_modules/.bin/mcp-'"\${server#@modelcontextprotocol/}" "$@"`],
] as const) {
  writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(bin, name), 0o755);
}

interface Block {
  readonly language: string;
  readonly title: string | undefined;
  readonly text: string;
  /** Lines of the block `text` right behind it. */
  readonly prints: readonly string[];
}

function blocksOf(page: string): readonly Block[] {
  const fences = [...page.matchAll(/^```(\w+)(?: title="([^"]+)")?\n([\s\S]*?)^```$/gm)];
  return fences.map(([, language, title, text], index) => {
    const next = fences[index + 1];
    return {
      language: language!,
      title,
      text: text!,
      prints: next?.[1] === 'text' ? next[3]!.trimEnd().split('\n') : [],
    };
  });
}

/** The lines that do not come in this order, each in a line of its own or within one. */
function missingLines(output: string, lines: readonly string[]): readonly string[] {
  let from = 0;
  return lines.filter((line) => {
    const at = output.indexOf(line, from);
    if (at >= 0) from = at + line.length;
    return at < 0;
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** In the place of an installed package, the sources: a snippet is held to what the next release would do. */
function fromSources(program: string): string {
  return program.replace(/from 'toolscout(?:\/([\w-]+))?'/g, (_, door: string | undefined) => {
    const file = door === undefined ? 'src/index.ts' : `src/adapters/${door}/index.ts`;
    return `from '${pathToFileURL(join(ROOT, file)).href}'`;
  });
}

const run = promisify(execFile);

describe.each(pages)('docs/guides/%s', async (file) => {
  const page = readFileSync(join(GUIDES, file), 'utf8');
  const port = await freePort();
  const blocks = blocksOf(page.replaceAll('8420', String(port)));
  const home = join(folder, file.replace('.md', ''));
  for (const { title, text } of blocks) {
    if (title === undefined) continue;
    mkdirSync(dirname(join(home, title)), { recursive: true });
    writeFileSync(join(home, title), text);
  }
  mkdirSync(home, { recursive: true });
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    TOOLSCOUT_STATE: join(home, 'state'),
    TOOLSCOUT_CACHE: 'off',
    NODE_NO_WARNINGS: '1',
  };
  const programs = blocks.filter(({ language }) => language === 'ts');
  const shell = blocks.filter(({ language }) => language === 'sh');

  const testPrograms = async (): Promise<void> => {
    for (const [index, { text, prints }] of programs.entries()) {
      const path = join(home, `program-${index}.mts`);
      writeFileSync(path, fromSources(text));
      const { stdout } = await run(process.execPath, [path], { cwd: home, env });
      expect(missingLines(stdout, prints), `program ${index + 1} printed ${stdout}`).toEqual([]);
    }
  };
  if (programs.length > 0) it('has programs that print what stands below them', { timeout: 240_000 }, testPrograms);

  const testCommands = async (): Promise<void> => {
    const script = [
      'set -euo pipefail',
      "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
      ...shell.flatMap(({ text }, index) => [`echo; echo '== ${index}'`, text]),
      `echo; echo '== ${shell.length}'`,
    ].join('\n');
    const { stdout } = await run('bash', ['-c', script], { cwd: home, env });
    const parts = stdout.split(/^== \d+$/m).slice(1);
    for (const [index, { prints }] of shell.entries()) {
      expect(missingLines(parts[index] ?? '', prints), `command ${index + 1} printed ${parts[index]}`).toEqual([]);
    }
  };
  if (shell.length > 0) it('has commands that work one after the other', { timeout: 240_000 }, testCommands);

  it('has no snippet that nobody runs, and links to files that exist', () => {
    const idle = blocks.filter(
      ({ language, title }) => !['ts', 'sh', 'text'].includes(language) && title === undefined,
    );
    expect(idle).toEqual([]);
    const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(resolve(GUIDES, link)))).toEqual([]);
  });
});

describe('docs/README.md', () => {
  const docs = join(ROOT, 'docs');
  const listed = readFileSync(join(docs, 'README.md'), 'utf8');

  it('leads to every page', () => {
    const all = [...readdirSync(docs), ...pages.map((file) => `guides/${file}`)];
    const own = all.filter((file) => file.endsWith('.md') && file !== 'README.md');
    expect(own.filter((file) => !listed.includes(`](${file})`))).toEqual([]);
  });

  it.each(['README.md', 'threat-model.md', 'versioning.md', 'claims.md', 'licences.md'])('and %s to files', (file) => {
    const links = [...readFileSync(join(docs, file), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, link]) => link!,
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !existsSync(resolve(docs, link)))).toEqual([]);
  });
});
