import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerSpec } from '../sources/index.ts';
import type { ToolDefinition } from '../tools/index.ts';
import { type ListingServer, ServerEntries } from './server-entries.ts';

const CREATE_ENTITIES = {
  name: 'create_entities',
  description: 'Create multiple new entities in the knowledge graph',
};

const spec = (more: Partial<ServerSpec> = {}): ServerSpec => ({
  name: 'notes',
  transport: { kind: 'stdio', command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'], env: {} },
  ...more,
});

const listing = (tools: readonly ToolDefinition[]): ListingServer => ({
  name: 'notes',
  tools: () => tools,
  status: () => ({ name: 'notes', state: 'ready', tools: tools.length, since: 0, restarts: 0 }),
});

const open = (server: ServerSpec, pack: boolean, file?: string) => {
  const unknown: string[] = [];
  const problems: string[] = [];
  const entries = new ServerEntries({
    servers: [server],
    pack,
    ...(file === undefined ? {} : { file }),
    onUnknownTool: (...names) => unknown.push(names.join('/')),
    onPackError: (error) => {
      throw error;
    },
    onFileProblem: (message) => problems.push(message),
  });
  return { entries, unknown, problems };
};

describe('entries of servers', () => {
  it('have the examples of the shipped pack where the server is known', () => {
    const [entry] = open(spec(), true).entries.of(listing([CREATE_ENTITIES]));
    expect(entry?.examples).toHaveLength(4);
  });

  it('have none with the pack switched off', () => {
    const [entry] = open(spec(), false).entries.of(listing([CREATE_ENTITIES]));
    expect(entry).toEqual({ source: { kind: 'mcp', name: 'notes' }, definition: CREATE_ENTITIES });
  });

  it('have those of the configuration first', () => {
    const server = spec({ examples: { create_entities: ['merke dir das'] } });
    expect([...open(server, false).entries.of(listing([CREATE_ENTITIES]))][0]?.examples).toEqual(['merke dir das']);
    const both = [...open(server, true).entries.of(listing([CREATE_ENTITIES]))][0]?.examples;
    expect(both?.[0]).toBe('merke dir das');
    expect(both).toHaveLength(5);
  });

  it('have those of the examples file, whose bad lines cost only themselves', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolscout-entries-'));
    const file = join(folder, 'toolscout.examples.jsonl');
    await writeFile(file, 'oops\n{"tool": "mcp:notes:create_entities", "examples": {"de": ["merke dir das"]}}\n');
    const { entries, problems } = open(spec(), true, file);
    const [entry] = entries.of(listing([CREATE_ENTITIES]));
    expect(entry?.examples?.[0]).toBe('merke dir das');
    expect(entry?.examples).toHaveLength(5);
    expect(problems).toEqual([`${file}:1 is not JSON`]);
    await rm(folder, { recursive: true });
  });

  it('do without an examples file that is not there, or is no file', () => {
    const gone = open(spec(), false, join(tmpdir(), 'there', 'is', 'no.jsonl'));
    expect([...gone.entries.of(listing([CREATE_ENTITIES]))]).toHaveLength(1);
    expect(gone.problems).toEqual([]);
    const folder = open(spec(), false, tmpdir());
    expect([...folder.entries.of(listing([CREATE_ENTITIES]))]).toHaveLength(1);
    expect(folder.problems).toHaveLength(1);
  });

  it('are one object for one definition', () => {
    const { entries } = open(spec({ examples: { create_entities: ['merke dir das'] } }), true);
    const [first] = entries.of(listing([CREATE_ENTITIES]));
    const [second] = entries.of(listing([CREATE_ENTITIES]));
    expect(second).toBe(first);
  });

  it('report configured examples of tools that the server does not list, once', () => {
    const server = spec({
      examples: { create_entitys: ['x'], off: ['x'], create_entities: ['x'] },
      denyTools: ['off'],
    });
    const { entries, unknown } = open(server, false);
    expect([...entries.of(listing([]))]).toEqual([]);
    expect(unknown).toEqual([]);
    for (let round = 0; round < 2; round++) expect([...entries.of(listing([CREATE_ENTITIES]))]).toHaveLength(1);
    expect(unknown).toEqual(['notes/create_entitys']);
  });
});
