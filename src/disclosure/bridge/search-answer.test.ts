import { describe, expect, it } from 'vitest';
import { createMemoryBackend, searchTools } from '../../retrieval/index.ts';
import { createCatalog, type ToolDefinition } from '../../tools/index.ts';
import { toSearchAnswer } from './answers.ts';
import { readSearchInput } from './input.ts';

const catalogOf = (tools: readonly (ToolDefinition & { server: string })[]) =>
  createCatalog(
    tools.map(({ server, ...definition }) => ({
      source: { kind: 'mcp', name: server as string },
      definition: definition as ToolDefinition,
    })),
  );
const takes = (...names: string[]) => ({
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
});
const CATALOG = catalogOf([
  { server: 'github', name: 'create_issue', description: 'Create a new issue.', ...takes('title', 'repo') },
  { server: 'gitlab', name: 'create_issue', description: 'Create a new issue.', ...takes('title', 'project_id') },
  { server: 'github', name: 'get_weather', description: 'Weather of a city.' },
]);
const ask = async (query: string, limit = 5) =>
  toSearchAnswer(CATALOG, await searchTools(createMemoryBackend(CATALOG), { query, limit }), { maxLimit: 20 });

describe('what tells near twins apart', () => {
  it('stands with each hit that has a twin among the hits, and in the question', async () => {
    const answer = await ask('create_issue');
    expect(answer.hits.map((hit) => [hit.server, hit.differs])).toEqual([
      ['github', 'server github; also takes repo'],
      ['gitlab', 'server gitlab; also takes project_id'],
    ]);
    expect(answer.question).toBe(
      'Which one is meant: github__create_issue (takes repo) or gitlab__create_issue (takes project_id)?',
    );
  });

  it('is silent about hits without a twin in view', async () => {
    expect((await ask('weather')).hits[0]).not.toHaveProperty('differs');
    expect((await ask('create_issue', 1)).hits[0]).not.toHaveProperty('differs');
  });
});

describe('the question of an ambiguous answer', () => {
  it('asks no more than three choices', async () => {
    const many = catalogOf(
      ['a', 'b', 'c', 'd', 'e'].map((server) => ({ server, name: 'send_mail', description: 'Send a mail.' })),
    );
    const result = await searchTools(createMemoryBackend(many), { query: 'send_mail' });
    expect(toSearchAnswer(many, result, { maxLimit: 20 }).question).toBe(
      'Which one is meant: a__send_mail (server a), b__send_mail (server b), c__send_mail (server c) or another?',
    );
  });

  it('is not asked of a list', async () => {
    for (const query of ['server:github', '/issue/'] as const) {
      const answer = await ask(query);
      expect(answer.verdict).toBe('ambiguous');
      expect(answer.question).toBeUndefined();
    }
  });
});

describe('names that do not exist', () => {
  it('come back with close names, and nothing is put in their place', async () => {
    expect(await ask('select:get_weather,github__create_isue')).toMatchObject({
      verdict: 'exact',
      hits: [{ name: 'github__get_weather' }],
      missing: [{ name: 'github__create_isue', similar: ['github__create_issue', 'gitlab__create_issue'] }],
    });
    expect(await ask('select:qqq')).toMatchObject({ verdict: 'none', hits: [], missing: [{ name: 'qqq' }] });
  });
});

describe('advice', () => {
  it.each([
    ['?!', 'no word'],
    ['is it the', 'no word'],
    ['+jira issue', 'without the +'],
    ['/qqq/', 'pattern'],
    ['server:jira issue', 'no such server'],
    ['transplant a kidney', 'tell the user'],
  ])('of %s says why nothing is shown, and what there is', async (query, why) => {
    const { hits, advice } = await ask(query);
    expect(hits).toEqual([]);
    expect(advice).toContain(why);
    expect(advice).toContain('github, gitlab');
  });
});

describe('readSearchInput', () => {
  it('takes a list of queries also under "query"', () => {
    expect(readSearchInput({ query: ['a', 'b'] })).toEqual({
      queries: [{ query: 'a' }, { query: 'b' }],
      several: true,
    });
  });
});
