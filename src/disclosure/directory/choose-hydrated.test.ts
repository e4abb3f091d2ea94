import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../retrieval/index.ts';
import { createCatalog, type ToolEntry } from '../../tools/index.ts';
import { chooseHydrated, type HydrationOptions } from './choose-hydrated.ts';

const tool = (server: string, name: string, description: string, properties: object = {}): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description, inputSchema: { type: 'object', properties } },
});
const ENTRIES: readonly ToolEntry[] = [
  tool('weather', 'get_forecast', 'Weather forecast of a city.'),
  tool('mail', 'send_message', 'Send an e-mail message.'),
  tool('chat', 'send_message', 'Send a chat message.'),
  tool('git', 'show_log', 'Show the commit log of a repository.'),
  tool('files', 'huge_tool', 'Archive folders.', { mode: { enum: Array.from({ length: 2_000 }, (_, i) => `v${i}`) } }),
  { ...tool('app', 'always_there', 'Open the settings panel.'), catalogMode: 'direct-only' },
];

const ask = async (request: string, options: HydrationOptions = {}, entries = ENTRIES) => {
  const catalog = createCatalog(entries);
  return (await chooseHydrated(catalog, createMemoryBackend(catalog), request, options)).map(({ name }) => name);
};

describe('chooseHydrated', () => {
  it('exposes what the request probably means', async () => {
    expect(await ask('weather forecast')).toEqual(['weather__get_forecast']);
  });

  it('exposes what the request names, all of it, whatever else it says', async () => {
    const request = 'please use git__show_log and then chat__send_message and mail__send_message to report it';
    const named = ['chat__send_message', 'git__show_log', 'mail__send_message'];
    expect(await ask(request)).toEqual(named);
    expect(await ask(request, { maxTools: 0 })).toEqual(named);
  });

  it('exposes none of several that one name means', async () => {
    expect(await ask('send_message')).toEqual([]);
    expect(await ask('call send_message, then show_log')).toEqual(['git__show_log']);
  });

  it('exposes nothing for an ambiguous request or one that nothing fits', async () => {
    expect(await ask('send message')).toEqual([]);
    expect(await ask('transplant a kidney')).toEqual([]);
    expect(await ask('')).toEqual([]);
  });

  it('keeps what is required, and passes over what is gone', async () => {
    expect(await ask('weather forecast', { required: ['mcp:git:show_log', 'gone', 'send_message'] })).toEqual([
      'git__show_log',
      'weather__get_forecast',
    ]);
  });

  it('stays within its tokens, and leaves out a schema that is too large alone', async () => {
    expect(await ask('files__huge_tool and git__show_log')).toEqual(['git__show_log']);
    expect(await ask('git__show_log', { maxTokens: 5 })).toEqual([]);
  });

  it('leaves out what the model sees anyway', async () => {
    expect(await ask('git__show_log', { isExposed: ({ name }) => name === 'git__show_log' })).toEqual([]);
    expect(await ask('app__always_there')).toEqual([]);
  });

  it('answers in the order of the catalog, whatever order the tools came in', async () => {
    const request = 'mail__send_message, git__show_log, weather__get_forecast';
    const inOrder = ['git__show_log', 'mail__send_message', 'weather__get_forecast'];
    expect(await ask(request)).toEqual(inOrder);
    expect(await ask(request, {}, [...ENTRIES].reverse())).toEqual(inOrder);
  });
});
