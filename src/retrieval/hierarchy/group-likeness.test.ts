import { describe, expect, it } from 'vitest';
import { quantise } from '../../engine/index.ts';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import { GROUPS_COUNT_FROM } from '../constants.ts';
import { createIndexBackend } from '../indexed/index-backend.ts';
import { toIndexDocument } from '../indexed/index-document.ts';
import { createPlainIndex } from '../indexed/test-engine-index.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { searchTools } from '../search.ts';
import { createTestEmbedder } from '../test-embedder.ts';
import { embedTools } from '../tool-vectors.ts';
import { groupsCount } from './group-likeness.ts';

const embedder = createTestEmbedder('static-45k-256@3');
const entry = (server: string, name: string, description: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  tags: { tenant: [server === 'files' ? 't2' : 't1'] },
  definition: { name, description },
});
// Both "open" tools are as near to the request; only one has neighbours that are.
const TOOLS = [
  entry('archive', 'open', 'Weather.'),
  entry('archive', 'close', 'File.'),
  entry('station', 'open', 'Weather.'),
  entry('station', 'close', 'Weather.'),
  entry('files', 'close', 'File.'),
];
const inMemory = async (entries: readonly ToolEntry[], groups: boolean) =>
  createMemoryBackend(createCatalog(entries), { embedder, groups });
const inIndex = async (entries: readonly ToolEntry[], groups: boolean) => {
  const { tools } = createCatalog(entries);
  const vectors = await embedTools(embedder, tools);
  const documents = tools.map((tool, i) => toIndexDocument(tool, quantise(vectors[i]!)));
  return createIndexBackend(createPlainIndex(documents), { embedder, groups });
};

describe.each([
  ['memory', inMemory],
  ['index', inIndex],
] as const)('what its source adds to a tool, %s', (_, backendOf) => {
  const ranked = async (groups: boolean, more: { filter?: string; query?: string } = {}) => {
    const backend = await backendOf(TOOLS, groups);
    const result = await searchTools(backend, { query: 'погода', ...more });
    return result.ranked.map(({ tool, score }) => [tool.id, Number(score.toFixed(3))]);
  };

  it('brings a tool among its like before one among others', async () => {
    expect((await ranked(false)).slice(0, 2).map(([id]) => id)).not.toEqual(['mcp:station:close', 'mcp:station:open']);
    expect((await ranked(true)).slice(0, 3)).toEqual([
      ['mcp:station:close', 1.2],
      ['mcp:station:open', 1.2],
      ['mcp:archive:open', 1.1],
    ]);
  });

  it('loses no tool that is named', async () => {
    const [first] = await ranked(true, { query: 'archive__close погода' });
    expect(first?.[0]).toBe('mcp:archive:close');
  });

  it('is what it would be without the tools that the caller may not see', async () => {
    const seen = TOOLS.filter(({ source }) => source.name !== 'files');
    const alone = await searchTools(await backendOf(seen, true), { query: 'погода', filter: 'tenant=t1' });
    expect(await ranked(true, { filter: 'tenant=t1' })).toEqual(
      alone.ranked.map(({ tool, score }) => [tool.id, Number(score.toFixed(3))]),
    );
  });
});

describe('groupsCount', () => {
  it('follows the size of the catalog where nobody says otherwise', () => {
    expect(groupsCount(GROUPS_COUNT_FROM - 1, undefined)).toBe(false);
    expect(groupsCount(GROUPS_COUNT_FROM, undefined)).toBe(true);
    expect(groupsCount(GROUPS_COUNT_FROM, false)).toBe(false);
  });
});
