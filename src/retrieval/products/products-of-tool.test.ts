import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool } from '../../tools/index.ts';
import { productsOfTool } from './products-of-tool.ts';

interface Given {
  readonly server?: string;
  readonly title?: string;
  readonly description?: string;
}

function toolOf(name: string, { server = 'work', title, description }: Given = {}): Tool {
  const definition = {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  return createCatalog([{ source: { kind: 'mcp', name: server }, definition }]).tools[0]!;
}

const productsOf = (name: string, given?: Given) => [...productsOfTool(toolOf(name, given))].sort();

describe('productsOfTool', () => {
  it.each([
    ['github_create_issue', 'github'],
    ['createGitHubIssue', 'github'],
    ['createGoogleCalendarEvent', 'google calendar'],
    ['google-maps-geocode', 'google maps'],
    ['youtubeSearch', 'youtube'],
    ['search_YouTube', 'youtube'],
    ['listClickUpTasks', 'clickup'],
  ])('reads it from the name %s', (name, product) => {
    expect(productsOf(name)).toEqual([product]);
  });

  it('reads it from the name of the server', () => {
    expect(productsOf('create_issue', { server: 'mcp-trello' })).toEqual(['trello']);
    expect(productsOf('maps_geocode', { server: 'smithery-ai/google-maps' })).toEqual(['google maps']);
    expect(productsOf('create_issue', { server: 'linear' })).toEqual(['linear']);
    expect(productsOf('post', { server: 'slack-mcp-server' })).toEqual(['slack']);
    expect(productsOf('upload', { server: 'box' })).toEqual(['box']);
    expect(productsOf('boards', { server: 'mcp-monday' })).toEqual(['monday']);
  });

  it('reads it from the title and the description', () => {
    expect(productsOf('send', { title: 'Send Telegram Message' })).toEqual(['telegram']);
    expect(productsOf('send', { description: 'Posts to a channel in Slack.' })).toEqual(['slack']);
    expect(productsOf('send', { description: '发送消息到飞书群' })).toEqual(['feishu']);
    expect(productsOf('send', { description: 'Отправляет сообщение в ватсап' })).toEqual(['whatsapp']);
  });

  it('takes an ordinary word at the head of a name only with a capital in the description', () => {
    expect(productsOf('slack_post', { description: 'Slack: posts a text.' })).toEqual(['slack']);
    expect(productsOf('sketch_draw', { description: 'Draws a sketch.' })).toEqual([]);
    expect(productsOf('signal_filter')).toEqual([]);
  });

  it.each([
    ['box_plot', { description: 'Draws a box plot.' }],
    ['list_teams', { title: 'List Teams', description: 'Lists the teams of a workspace.' }],
    ['linear_regression', { title: 'Fit Linear Regression', description: 'Linear regression of two columns.' }],
    ['line_chart', { title: 'Line Chart', description: 'Draws a line chart.' }],
    ['square_root', { server: 'calculator', title: 'Square Root' }],
    ['zoom_map', { server: 'browser', description: 'Zoom in on a map' }],
    ['get_word', { server: 'dictionary' }],
    ['monday_report', { description: 'Writes the report that is due on Monday.' }],
    ['open_table_row'],
  ] as const)('sees no product in %s', (name, given: Given = {}) => {
    expect(productsOf(name, given)).toEqual([]);
  });

  it('does not read far into a description', () => {
    expect(productsOf('send', { description: `${'Some words. '.repeat(60)}GitHub` })).toEqual([]);
  });

  it('is worked out once for a tool', () => {
    const tool = toolOf('github_search');
    expect(productsOfTool(tool)).toBe(productsOfTool(tool));
  });
});
