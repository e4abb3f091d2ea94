import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OWN_DIALECT } from '../src/gateway/config/own-dialect.ts';
import { parseConfig } from '../src/gateway/index.ts';
import { BINARY } from './e2e/gateway-process.ts';

const DOCS = resolve(import.meta.dirname, '../docs');
const page = readFileSync(resolve(DOCS, 'cli.md'), 'utf8');

const help = async (...command: string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [BINARY, ...command, '--help'])).stdout;

/** Long options in the list under "Options:"; each starts a line, behind its short form if it has one. */
function optionsOf(text: string): string[] {
  const list = /\nOptions:\n([\s\S]*?)(?:\n\n|$)/.exec(text)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((match) => match[1]!);
  return names.filter((name) => name !== '--help').sort();
}

/** Options in the first column of the tables under a heading. */
function documentedOptions(command: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`toolscout ${command}\n`)) ?? '';
  const cells = [...section.matchAll(/^\| (`--[^|]*) \|/gm)].map((match) => match[1]!);
  return cells.flatMap((cell) => [...cell.matchAll(/`(--[\w-]+)/g)].map((match) => match[1]!)).sort();
}

describe('docs/cli.md', async () => {
  const commands = [...(await help()).matchAll(/^ {2}([a-z]+)(?: \[| {2,})/gm)].map((match) => match[1]!);
  const listed = commands.filter((command) => command !== 'help');

  it('has a section for every command and no other', () => {
    expect(listed.length).toBeGreaterThan(5);
    const sections = [...page.matchAll(/^## toolscout (\w+)$/gm)].map((match) => match[1]!);
    expect(sections.sort()).toEqual([...listed].sort());
  });

  it.each(listed)('names every option of %s and no other', async (command) => {
    expect(documentedOptions(command)).toEqual(optionsOf(await help(command)));
  });
});

describe('docs/configuration.md', () => {
  const text = readFileSync(resolve(DOCS, 'configuration.md'), 'utf8');

  it('names every key of a server entry', () => {
    expect(Object.keys(OWN_DIALECT.keys).filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  });

  it('shows a configuration that loads as it stands', async () => {
    const example = /```jsonc\n([\s\S]*?)```/.exec(text)![1]!;
    const { servers, failed, warnings, http } = await parseConfig(example, {
      path: '/project/toolscout.json',
      environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: { WIKI_TOKEN: 'x' } },
      readText: async () => '{"mcpServers": {"git": {"command": "git-mcp"}, "playground": {"command": "x"}}}',
    });
    expect([failed, warnings]).toEqual([[], []]);
    expect(servers.map(({ name }) => name)).toEqual(['files', 'wiki', 'git']);
    expect(http).toEqual({ port: 8420 });
  });
});

describe('docs/policy.md', () => {
  const text = readFileSync(resolve(DOCS, 'policy.md'), 'utf8');

  it('shows rules that load as they stand', async () => {
    const [, example] = /```json\n(\{\n {2}"policy"[\s\S]*?)```/.exec(text)!;
    const { warnings, policy } = await parseConfig(example!, {
      path: '/project/toolscout.json',
      environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
    });
    expect(warnings).toEqual([]);
    expect(policy.session).toEqual({ agent: 'writer', channel: 'mail' });
  });
});

describe('docs/approvals.md', () => {
  it('shows rules that load as they stand', async () => {
    const [, example] = /```json\n(\{\n {2}"approvals"[\s\S]*?)```/.exec(
      readFileSync(resolve(DOCS, 'approvals.md'), 'utf8'),
    )!;
    const { warnings, approvals } = await parseConfig(example!, {
      path: '/project/toolscout.json',
      environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
    });
    expect([warnings, approvals.rules.length]).toEqual([[], 4]);
  });
});

describe.each([
  'docs/approvals.md',
  'docs/cli.md',
  'docs/configuration.md',
  'docs/directory-mode.md',
  'docs/evaluation.md',
  'docs/explain.md',
  'docs/lint.md',
  'docs/http-api.md',
  'docs/capacity.md',
  'docs/opensearch.md',
  'docs/policy.md',
  'docs/preselection.md',
  'docs/requirements.md',
  'docs/session-log.md',
  'docs/telemetry.md',
  'docs/upstream-auth.md',
  'README.md',
  'CONTRIBUTING.md',
  'examples/end-to-end/README.md',
])('%s', (file) => {
  it('links to files that exist', () => {
    const path = resolve(DOCS, '..', file);
    const links = [...readFileSync(path, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1]!);
    expect(links.filter((link) => !existsSync(resolve(dirname(path), link)))).toEqual([]);
  });
});
