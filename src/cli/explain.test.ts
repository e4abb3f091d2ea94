import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerExplain } from './explain.ts';
import { displayWidth } from './layout.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const tool = (i: number) => ({
  server: 'files',
  name: `tool_${i}`,
  description: 'Moves a file to another folder and keeps its labels.',
  inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Absolute path of the file.' } } },
});

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  const lines = (count: number) => Array.from({ length: count }, (_, i) => JSON.stringify(tool(i))).join('\n');
  await machine.write('project/many.jsonl', lines(80));
  await machine.write('project/few.jsonl', lines(2));
});
afterEach(() => machine.remove());

const explain = (...argv: string[]): Promise<number> =>
  runCommandLine(['explain', '--activation', ...argv], machine.io, [registerExplain]);
const explained = async (...argv: string[]) => {
  expect(await explain(...argv, '--json')).toBe(0);
  const last = machine.stdout().trimEnd().split('\n').at(-1)!;
  return JSON.parse(last) as Record<string, Record<string, unknown>>;
};

describe('toolscout explain --activation', () => {
  it('shows tokens with and without, the limit and when a search has paid, within 80 columns', async () => {
    expect(await explain('--tools', 'many.jsonl', '--window', '16000')).toBe(0);
    const out = machine.stdout();
    expect(out).toContain('Tools are deferred (mode tools): their definitions reach the limit.');
    expect(out).toMatch(/limit +1,600 tokens +10 % of the window; ceiling 20,000/);
    expect(out).toMatch(/a request without +[\d,]+ tokens/);
    expect(out).toMatch(/a request with +\d+ tokens +bridge \d+, prompt \d+/);
    expect(out).toMatch(/pays after +1 requests/);
    for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    expect(machine.stderr()).toBe('');
  });

  it('says which window is assumed, and takes one under either name', async () => {
    const unknown = await explained('--tools', 'many.jsonl');
    expect(unknown).toMatchObject({ active: false, window: 200_000, windowKnown: false, reason: 'under-limit' });
    const known = await explained('--tools', 'few.jsonl', '--model-window', '8000');
    expect(known).toMatchObject({ window: 8_000, windowKnown: true, reason: 'few-tools' });
  });

  it('does not say of a gateway, which always shows its bridge, that it shows every tool', async () => {
    expect(await explain('--tools', 'many.jsonl')).toBe(0);
    expect(machine.stdout()).toMatch(/^A library that measures \("auto"\) shows every tool: /);
    expect(machine.stdout().replaceAll(/\s+/g, ' ')).toContain('it always shows the bridge');
    expect(machine.stderr()).toContain('"auto" hides tools from 20,000 tokens on; lower one of the two limits');
  });

  it('gives the same figures as JSON', async () => {
    const { tokens, cost, weighed } = await explained('--tools', 'many.jsonl', '--window', '16000');
    expect(tokens).toEqual({ with: cost!.bridgedTokens, without: weighed!.allTokens, exact: true });
    expect(cost).toMatchObject({ breakEvenTurns: 1 });
  });

  it('warns where hiding costs more than it saves', async () => {
    const server = machine.at('project/server.mjs');
    await machine.write('project/server.mjs', SERVER);
    const config = {
      tools: { tool_search: { enabled: 'on' } },
      mcpServers: { s: { command: process.execPath, args: [server] } },
    };
    await machine.write('project/toolscout.json', JSON.stringify(config));
    expect(await explain()).toBe(0);
    expect(machine.stdout()).toContain('this is switched on');
    expect(machine.stdout()).toMatch(/pays after +never/);
    expect(machine.stderr()).toContain('warning: The bridge costs');
  });

  it('says what the gateway, which does not measure, costs all the same', async () => {
    await machine.write('project/server.mjs', SERVER);
    const mcpServers = { s: { command: process.execPath, args: [machine.at('project/server.mjs')] } };
    await machine.write('project/toolscout.json', JSON.stringify({ mcpServers }));
    const { warnings } = await explained();
    expect(warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/gateway shows its bridge .* "tools": \{"tool_search": false\}/)]),
    );
  });

  it('refuses a window that cannot be meant', async () => {
    expect(await explain('--tools', 'few.jsonl', '--window', '0')).toBe(2);
    expect(await explain('--tools', 'few.jsonl', '--window', '8', '--model-window', '8')).toBe(2);
  });
});

describe('toolscout explain QUERY', () => {
  const TOOLS = [
    { server: 'post', name: 'send_mail', description: 'Send a mail to somebody.' },
    { server: 'disk', name: 'drop_file', description: 'Remove a file from a folder.' },
    { server: 'disk', name: 'read_file', description: 'Read a file from a folder.' },
    { server: 'sky', name: 'forecast', description: 'The weather of tomorrow in a city.' },
  ];
  beforeEach(() => machine.write('project/tools.json', JSON.stringify(TOOLS)));
  const run = (...argv: string[]): Promise<number> =>
    runCommandLine(['explain', '--tools', 'tools.json', '--tier', 'static', ...argv], machine.io, [registerExplain]);

  it('shows words, ranking, verdict and the expected tool within 80 columns', async () => {
    expect(await run('erase', 'the', 'quarterly', 'scan', '--expect', 'drop_file', '--limit', '1')).toBe(1);
    const out = machine.stdout();
    for (const text of [
      'rarity   tools that hold it',
      'Ranking',
      'any tool fits, probability',
      'What its score is made of',
      'it does not hold this word',
      'What would bring it up',
      '"disk/drop_file"',
    ])
      expect(out).toContain(text);
    for (const line of out.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it('names each word of a stretch without blanks, not the whole stretch twice', async () => {
    await run('打开网页', '--limit', '1');
    const [, words] = /^Words .*\n((?: {2}.+\n)+)/m.exec(machine.stdout())!;
    const shown = words!
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)[0]);
    expect(shown.length).toBeGreaterThan(1);
    expect(new Set(shown).size).toBe(shown.length);
  });

  it('gives the explanation as JSON, with changes that were tried', async () => {
    expect(await run('erase the quarterly scan', '--expect', 'drop_file', '--limit', '1', '--json')).toBe(1);
    const { expected, words } = JSON.parse(machine.stdout());
    expect(words.map(({ surface }: { surface: string }) => surface)).toEqual(['erase', 'quarterly', 'scan']);
    expect(expected.changes).toMatchObject([
      { kind: 'words', rank: 1 },
      { kind: 'example', rank: 1 },
    ]);
  });

  it('succeeds where the expected tool is shown, and says what the filter leaves out', async () => {
    expect(await run('remove a file', '--expect', 'drop_file')).toBe(0);
    expect(machine.stdout()).toContain('disk:drop_file comes first.');
    expect(await run('server:sky remove a file', '--expect', 'drop_file')).toBe(1);
    expect(machine.stdout()).toContain('left out before the search, by server:sky');
  });

  it('asks a cluster, and says that none answers', async () => {
    const at = ['explain', 'remove a file', '--index', 'tools', '--backend', 'opensearch', '--json'];
    expect(await runCommandLine([...at, '--url', 'http://127.0.0.1:9'], machine.io, [registerExplain])).toBe(1);
    expect(JSON.parse(machine.stdout())).toMatchObject({ error: { code: 'INDEX_UNAVAILABLE' } });
    expect(await run('remove a file', '--url', 'http://127.0.0.1:9')).toBe(2);
    expect(await run('--backend', 'opensearch')).toBe(2);
  });

  it('refuses options for a query without one', async () => {
    expect(await run('--expect', 'drop_file')).toBe(2);
    expect(machine.stderr()).toContain('explains a query, and there is none');
  });
});

describe('toolscout explain --tool', () => {
  it('says whether a person is asked first, and by which rule', async () => {
    await machine.write('project/server.mjs', SERVER);
    const mcpServers = { s: { command: process.execPath, args: [machine.at('project/server.mjs')] } };
    const run = async (approvals: object, ...argv: string[]): Promise<string> => {
      await machine.write('project/toolscout.json', JSON.stringify({ mcpServers, approvals }));
      const before = machine.stdout().length;
      expect(await runCommandLine(['explain', '--tool', 'ping', ...argv], machine.io, [registerExplain])).toBe(0);
      return machine.stdout().slice(before);
    };
    expect(await run({ rules: [] })).toContain('consent: it runs, nobody is asked\n');
    const rules = [{ id: 'ping', arguments: [{ path: '/host', glob: '10.*' }], decide: 'deny' }];
    const text = await run({ rules, otherwise: 'prompt' });
    expect(text).toContain('where the arguments match: it is refused (rule {"id":"ping"');
    expect(text).toContain('else: a person is asked first\n');
    expect(JSON.parse(await run({ rules }, '--json'))).toMatchObject({
      allowed: true,
      consent: [
        { decide: 'deny', byArguments: true },
        { decide: 'auto', rule: 'otherwise' },
      ],
    });
  });
});

/** The smallest MCP server with one tool. */
const SERVER = `
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result =
    method === 'initialize'
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
      : method === 'tools/list'
        ? { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] }
        : {};
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
}
`;
