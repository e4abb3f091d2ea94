import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryBackend, searchTools } from '../src/retrieval/index.ts';
import { createCatalog, type ToolDefinition, type ToolEntry } from '../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from './data-root.ts';

const root = dataRoot;

/** The tools/list answers of 62 real servers, all together as one catalog. */
describe.skipIf(root === undefined)(`62 recorded servers (${root === undefined ? DATA_MISSING : 'found'})`, () => {
  const entries: ToolEntry[] = [];
  for (const file of root === undefined ? [] : readdirSync(join(root, 'real-servers')).sort()) {
    if (!file.endsWith('.json') || file === 'index.json') continue;
    const { tools } = JSON.parse(readFileSync(join(root!, 'real-servers', file), 'utf8')) as {
      tools: ToolDefinition[];
    };
    const source = { kind: 'mcp', name: file.replace('.json', '') } as const;
    for (const definition of tools) entries.push({ source, definition });
  }
  const catalog = createCatalog(entries);

  it('holds every tool of every server', () => {
    expect(entries).toHaveLength(2_489);
    expect(catalog.tools).toHaveLength(2_489);
    expect(
      catalog.warnings.filter((warning) => warning.code === 'NAME_MISSING' || warning.code === 'NAME_DUPLICATE'),
    ).toEqual([]);
    expect(catalog.warnings.filter((warning) => warning.code === 'SCHEMA_UNUSABLE')).toEqual([]);
  });

  it('gives each a valid name of its own', () => {
    expect(catalog.tools.filter((tool) => !/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(tool.name))).toEqual([]);
    expect(new Set(catalog.tools.map((tool) => tool.name)).size).toBe(2_489);
  });

  it('finds each by its id and by its name, and by nothing less', () => {
    for (const tool of catalog.tools) {
      for (const reference of [tool.id, tool.name]) {
        const resolution = catalog.resolve(reference);
        expect(resolution.kind === 'found' && resolution.tool.id, reference).toBe(tool.id);
      }
    }
  });

  it('keeps every name when half of the servers are gone', () => {
    const half = createCatalog(entries.filter((entry) => entry.source.name < 'm'));
    expect(half.tools.filter((tool) => catalog.byId(tool.id)!.name !== tool.name)).toEqual([]);
  });

  it('answers with all owners of a name that several servers share', async () => {
    const { hits, verdict } = await searchTools(createMemoryBackend(catalog), { query: 'create_issue', limit: 10 });
    expect(hits.map((hit) => hit.tool.originalName)).toEqual(hits.map(() => 'create_issue'));
    expect(hits.length).toBeGreaterThan(1);
    expect(verdict).toBe('ambiguous');
  });
});
