import { describe, expect, it } from 'vitest';
import type { Embedder } from '../engine/index.ts';
import { createCatalog, type ToolDefinition, type ToolEntry } from '../tools/index.ts';
import { createMemoryBackend } from './memory-backend.ts';
import { searchTools } from './search.ts';

const entry = (server: string, definition: ToolDefinition, kind?: ToolEntry['kind']): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition,
  ...(kind === undefined ? {} : { kind }),
});
const CATALOG = createCatalog([
  entry('github', { name: 'create_issue', description: 'Open an issue in a repository.' }),
  entry('github', { name: 'list_issues', description: 'List issues.' }),
  entry('my server', { name: 'create_issue', description: 'Report a defect.' }),
  entry('my server', {
    name: 'post',
    description: 'Send a text.',
    inputSchema: { type: 'object', properties: { slackChannel: { type: 'string', description: 'Where to.' } } },
  }),
  entry('chat', { name: 'post', description: 'Post a message to Teams.' }),
  entry('local', { name: 'review', description: 'Reviews an issue.' }, 'skill'),
  entry('server', { name: 'create_event', description: 'Add to the calendar.' }),
]);
const search = async (query: string, more: { limit?: number; server?: string } = {}) => {
  const result = await searchTools(createMemoryBackend(CATALOG), { query, ...more });
  return { ...result, ids: result.hits.map(({ tool }) => `${tool.source.name}/${tool.originalName}`) };
};

describe('select:', () => {
  it('gives the named tools in the order named, whatever the limit', async () => {
    const result = await search('select:review, mcp__github__list_issues,create_event', { limit: 1 });
    expect(result.ids).toEqual(['local/review', 'github/list_issues', 'server/create_event']);
    expect(result).toMatchObject({ verdict: 'exact', total: 3 });
    expect(result.missing).toBeUndefined();
  });

  it('reports names without a tool and puts nothing in their place', async () => {
    expect(await search('select:list_issues,lst_issues')).toMatchObject({
      ids: ['github/list_issues'],
      missing: ['lst_issues'],
    });
    expect(await search('select:lst_issues')).toMatchObject({
      verdict: 'none',
      hits: [],
      reason: 'unknown-names',
      missing: ['lst_issues'],
    });
  });

  it('gives all owners of a name and leaves the choice open', async () => {
    expect(await search('select:post')).toMatchObject({ verdict: 'ambiguous', ids: ['chat/post', 'my server/post'] });
    expect(await search('select:post server:chat')).toMatchObject({ verdict: 'exact', ids: ['chat/post'] });
  });
});

describe('+word', () => {
  it('keeps to tools whose own texts hold the word', async () => {
    expect((await search('+slack send')).ids).toEqual(['my server/post']);
    expect((await search('+Issues +repositories')).ids).toEqual(['github/create_issue']);
    expect((await search('+GitHub list')).ids).toEqual(['github/list_issues', 'github/create_issue']);
  });

  it('says when no tool holds it', async () => {
    expect(await search('+jira issue')).toMatchObject({ verdict: 'none', reason: 'must-not-met' });
  });

  it('does not require words without a topic', async () => {
    expect((await search('+the calendar')).ids).toEqual(['server/create_event']);
  });
});

describe('server: and kind:', () => {
  it('keeps to the server, names with blanks in quotes', async () => {
    expect((await search('server:"my server" issue')).ids).toEqual(['my server/create_issue']);
    expect((await search('create_issue server:github')).ids).toEqual(['github/create_issue']);
  });

  it('keeps to the kind', async () => {
    expect((await search('kind:skill issue')).ids).toEqual(['local/review']);
  });

  it('lists everything there when nothing else is asked for', async () => {
    expect(await search('server:github', { limit: 1 })).toMatchObject({
      verdict: 'ambiguous',
      reason: 'listed',
      ids: ['github/create_issue'],
      total: 2,
    });
  });

  it('says when there is no such server, also for the caller', async () => {
    expect(await search('server:gitlab issue')).toMatchObject({ verdict: 'none', reason: 'unknown-server' });
    expect(await search('server:github issue', { server: 'chat' })).toMatchObject({ reason: 'unknown-server' });
  });

  it('reads the name of a tool as that name', async () => {
    expect(await search('server:create_event')).toMatchObject({ verdict: 'exact', ids: ['server/create_event'] });
  });
});

describe('/pattern/', () => {
  it('is sure of a single match and leaves the choice among several', async () => {
    expect(await search('/^list_/')).toMatchObject({ verdict: 'confident', ids: ['github/list_issues'] });
    expect(await search('/create_.*/i')).toMatchObject({ verdict: 'ambiguous', total: 3, tier: 'pattern' });
    expect(await search('/create_/ server:github')).toMatchObject({ verdict: 'confident' });
    expect(await search('/nowhere/')).toMatchObject({ verdict: 'none', reason: 'no-pattern-match' });
  });

  it('puts matches of the name before those of the description', async () => {
    const { hits } = await search('/issue/');
    expect(hits.map(({ tool, sure }) => [tool.originalName, sure])).toEqual([
      ['create_issue', 'strong'],
      ['list_issues', 'strong'],
      ['create_issue', 'strong'],
      ['review', 'weak'],
    ]);
  });

  it('refuses what no linear engine can do', async () => {
    await expect(search('/(?<=a)b/')).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});

describe('a request that a leg cannot read', () => {
  /** Knows Latin letters and one picture. */
  const embedder: Embedder = {
    id: 'latin@1',
    dimensions: 2,
    embed: async (texts) =>
      texts.map((text) =>
        Float32Array.of(/[a-z]/.test(text) ? 0.8 : 0, text.includes('📅') || /calendar/.test(text) ? 0.6 : 0),
      ),
  };
  const ask = (query: string) => searchTools(createMemoryBackend(CATALOG, { embedder }), { query });

  it('says that only words were looked for', async () => {
    expect(await ask('создать задачу')).toMatchObject({ verdict: 'none', reason: 'words-only' });
  });

  it('says that only meaning was looked for', async () => {
    expect((await ask('📅')).reason).toBe('meaning-only');
  });

  it('says that there was nothing to read', async () => {
    expect(await ask('🐙')).toMatchObject({ verdict: 'none', reason: 'no-words' });
    expect(await ask('?!')).toMatchObject({ verdict: 'none', reason: 'no-words' });
    expect((await search('📅')).reason).toBe('no-words');
  });
});
