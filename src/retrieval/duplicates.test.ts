import { describe, expect, it } from 'vitest';
import type { Embedder } from '../engine/index.ts';
import { createCatalog, type Tool, type ToolDefinition } from '../tools/index.ts';
import { differenceOf, tellApart } from './differences.ts';
import { findNearDuplicates } from './duplicates.ts';

const takes = (...names: string[]) => ({
  inputSchema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
});
const toolsOf = (definitions: readonly (ToolDefinition & { server?: string })[]): readonly Tool[] =>
  createCatalog(
    definitions.map(({ server = 's1', ...definition }) => ({
      source: { kind: 'mcp', name: server as string },
      definition: definition as ToolDefinition,
    })),
  ).tools;
const shown = async (tools: readonly Tool[], embedder?: Embedder) =>
  (await findNearDuplicates(tools, embedder)).map(({ tools: members, suggestion }) => ({
    members: members.map(({ tool, differs }) => `${tool.originalName}: ${differs}`),
    suggestion,
  }));

describe('findNearDuplicates', () => {
  it('suggests to merge what two servers offer alike, whatever they prefix', async () => {
    const tools = toolsOf([
      { server: 'alpha', name: 'alpha_click', description: 'Click an element on the page.', ...takes('selector') },
      { server: 'beta', name: 'betaClick', description: 'Clicks an element on the page', ...takes('selector') },
      { server: 'beta', name: 'beta_hover', description: 'Move the mouse over something else.', ...takes('x') },
    ]);
    expect(await shown(tools)).toEqual([
      { members: ['alpha_click: server alpha', 'betaClick: server beta'], suggestion: 'merge' },
    ]);
  });

  it('wants the difference first where descriptions begin alike for long', async () => {
    const opening = 'This endpoint belongs to the public part of our well documented programming interface and';
    const tools = toolsOf([
      { name: 'fetch_invoice', description: `${opening} reads one invoice.` },
      { name: 'fetch_receipt', description: `${opening} reads one receipt.` },
    ]);
    expect(await shown(tools)).toEqual([
      { members: ['fetch_invoice: about invoice', 'fetch_receipt: about receipt'], suggestion: 'difference-first' },
    ]);
  });

  it('has nothing to suggest where the first words differ', async () => {
    const tools = toolsOf([
      { name: 'draw_pie_chart', description: 'Pie chart of the given table of numbers.', ...takes('numbers') },
      { name: 'draw_bar_chart', description: 'Bar chart of the given table of numbers.', ...takes('numbers') },
    ]);
    expect(await shown(tools)).toMatchObject([{ suggestion: 'none' }]);
  });

  it('does not merge what takes other arguments or runs the other way', async () => {
    const tools = toolsOf([
      { name: 'sync_mail_to_disk', description: 'Synchronises mail and disk.' },
      { name: 'sync_disk_to_mail', description: 'Synchronises disk and mail.' },
      { server: 's2', name: 'sync_mail_to_disk', description: 'Synchronises mail and disk.', ...takes('folder') },
    ]);
    expect((await shown(tools)).map(({ suggestion }) => suggestion)).not.toContain('merge');
  });

  it('does not merge what one server tells apart by an ending', async () => {
    const tools = toolsOf([
      { name: 'get_note', description: 'Get notes by id.', ...takes('id') },
      { name: 'get_notes', description: 'Get notes by id.', ...takes('id') },
    ]);
    expect(await shown(tools)).toMatchObject([{ suggestion: 'difference-first' }]);
  });

  it('leaves unlike tools alone', async () => {
    const tools = toolsOf([
      { name: 'create_issue', description: 'Open an issue in a repository.' },
      { name: 'create_event', description: 'Put an appointment into the calendar.' },
      { server: 'office', name: 'send', description: 'Mail to a colleague.' },
      { server: 'shop', name: 'send', description: 'Ship the ordered goods to their buyer.' },
    ]);
    expect(await shown(tools)).toEqual([]);
  });

  it('finds other words for the same with an embedder', async () => {
    const tools = toolsOf([
      { name: 'remove_release', description: 'Take a published version back.' },
      { name: 'delete_release', description: 'Withdraw what was made public.' },
    ]);
    expect(await shown(tools)).toEqual([]);
    const embedder: Embedder = {
      id: 'one@1',
      dimensions: 1,
      embed: async (texts) => texts.map(() => Float32Array.of(1)),
    };
    expect(await shown(tools, embedder)).toMatchObject([
      { members: [expect.stringMatching(/^delete_release/), expect.stringMatching(/^remove_release/)] },
    ]);
  });
});

describe('differenceOf', () => {
  it('names server, arguments and words, a few of each', () => {
    const [github, gitlab] = toolsOf([
      {
        server: 'github',
        name: 'create_issue',
        description: 'Create a new issue in a GitHub repository.',
        ...takes('title', 'repo'),
      },
      {
        server: 'gitlab',
        name: 'create_issue',
        description: 'Create a new issue in a GitLab project.',
        ...takes('title', 'project_id'),
      },
    ]) as [Tool, Tool];
    expect(differenceOf(github, [gitlab])).toBe('server github; also takes repo; about repository');
    expect(differenceOf(gitlab, [github])).toBe('server gitlab; also takes project_id; about project');
  });

  it('says what is missing where nothing is added', () => {
    const [all, one] = toolsOf([
      { name: 'list_all', description: 'List notes.' },
      { name: 'list_one', description: 'List notes.', ...takes('a', 'b', 'c', 'd', 'e') },
    ]) as [Tool, Tool];
    expect(differenceOf(all, [one])).toBe('without a, b, c and 2 more; about all');
  });

  it('admits that there is nothing', () => {
    const [a, b] = toolsOf([
      { name: 'get_note', description: 'Get a note.' },
      { name: 'get_note_', description: 'Get a note.' },
    ]) as [Tool, Tool];
    expect(differenceOf(a, [b])).toBe('nothing but its name');
  });

  it('finds words in any script', () => {
    const [post, room] = toolsOf([
      { name: 'search_a', description: '搜索邮件内容' },
      { name: 'search_b', description: '搜索会议内容' },
    ]) as [Tool, Tool];
    expect(differenceOf(post, [room])).toContain('邮件');
    expect(differenceOf(room, [post])).toContain('会议');
  });

  it('stays short whatever the texts hold', () => {
    const [long, other] = toolsOf([
      { server: 's'.repeat(300), name: 'x', description: 'y'.repeat(500), ...takes('z'.repeat(300)) },
      { name: 'x', description: '' },
    ]) as [Tool, Tool];
    expect(differenceOf(long, [other]).length).toBeLessThanOrEqual(160);
  });
});

describe('tellApart', () => {
  it('speaks only of tools that have a twin among those shown', () => {
    const tools = toolsOf([
      { name: 'search_files', description: 'Search files by text.' },
      { name: 'search_chats', description: 'Search chats by text.' },
      { name: 'get_weather', description: 'Weather of a city.' },
    ]);
    const told = tellApart(tools);
    expect(Object.fromEntries([...told].map(([tool, text]) => [tool.originalName, text]))).toEqual({
      search_chats: 'about chats',
      search_files: 'about files',
    });
    expect(tellApart(tools.slice(0, 1)).size).toBe(0);
  });

  it('speaks of namesakes, however unlike their texts', () => {
    const tools = toolsOf([
      { server: 'office', name: 'send', description: 'Mail to a colleague.' },
      { server: 'shop', name: 'send', description: 'Ship the ordered goods.' },
    ]);
    expect([...tellApart(tools).values()]).toEqual([
      'server office; about Mail, colleague',
      'server shop; about Ship, ordered, goods',
    ]);
  });
});
