import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { displayWidth, fitTo, wrap } from './layout.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const COLUMNS = 80;
const LONG_NAME = 'search_the_very_long_name_of_a_tool_that_somebody_did_write_in_full';
const WIDE_TEXT = '在项目中搜索问题并返回所有匹配的结果，包括已关闭的问题和拉取请求，支持按标签过滤。'.repeat(3);
const TOOLS = [
  ...[1, 2, 3].map((one) => ({
    server: '一个名字很长的服务器用于测试终端宽度是否正确',
    name: `${LONG_NAME}_${one}`,
    description: WIDE_TEXT,
    inputSchema: { type: 'object', properties: { query_with_a_long_name: { type: 'string' } } },
  })),
  {
    server: 'stripe',
    name: 'create_refund',
    description: `Create a refund for a payment. ${'It is slow. '.repeat(20)}`,
  },
  { server: 'paypal', name: 'refund_create', description: 'Create a refund for a payment.' },
];

let machine: TestMachine;
beforeAll(async () => {
  machine = await createTestMachine(true);
  await machine.write('project/tools.jsonl', TOOLS.map((tool) => JSON.stringify(tool)).join('\n'));
  const ids = { stripe: 'stripe/create_refund', paypal: 'paypal/refund_create' };
  const labelled = [TOOLS[3], TOOLS[4]].map((tool, i) => JSON.stringify({ ...tool, id: Object.values(ids)[i] }));
  await machine.write('project/set/tools.jsonl', labelled.join('\n'));
  await machine.write(
    'project/set/queries.jsonl',
    [
      { id: 'q1', text: 'refund a payment at stripe', lang: 'en' },
      { id: 'q2', text: `给客户退款${WIDE_TEXT}`, lang: 'zh' },
      { id: 'q3', text: 'water the plants', lang: 'en', no_tool: true },
    ]
      .map((query) => JSON.stringify(query))
      .join('\n'),
  );
  await machine.write('project/set/qrels.tsv', `q1\t${ids.stripe}\t1\nq2\t${ids.paypal}\t1\n`);
});
afterAll(() => machine.remove());

/** Lines that are too wide although they could be broken: a path, an address or a line of JSON stays whole to be copied. */
function tooWide(text: string): string[] {
  return (
    text
      // A progress line writes over itself, and is cut to the terminal by its own code.
      .split(/\r\u001b\[2K|\n/)
      .filter((line) => displayWidth(line) > COLUMNS && !/^\s*("|[{}[\]])/.test(line))
      .filter((line) => !line.split(/\s+/).some((word) => displayWidth(word) > COLUMNS - 24))
  );
}

async function shown(argv: readonly string[]): Promise<{ code: number; text: string }> {
  const before = [machine.stdout().length, machine.stderr().length] as const;
  const code = await runCommandLine(argv, machine.io, COMMANDS);
  return { code, text: machine.stdout().slice(before[0]) + machine.stderr().slice(before[1]) };
}

/** The words that lead to every command, those below others too. */
function pathsOf(command: Command): string[][] {
  return command.commands.flatMap((one) => [[one.name()], ...pathsOf(one).map((rest) => [one.name(), ...rest])]);
}

describe('in a terminal of 80 columns', () => {
  it('the help of every command fits', async () => {
    const program = new Command();
    for (const register of COMMANDS) register(program, machine.io, () => {});
    const paths = [[], ...pathsOf(program)];
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) {
      const { code, text } = await shown([...path, '--help']);
      expect(code, path.join(' ')).toBe(0);
      expect(tooWide(text), path.join(' ')).toEqual([]);
    }
  });

  it('no paragraph of a help text breaks in the terminal and again where its source does', async () => {
    const program = new Command();
    for (const register of COMMANDS) register(program, machine.io, () => {});
    for (const path of pathsOf(program)) {
      let text = '';
      const stdout = (more: string): void => {
        text += more;
      };
      await runCommandLine([...path, '--help'], { ...machine.io, stdout, columns: 1_000 }, COMMANDS);
      const after = text.slice(text.indexOf('display help for command')).split('\n');
      // One that is a line of its own, whole sentences, breaks in the terminal alone.
      const broken = after.filter(
        (line, at) => line.length > COLUMNS && /^\S.*[^.]$/.test(line) && /^\S/.test(after[at + 1] ?? ''),
      );
      expect(broken, path.join(' ')).toEqual([]);
    }
  });

  it.each([
    [['search', '搜索问题', '--tools', 'tools.jsonl', '--tier', 'static']],
    [['search', 'refund a payment', '--tools', 'tools.jsonl', '--tier', 'static']],
    [['describe', 'create_refund', '--tools', 'tools.jsonl']],
    [['describe', `${LONG_NAME}_1`, '--tools', 'tools.jsonl']],
    [['list', '--tools', 'tools.jsonl']],
    [['explain', '--tools', 'tools.jsonl']],
    [['explain', '--tool', 'create_refund', '--tools', 'tools.jsonl']],
    [['explain', '--preselect', 'refund a payment', '--tools', 'tools.jsonl']],
    [['explain', '搜索问题', '--expect', 'refund_create', '--tools', 'tools.jsonl', '--tier', 'static']],
    [['lint', '--tools', 'tools.jsonl']],
    [['eval', '--set', 'set']],
    [['index', 'build', '--out', 'ix', 'tools.jsonl']],
    [['index', 'stats', 'ix']],
    [['index', 'verify', 'ix']],
    [['index', 'repair', 'ix']],
    [['list', '--index', 'ix']],
    [['search', 'refund', '--index', 'ix']],
    [['explain', 'refund', '--index', 'ix', '--expect', 'refund_create']],
    [['init', '--dry-run']],
    [['approvals', 'list']],
    [['keys', 'create', 'ada', '--expires', 'never', '--file', 'keys.json']],
    [['keys', 'list', '--file', 'keys.json']],
  ])('what %j shows fits', async (argv) => {
    await machine.write('project/toolscout.json', '{"mcpServers":{}}');
    const { text } = await shown(argv);
    expect(text).not.toBe('');
    expect(text).not.toMatch(/^\n/);
    expect(tooWide(text)).toEqual([]);
  });

  it.each([
    [['install', 'nobody']],
    [['search', 'x', '--tier', 'deep-everything', '--tools', 'tools.jsonl']],
    [['search', 'x', '--filter', 'tenant=', '--tools', 'tools.jsonl']],
    [['search', 'x', '--index', 'there/is/nothing']],
    [['describe', 'there_is_no_such_tool_in_all_of_this_catalog', '--tools', 'tools.jsonl']],
    [['explain', '--expect', 'create_refund']],
    [['approvals', 'approve', '123456']],
    [['log']],
    [['enrich', '--tools', 'tools.jsonl']],
    [['eval']],
    [['serach', 'x']],
  ])('the error of %j fits', async (argv) => {
    const { code, text } = await shown(argv);
    expect(code).not.toBe(0);
    expect(text).toContain('error: ');
    expect(tooWide(text)).toEqual([]);
  });
});

describe('layout', () => {
  it('breaks scripts without blanks between characters, and leaves long words of others whole', () => {
    expect(wrap('搜索问题搜索问题', 10)).toEqual(['搜索问题搜', '索问题']);
    expect(wrap('see /a/path/that/is/long now', 12)).toEqual(['see', '/a/path/that/is/long', 'now']);
  });

  it('goes on below where the text of a line began', () => {
    expect(fitTo('  --flag   what it does and why\nshort', 20)).toBe(
      '  --flag   what it\n           does and\n           why\nshort',
    );
    expect(fitTo('error: one two three', 12)).toBe('error: one\n  two three');
    expect(fitTo('    one two three', 14)).toBe('    one two\n    three');
  });
});
