import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../../tools/index.ts';
import { mayServe } from './serves-product.ts';

function tool(server: string, name: string, description: string): Tool {
  const definition = { name, description, inputSchema: { type: 'object' } };
  return createCatalog([{ definition, source: { kind: 'mcp', name: server } }]).tools[0]!;
}

describe('a tool may be for a product', () => {
  it.each([
    ['its server is named after it', tool('github', 'create_issue', 'Opens an issue.'), 'github'],
    ['a longer name holds it', tool('mcpsemanticscholar', 'papers', 'Papers of an author.'), 'semantic scholar'],
    ['its text holds all words of the name', tool('google', 'calendar_list', 'Lists events.'), 'google calendar'],
    ['its text has the name in another script', tool('im', 'send', '发送飞书消息'), 'feishu'],
  ])('when %s', (_why, subject, product) => {
    expect(mayServe(subject, product)).toBe(true);
  });

  it.each([
    ['it is for another one', tool('hubspot', 'move_deal', 'Moves a deal to another stage.'), 'pipedrive'],
    ['a short name is only a part of a word', tool('files', 'align', 'Aligns online content.'), 'line'],
  ])('but not when %s', (_why, subject, product) => {
    expect(mayServe(subject, product)).toBe(false);
  });
});
