import { describe, expect, it } from 'vitest';
import { parseConfig } from './load.ts';
import type { LoadedConfig } from './loaded-config.ts';

const parse = (config: unknown): Promise<LoadedConfig> =>
  parseConfig(JSON.stringify(config), {
    path: '/project/toolscout.json',
    environment: { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} },
  });

const withExamples = (examples: unknown) => parse({ mcpServers: { notes: { command: 'notes', examples } } });

describe('examples at a server', () => {
  it('become part of the server', async () => {
    const { servers, warnings } = await withExamples({ add: ['jot this down', 'запиши'], __proto__x: ['y'] });
    expect(servers[0]?.examples).toEqual({ add: ['jot this down', 'запиши'], __proto__x: ['y'] });
    expect(warnings).toEqual([]);
  });

  it.each<[unknown, string, object | undefined]>([
    [['jot'], 'mcpServers.notes.examples', undefined],
    [{ add: 'jot', list: ['show'] }, 'mcpServers.notes.examples.add', { list: ['show'] }],
    [{ add: ['jot', 7, ' '] }, 'mcpServers.notes.examples.add', { add: ['jot'] }],
  ])('are left out where they are wrong: %j; the server still runs', async (examples, path, kept) => {
    const { servers, warnings, failed } = await withExamples(examples);
    expect(failed).toEqual([]);
    expect(servers[0]?.examples).toEqual(kept);
    expect(warnings.map((warning) => warning.path)).toEqual([path]);
  });
});

describe('the section examples', () => {
  it('switches the pack off, and is on where nothing is said', async () => {
    expect((await parse({ examples: { pack: false } })).examples).toMatchObject({ pack: false });
    expect((await parse({ examples: {} })).examples).toMatchObject({ pack: true });
    expect((await parse({})).examples).toEqual({ pack: true, file: '/project/toolscout.examples.jsonl' });
  });

  it('names the examples file, and who may write drafts for it', async () => {
    const { examples, warnings } = await parse({ examples: { file: './data/mine.jsonl', enrich: 'sampling' } });
    expect(warnings).toMatchObject([{ path: 'examples.file', message: expect.stringContaining('there is no file') }]);
    expect(examples).toEqual({ pack: true, file: '/project/data/mine.jsonl', enrich: 'sampling' });
    expect((await parse({ examples: { enrich: 'off' } })).examples).not.toHaveProperty('enrich');
    await expect(parse({ examples: { enrich: true } })).rejects.toThrow('examples.enrich must be one of');
  });

  it('refuses what is no switch and names unknown keys', async () => {
    await expect(parse({ examples: { pack: 'off' } })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('examples.pack must be true or false'),
    });
    const { warnings } = await parse({ examples: { packs: false } });
    expect(warnings).toMatchObject([{ path: 'examples.packs', nearest: 'pack' }]);
  });
});
