import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../../tools/index.ts';
import { askedProducts } from '../products/asked-products.ts';
import { asksUnoffered } from './unoffered.ts';

const toolsOf = (server: string, ...definitions: (readonly [name: string, description: string, schema?: object])[]) =>
  createCatalog(
    definitions.map(([name, description, inputSchema = { type: 'object' }]) => ({
      source: { kind: 'mcp' as const, name: server },
      definition: { name, description, inputSchema },
    })),
  ).tools as readonly Tool[];

const asks = (request: string, tools: readonly Tool[]): boolean =>
  asksUnoffered(
    request,
    askedProducts(request),
    tools.map((tool) => ({ tool })),
  );

const TRELLO = toolsOf(
  'trello',
  ['add_card', 'Create a card in a list.'],
  ['get_board', 'Read a board with its lists.'],
  ['remove_label_from_card', 'Remove a label from a card on a board.'],
);

describe('a request for what a product does not do', () => {
  it.each([
    'archive the Trello board',
    'invite Ann to the Trello board',
    'заархивируй доску в трелло',
    '把 Trello 看板归档',
  ])('is %j', (request) => {
    expect(asks(request, TRELLO)).toBe(true);
  });

  it('is one for an action that it does to something else', () => {
    expect(asks('delete the Trello workspace', TRELLO)).toBe(true);
    expect(asks('delete the label of this Trello card', TRELLO)).toBe(false);
  });

  it.each([
    ['what it does', 'add a card to Trello'],
    ['knowledge', 'which Trello boards are archived?'],
    ['no product', 'archive the board'],
    ['a product that nobody here is for', 'archive the page in Notion'],
    ['an action that nobody has a word for', 'frobnicate the Trello board'],
  ])('is not one for %s: %j', (_what, request) => {
    expect(asks(request, TRELLO)).toBe(false);
  });

  it('is none where a tool takes what to do as a parameter, or does whatever it is told', () => {
    const schema = { type: 'object', properties: { do: { enum: ['read', 'archive'] } } };
    const modes = toolsOf('trello', ['board', 'Work on a board.', schema]);
    expect(asks('archive the Trello board', modes)).toBe(false);
    const general = toolsOf('trello', ['api_request', 'Send a request to any path of the API.']);
    expect(asks('archive the Trello board', general)).toBe(false);
  });

  it('is judged by the tools that carry the name of the product, where there are any', () => {
    const scraper = toolsOf('scraper', ['archive_page', 'Archive a page of Trello or of any other site.']);
    expect(asks('archive the Trello board', [...scraper, ...TRELLO])).toBe(true);
    expect(asks('archive the Trello page', scraper)).toBe(false);
  });
});
