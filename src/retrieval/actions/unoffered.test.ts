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

  it('is asked of a source, too, that no lexicon knows, where the request writes it like a name', () => {
    const plotter = toolsOf(
      'frobnix-mcp',
      ['add_plot', 'Add a plot.'],
      ['list_plots', 'List what was created or archived.'],
    );
    expect(asks('archive the plot in Frobnix', plotter)).toBe(true);
    expect(asks('把 frobnix 的图归档', plotter)).toBe(true);
    expect(asks('add a plot to Frobnix', plotter)).toBe(false);
    const weather = toolsOf('weather', ['get_weather', 'Get the weather.']);
    expect(asks('save the weather as a reminder', weather)).toBe(false);
  });

  it('is none of what a tool only speaks of: what reads, deletes nothing', () => {
    const reader = toolsOf('trello', ['get_board', 'Get a board, also one that was deleted.']);
    expect(asks('delete the Trello board', reader)).toBe(true);
    expect(asks('download the Trello board', reader)).toBe(false);
  });

  it('is one for a fact that no tool tells', () => {
    expect(asks('who has starred our Trello board?', TRELLO)).toBe(true);
    const stars = toolsOf('trello', ['list_stars', 'List who starred a board.']);
    expect(asks('who has starred our Trello board?', stars)).toBe(false);
  });

  it('is one to delete the whole where parts of it can be', () => {
    const parts = toolsOf('trello', ['delete_board_label', 'Delete a label.']);
    expect(asks('delete the Trello board', parts)).toBe(true);
    expect(asks('delete the label of the Trello board', parts)).toBe(false);
  });
});
