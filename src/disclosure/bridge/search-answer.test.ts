import { describe, expect, it } from 'vitest';
import { createMemoryBackend, searchTools } from '../../retrieval/index.ts';
import { createCatalog, type Tool, type ToolDefinition } from '../../tools/index.ts';
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

describe('the one line of a hit', () => {
  it('begins with what its twin has not, where the description says that late', async () => {
    const same = 'Lists all the entries that the current user may see, sorted by date, for ';
    const twins = catalogOf([
      { server: 'crm', name: 'list_entries_a', description: `${same}customers and partners.` },
      { server: 'crm', name: 'list_entries_b', description: `${same}invoices.` },
      { server: 'crm', name: 'find_notes', description: 'Notes: finds one by its text.' },
    ]);
    const result = await searchTools(createMemoryBackend(twins), { query: 'list entries of the user' });
    const lines = toSearchAnswer(twins, result, { maxLimit: 20 }).hits.map(({ name, description }) => [
      name,
      description?.slice(0, 40),
    ]);
    expect(Object.fromEntries(lines)).toMatchObject({
      crm__list_entries_a: 'customers, partners: Lists all the entri',
      crm__list_entries_b: 'invoices: Lists all the entries that the',
    });
  });

  it('stays as it is where the difference is in view', async () => {
    expect((await ask('weather')).hits[0]!.description).toBe('Weather of a city.');
  });
});

describe('the schema of a hit', () => {
  const wide = (count: number) => takes(...Array.from({ length: count }, (_, index) => `argument_${index}`));
  const sized = catalogOf([
    ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ server: 'x', name: `tool_${name}`, ...wide(30) })),
    { server: 'x', name: 'huge_tool', ...wide(200) },
  ]);
  const schemasOf = async (query: string, isExposed = (_tool: Tool) => false) => {
    const result = await searchTools(createMemoryBackend(sized), { query });
    const { hits } = toSearchAnswer(sized, result, { maxLimit: 20, isExposed });
    return hits.filter((hit) => hit.schema !== undefined).map(({ name }) => name);
  };

  it('comes along with every tool that was named outright, as far as they are small together', async () => {
    expect(await schemasOf('select:tool_a,tool_b')).toEqual(['x__tool_a', 'x__tool_b']);
    expect(await schemasOf('select:tool_a,tool_b,tool_c,tool_d,tool_e')).toHaveLength(4);
    expect(await schemasOf('huge_tool')).toEqual([]);
    expect(await schemasOf('select:huge_tool,tool_a')).toEqual(['x__tool_a']);
  });

  it('stays away where the model sees the tool anyway', async () => {
    expect(await schemasOf('select:tool_a,tool_b', ({ name }) => name === 'x__tool_a')).toEqual(['x__tool_b']);
  });

  it('comes along with the first hit of a confident answer and with none of an ambiguous one', async () => {
    const confident = await ask('weather');
    expect(confident.verdict).toBe('confident');
    expect(confident.hits.map(({ schema }) => schema !== undefined)).toEqual([true]);
    expect((await ask('create_issue')).hits.map(({ schema }) => schema)).toEqual([undefined, undefined]);
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

describe('the advice about a server that is not found', () => {
  it('does not say of one that is down that it does not exist', async () => {
    const result = await searchTools(createMemoryBackend(CATALOG), { query: 'server:jira issue' });
    const answer = (unavailable: readonly { server: string; state: string }[]) =>
      toSearchAnswer(CATALOG, result, { maxLimit: 20, unavailable }).advice;
    expect(answer([])).toBe('There is no such server. Tools exist for: github, gitlab.');
    expect(answer([{ server: 'jira', state: 'failed' }])).toBe(
      'No such server has tools now. Not available: jira. Tools exist for: github, gitlab.',
    );
  });
});
