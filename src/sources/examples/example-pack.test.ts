import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolscoutError } from '../../errors.ts';
import type { TransportSpec } from '../server-spec.ts';
import { checkableTerms, writeCheck } from './description-check.ts';
import { ExamplePack } from './example-pack.ts';
import { withPackExamples } from './with-pack-examples.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolscout-pack-'));
  await writeIndex([
    { file: 'one.json.br', package: '@hub/one', serverInfo: 'Hub One', names: ['hub'] },
    { file: 'two.json.br', package: '@hub/two', serverInfo: 'Hub Two', names: ['hub', 'hub-two'] },
  ]);
  await writeServer('one.json.br', {
    list: { check: checkOf(ISSUES), examples: ['which bugs are open'] },
    bare: { check: '', examples: ['do the bare thing'] },
  });
  await writeServer('two.json.br', { list: { check: checkOf(WAGONS), examples: ['which wagons are here'] } });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ISSUES = 'List the issues of a repository';
const WAGONS = 'Show all wagons standing in the station';
const checkOf = (text: string): string => writeCheck(checkableTerms(text));
const writeIndex = (servers: unknown) => writeFile(join(folder, 'index.json'), JSON.stringify({ format: 1, servers }));
const writeServer = (file: string, tools: unknown) =>
  writeFile(join(folder, file), brotliCompressSync(JSON.stringify({ tools })));
const npx = (name: string): TransportSpec => ({ kind: 'stdio', command: 'npx', args: ['-y', name], env: {} });
const remote: TransportSpec = { kind: 'http', url: 'https://example.org/mcp', headers: {} };

const openPack = (): { pack: ExamplePack; errors: ToolscoutError[] } => {
  const errors: ToolscoutError[] = [];
  return { pack: new ExamplePack({ folder, onError: (error) => errors.push(error) }), errors };
};

describe('ExamplePack', () => {
  it('knows a server by the package it is started from, whatever it is called', () => {
    const find = openPack().pack.server({ name: 'work', transport: npx('@hub/one@2.0.0') });
    expect(find({ name: 'list', description: ISSUES })).toEqual(['which bugs are open']);
    expect(find({ name: 'other', description: ISSUES })).toBeUndefined();
  });

  it('believes the package before every name', () => {
    const find = openPack().pack.server({ name: 'hub-two', serverInfo: 'Hub Two', transport: npx('@hub/one') });
    expect(find({ name: 'list', description: ISSUES })).toEqual(['which bugs are open']);
    expect(find({ name: 'list', description: WAGONS })).toBeUndefined();
  });

  it('goes by what the server calls itself, then by its configured name', () => {
    const { pack } = openPack();
    const called = pack.server({ name: 'x', serverInfo: 'hub two', transport: remote });
    expect(called({ name: 'list', description: WAGONS })).toEqual(['which wagons are here']);
    const named = pack.server({ name: 'Hub-Two MCP Server' });
    expect(named({ name: 'list', description: WAGONS })).toEqual(['which wagons are here']);
    expect(pack.server({ name: 'mcp' })({ name: 'list', description: WAGONS })).toBeUndefined();
  });

  it('tries every file of a name that several servers have, tool by tool', () => {
    const find = openPack().pack.server({ name: 'hub' });
    expect(find({ name: 'list', description: ISSUES })).toEqual(['which bugs are open']);
    expect(find({ name: 'list', description: WAGONS })).toEqual(['which wagons are here']);
  });

  it('gives nothing to a namesake that does something else', () => {
    const { pack } = openPack();
    const other = { name: 'list', description: 'Prints a shopping list for the weekend' };
    expect(pack.server({ name: 'hub' })(other)).toBeUndefined();
    expect(pack.server({ name: 'hub', transport: npx('@hub/one') })(other)).toBeUndefined();
    expect(pack.server({ name: 'hub', transport: npx('unrelated') })({ name: 'toString' })).toBeUndefined();
  });

  it('takes a tool without description by name, under the right package only', () => {
    const { pack } = openPack();
    expect(pack.server({ name: 'x', transport: npx('@hub/one') })({ name: 'bare' })).toEqual(['do the bare thing']);
    expect(pack.server({ name: 'hub' })({ name: 'bare' })).toBeUndefined();
  });

  it('gives the same frozen list each time', () => {
    const find = openPack().pack.server({ name: 'x', transport: npx('@hub/one') });
    const first = find({ name: 'list', description: ISSUES });
    expect(find({ name: 'list', description: ISSUES })).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
  });

  it('reads no file of a server that is not there', async () => {
    await writeFile(join(folder, 'two.json.br'), 'broken');
    const { pack, errors } = openPack();
    pack.server({ name: 'x', transport: npx('@hub/one') })({ name: 'list', description: ISSUES });
    pack.server({ name: 'x', transport: npx('stranger') })({ name: 'list', description: ISSUES });
    expect(errors).toEqual([]);
  });

  it.each([
    ['is not compressed', Buffer.from('{"tools":{}}')],
    ['is not JSON', brotliCompressSync('{"tools":')],
    ['has no tools', brotliCompressSync('{"tools":[]}')],
    ['has a tool of another shape', brotliCompressSync('{"tools":{"list":{"check":"","examples":[1]}}}')],
  ])('reports a file that %s once, with its code, and keeps the others', async (_what, bytes) => {
    await writeFile(join(folder, 'one.json.br'), bytes);
    const { pack, errors } = openPack();
    const find = pack.server({ name: 'hub' });
    expect(find({ name: 'list', description: ISSUES })).toBeUndefined();
    expect(find({ name: 'list', description: WAGONS })).toEqual(['which wagons are here']);
    expect(errors.map(({ code, message }) => [code, message.includes('one.json.br')])).toEqual([
      ['PACK_INVALID', true],
    ]);
  });

  it.each(['', '{"format":2,"servers":[]}', '{"format":1,"servers":[{"file":"../x","package":"p","names":[]}]}'])(
    'reports an index %j once and goes on without the pack',
    async (text) => {
      await writeFile(join(folder, 'index.json'), text);
      const { pack, errors } = openPack();
      for (const name of ['hub', 'x'])
        expect(pack.server({ name })({ name: 'list', description: ISSUES })).toBe(undefined);
      expect(errors.map(({ code }) => code)).toEqual(['PACK_INVALID']);
    },
  );
});

describe('withPackExamples', () => {
  it('puts the examples of the pack behind those of the file and leaves other entries as they are', () => {
    const source = { kind: 'mcp', name: 'hub' } as const;
    const known = { source, definition: { name: 'list', description: ISSUES }, examples: ['my own'] };
    const unknown = { source, definition: { name: 'other' } };
    const entries = withPackExamples([known, unknown], openPack().pack);
    expect(entries[0]?.examples).toEqual(['my own', 'which bugs are open']);
    expect(entries[1]).toBe(unknown);
  });
});
