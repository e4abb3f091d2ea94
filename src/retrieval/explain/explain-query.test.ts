import { describe, expect, it } from 'vitest';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import type { RetrievalBackend } from '../backend.ts';
import { createMemoryBackend } from '../memory-backend.ts';
import { searchTools } from '../search.ts';
import { createTestEmbedder } from '../test-embedder.ts';
import { lacksFit } from '../verdict.ts';
import { changedCatalog, type ExplainOptions } from './explain-options.ts';
import { explainQuery } from './explain-query.ts';
import { createWordScorer } from './word-scores.ts';

const entry = (server: string, name: string, description: string, tags?: Record<string, string[]>): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description, inputSchema: { type: 'object', properties: { path: { type: 'string' } } } },
  ...(tags === undefined ? {} : { tags }),
});

const ENTRIES = [
  entry('post', 'send_mail', 'Send a mail to somebody.', { tenant: ['a'] }),
  entry('post', 'read_mail', 'Read the mail in a folder.', { tenant: ['a'] }),
  entry('sky', 'weather_today', 'The weather of today, by city.', { tenant: ['a'] }),
  entry('disk', 'read_file', 'Read a file from a folder.', { tenant: ['b'] }),
  entry('disk', 'drop_file', 'Remove a file from a folder.', { tenant: ['a'] }),
  ...Array.from({ length: 12 }, (_, i) => entry('disk', `tool_${i}`, `Does number ${i} to the file system.`)),
];
const backendOf = (entries: readonly ToolEntry[], embedder = createTestEmbedder()): RetrievalBackend =>
  createMemoryBackend(createCatalog(entries), { embedder });
const lexical = createMemoryBackend(createCatalog(ENTRIES));

describe('explainQuery', () => {
  it('tells scores whose parts add up to those of the search', async () => {
    const backend = backendOf(ENTRIES);
    const query = 'read the mail of a folder';
    const { ranked } = await searchTools(backend, { query });
    const explained = await explainQuery(backend, { query });
    expect(explained.ranked.map(({ id }) => id)).toEqual(ranked.slice(0, 5).map(({ tool }) => tool.id));
    for (const [rank, tool] of explained.ranked.entries()) {
      const { parts, fields, words, score } = tool;
      expect(score).toBeCloseTo(ranked[rank]!.score, 5);
      expect(parts.words + parts.similarity + parts.deepSimilarity).toBeCloseTo(score, 5);
      expect(fields.reduce((sum, one) => sum + one.score, 0)).toBeCloseTo(parts.words, 5);
      expect(words.reduce((sum, one) => sum + one.score, 0)).toBeCloseTo(parts.words, 5);
    }
  });

  it('reckons words by the formula of the engine', async () => {
    const terms = ['read', 'mail', 'folder', 'path'];
    const scorer = await createWordScorer(lexical, terms, {});
    const { candidates } = await lexical.candidates({ query: '', terms, limit: 20, filter: {} });
    expect(candidates.length).toBeGreaterThan(3);
    for (const { tool, lexical: score } of candidates) {
      const reckoned = scorer.scores(tool).reduce((sum, one) => sum + one.score, 0);
      expect(reckoned).toBeCloseTo(score, 9);
    }
  });

  it('tells words with rarity and holders, and the verdict with its threshold', async () => {
    const explained = await explainQuery(backendOf(ENTRIES), { query: 'weather of the folders' });
    expect(explained.words).toMatchObject([
      { surface: 'weather', holders: 1 },
      { surface: 'folders', holders: 3 },
    ]);
    expect(explained.words[0]!.idf).toBeGreaterThan(explained.words[1]!.idf);
    const { verdict, by, figures } = explained.verdict;
    expect(by).toBe('model');
    expect(verdict === 'none').toBe(lacksFit(figures!));
    expect(explained.ranked[0]!.features.length).toBeGreaterThan(5);
  });

  it('is plain JSON', async () => {
    const explained = await explainQuery(backendOf(ENTRIES), { query: 'mail' }, { expect: 'drop_file' });
    expect(JSON.parse(JSON.stringify(explained))).toEqual(explained);
  });

  it('explains names, operators and searches by words alone', async () => {
    expect((await explainQuery(lexical, { query: 'read_file' })).verdict).toMatchObject({
      verdict: 'exact',
      by: 'named',
    });
    expect((await explainQuery(lexical, { query: 'mail' })).verdict).toMatchObject({ by: 'words' });
    expect((await explainQuery(lexical, { query: 'server:disk +remove file' })).operators).toEqual({
      server: 'disk',
      must: ['remove'],
    });
    expect((await explainQuery(lexical, { query: '/mail$/' })).operators).toEqual({ pattern: 'mail$' });
    expect((await explainQuery(createMemoryBackend(createCatalog([])), { query: 'mail' })).verdict.reason).toBe(
      'empty-catalog',
    );
  });
});

describe('the expected tool', () => {
  const why = async (query: string, expected: string, more: ExplainOptions & { filter?: string } = {}) => {
    const { filter, ...options } = more;
    const request = { query, limit: 2, ...(filter === undefined ? {} : { filter }) };
    const { expected: told } = await explainQuery(backendOf(ENTRIES), request, { ...options, expect: expected });
    return told!;
  };

  it('is told as first, shown or below the limit, with what it lacks', async () => {
    expect(await why('weather today', 'weather_today')).toMatchObject({ outcome: 'first', tool: { rank: 1 } });
    const below = await why('read the mail', 'drop_file');
    expect(below.outcome).toBe('below-limit');
    expect(below.lacks!.first).toBeGreaterThan(below.lacks!.shown);
    expect(below.lacks!.shown).toBeGreaterThan(0);
  });

  it('is told as filtered, unknown, ambiguous or passed over for a name', async () => {
    expect(await why('read a file', 'read_file', { filter: 'tenant=a' })).toMatchObject({
      outcome: 'filtered',
      condition: 'filter tenant=a',
    });
    expect(await why('server:post read a file', 'read_file')).toMatchObject({ condition: 'server:post' });
    expect(await why('+mail read', 'read_file')).toMatchObject({ outcome: 'filtered' });
    const unknown = await why('read a file', 'read_fil');
    expect([unknown.outcome, unknown.names![0]]).toEqual(['unknown', 'mcp:disk:read_file']);
    expect(await why('call `read_mail` now', 'read_file')).toMatchObject({ outcome: 'others-named' });
  });

  it('is told what would bring it up, and the trial shows that it does', async () => {
    const trial: ExplainOptions['trial'] = async (change) =>
      createMemoryBackend(changedCatalog(createCatalog(ENTRIES), change), { embedder: createTestEmbedder() });
    const told = await why('erase the scan', 'drop_file', { trial });
    expect(told.outcome).not.toBe('first');
    expect(told.changes).toMatchObject([
      { kind: 'words', text: expect.stringMatching(/erase|scan/), rank: 1 },
      { kind: 'example', text: 'erase the scan', rank: 1 },
    ]);
  });
});
