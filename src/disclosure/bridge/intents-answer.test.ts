import { describe, expect, it } from 'vitest';
import { createMemoryBackend, searchTools } from '../../retrieval/index.ts';
import { createCatalog } from '../../tools/index.ts';
import { toSearchAnswer } from './answers.ts';

const catalog = createCatalog(
  [
    ['create_issue', 'Create a new issue.'],
    ['send_email', 'Send an email to a person.'],
    ['get_weather', 'Weather forecast of a city.'],
  ].map(([name, description]) => ({
    source: { kind: 'mcp' as const, name: 'office' },
    definition: { name: name!, description: description! },
  })),
);
const ask = async (query: string) =>
  toSearchAnswer(catalog, await searchTools(createMemoryBackend(catalog), { query }), { maxLimit: 20 });

describe('the answer to a compound request', () => {
  it('says which hits serve which part, and asks nothing', async () => {
    const answer = await ask('create an issue about the login and send an email to Anna');
    expect(answer.intents).toEqual([
      { text: 'create an issue about the login', verdict: expect.any(String), hits: ['mcp:office:create_issue'] },
      { text: 'send an email to Anna', verdict: expect.any(String), hits: ['mcp:office:send_email'] },
    ]);
    expect(answer).not.toHaveProperty('question');
    expect(answer).not.toHaveProperty('advice');
  });

  it('names the parts that nothing fits, and cuts long ones', async () => {
    const answer = await ask(`create an issue about the login and then deploy kubernetes ${'clusters '.repeat(20)}`);
    expect(answer.intents?.[1]).toMatchObject({ verdict: 'none', hits: [] });
    expect(answer.intents?.[1]?.text.length).toBeLessThanOrEqual(60);
    expect(answer.advice).toMatch(/^Nothing here fits: "deploy kubernetes /);
  });

  it('of a plain request has no parts', async () => {
    expect(await ask('create an issue')).not.toHaveProperty('intents');
  });
});
