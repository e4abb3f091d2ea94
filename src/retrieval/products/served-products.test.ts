import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { productLexicon } from './lexicon.ts';
import { servedProducts } from './served-products.ts';
import { mayServe } from './serves-product.ts';

const ENTRIES: readonly (readonly [server: string, name: string, description: string])[] = [
  ['github', 'create_issue', 'Create an issue in a GitHub repository.'],
  ['mcpsemanticscholar', 'search', 'Papers by author.'],
  ['google', 'add_event', 'Put an event into the calendar. Also mails a notice.'],
  ['', 'x_post', 'Post on X (x.com), with a picture.'],
  ['钉钉', '发送消息', '向钉钉群或企业微信发送消息。'],
  ['bitrix', 'create_task', 'Создать задачу в Битрикс24 или 1С'],
  ['', 'zoom+slack', 'Google\u0301 calendar, 2gis😀teams, googlecalendar++'],
  ['weather', 'now', 'Slack off, zoom in, notion of rain; monday. C++ Disney+'],
  ['GOOGLE', 'CALENDAR', `SLACK und Größe: GitHub, ΤΈΛΟΣ, İstanbul-Notion, БИТРИКС24, ${'Semantic'.repeat(5)}Scholar`],
];

describe('the products that a tool may serve', () => {
  it('are those that it is asked for one by one', () => {
    const tools = createCatalog(
      ENTRIES.map(([name, tool, description]) => ({
        source: { kind: 'mcp', name },
        definition: { name: tool, description },
      })),
    ).tools;
    const { ids } = productLexicon();
    for (const tool of tools) {
      const expected = ids.filter((product) => mayServe(tool, product));
      expect([...servedProducts(tool)].sort(), tool.id).toEqual([...expected].sort());
    }
    expect(tools.some((tool) => servedProducts(tool).has('github'))).toBe(true);
  });
});
