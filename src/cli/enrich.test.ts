import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CannedAnswer, type ReceivedRequest, startTestEndpoint, type TestEndpoint } from '../llm/test-endpoint.ts';
import { registerEnrich } from './enrich.ts';
import { runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const TOOLS = ['archive_note', 'create_ticket', 'list_rooms'];
const FILE = 'project/tools.examples.jsonl';
const DRAFTS = 'project/tools.examples.drafts.jsonl';

let machine: TestMachine;
let endpoint: TestEndpoint;
let answer: (request: ReceivedRequest, turn: number) => CannedAnswer;

const say = (examples: object): CannedAnswer => ({
  body: {
    choices: [{ message: { content: JSON.stringify(examples) }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
  },
});
/** A good reply that is about the tool that was asked about. */
const good = ({ body }: ReceivedRequest): CannedAnswer => {
  const about = TOOLS.findIndex((name) => JSON.stringify(body).includes(`Name: ${name}`));
  const word = ['put it into the attic', 'file a complaint about the lift', 'where can we meet at noon'][about];
  return say({ en: [`${word}`], ru: [`сделай это, номер ${about}`] });
};

beforeEach(async () => {
  machine = await createTestMachine();
  await writeTools('');
  endpoint = await startTestEndpoint((request, turn) => answer(request, turn));
  answer = good;
});
afterEach(async () => {
  await endpoint.close();
  await machine.remove();
});

const writeTools = (changed: string): Promise<void> =>
  machine.write(
    'project/tools.jsonl',
    TOOLS.map((name) => {
      const description = `Does ${name.replace('_', ' ')}${name === changed ? ' differently' : ''}`;
      return `${JSON.stringify({ id: name, name, description })}\n`;
    }).join(''),
  );

const run = (...argv: string[]): Promise<number> => runCommandLine(argv, machine.io, [registerEnrich, registerSearch]);
const enrich = (...argv: string[]): Promise<number> =>
  run(
    'enrich',
    '--tools',
    'tools.jsonl',
    '--model',
    'm',
    '--base-url',
    `${endpoint.url}/v1`,
    '--languages',
    'en:1,ru',
    ...argv,
  );
/** The JSON that the last command printed. */
const json = (): Record<string, unknown> => JSON.parse(machine.stdout().trim().split('\n').at(-1)!);

describe('toolscout enrich', () => {
  it('shows what a model wrote and writes nothing but drafts', async () => {
    expect(await enrich()).toBe(0);
    expect(machine.stdout()).toContain('+create_ticket\n+  en  file a complaint about the lift\n+  ru  сделай это');
    expect(machine.stderr()).toMatch(/3 tools to ask about: (?:about|roughly) [\d,]+ tokens in and \d+ out/);
    expect(machine.stderr()).toContain('Nothing is written yet.');
    expect(machine.exists(FILE)).toBe(false);
    expect(machine.exists(DRAFTS)).toBe(true);
  });

  it('writes what was reviewed without asking again, one line a tool', async () => {
    await enrich();
    expect(await enrich('--write', '--json')).toBe(0);
    expect(endpoint.requests).toHaveLength(3);
    expect(json()).toMatchObject({ ok: true, written: true, asked: 0, file: machine.at(FILE) });
    const lines = (await machine.read(FILE))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ tool }) => tool)).toEqual(TOOLS);
    expect(lines[1]).toMatchObject({ examples: { en: ['file a complaint about the lift'] }, by: 'openai/m' });
    expect(machine.exists(DRAFTS)).toBe(false);
  });

  it('asks again only for tools that have changed', async () => {
    await enrich('--write');
    await writeTools('list_rooms');
    expect(await enrich('--write', '--json')).toBe(0);
    expect(json()).toMatchObject({ asked: 1, unchanged: 2, toAsk: [{ tool: 'list_rooms', why: 'changed' }] });
    expect(endpoint.requests).toHaveLength(4);
    expect((await machine.read(FILE)).trim().split('\n')).toHaveLength(3);
  });

  it('leaves lines alone that a person edited, and says so', async () => {
    await enrich('--write');
    const edited = (await machine.read(FILE)).replace('file a complaint about the lift', 'the lift is broken again');
    await machine.write(FILE, edited);
    await writeTools('create_ticket');
    expect(await enrich('--write')).toBe(0);
    expect(await machine.read(FILE)).toBe(edited);
    expect(machine.stderr()).toContain(
      '1 line edited by hand, left alone (--replace-edited): create_ticket (the tool has changed)',
    );
    expect(await enrich('--write', '--replace-edited')).toBe(0);
    expect(await machine.read(FILE)).toContain('file a complaint about the lift');
  });

  it('keeps what is done when the endpoint fails, and goes on from there', async () => {
    answer = (request, turn) => (turn < 2 ? good(request) : { status: 401, body: { error: { message: 'no credit' } } });
    await machine.write('project/toolscout.json', '{"llm": {"model": "x", "maxConcurrent": 1}}');
    expect(await enrich('--write')).toBe(1);
    expect(machine.stderr()).toContain('2 of 3 tools done and kept as drafts; run it again to go on.');
    expect(machine.stderr()).toContain('refused the request with 401: no credit.');
    expect(machine.exists(FILE)).toBe(false);
    answer = good;
    expect(await enrich('--write')).toBe(0);
    expect(endpoint.requests).toHaveLength(4);
    expect((await machine.read(FILE)).trim().split('\n')).toHaveLength(3);
  });

  it('takes over what is drafted without any model', async () => {
    await enrich('--max-tools', '1');
    expect(machine.stderr()).toContain('2 tools left for another run (--max-tools)');
    expect(await run('enrich', '--tools', 'tools.jsonl', '--languages', 'en:1,ru', '--drafts-only', '--write')).toBe(0);
    expect((await machine.read(FILE)).trim().split('\n')).toHaveLength(1);
  });

  it('only estimates when asked to, without a model', async () => {
    expect(await run('enrich', '--tools', 'tools.jsonl', '--estimate', '--json')).toBe(0);
    expect(json()).toMatchObject({ estimate: { requests: 3 }, asked: 0, lines: [] });
    expect(endpoint.requests).toHaveLength(0);
  });

  it('reports tools with bad replies and ends with 1 where nothing could be used', async () => {
    answer = (request) =>
      JSON.stringify(request.body).includes('list_rooms') ? say({ en: ['list_rooms'] }) : good(request);
    expect(await enrich('--json')).toBe(0);
    expect(json()).toMatchObject({
      refused: [{ tool: 'list_rooms', kept: false, refused: [expect.stringContaining('name'), expect.anything()] }],
    });
    answer = () => say({});
    expect(await enrich()).toBe(1);
    expect(machine.stderr()).toContain('list_rooms: nothing kept (nothing for en; nothing for ru)');
  });

  it('needs a model, and never a key for somebody else', async () => {
    expect(await run('enrich', '--tools', 'tools.jsonl')).toBe(2);
    expect(machine.stderr()).toContain('No language model is configured.');
    await machine.write(
      'project/toolscout.json',
      '{"llm": {"model": "x", "apiKeyEnv": "MINE", "baseUrl": "http://localhost:9"}}',
    );
    Object.assign(machine.io.environment.env, { MINE: 'secret' });
    await enrich();
    expect(endpoint.requests.length).toBeGreaterThan(0);
    expect(endpoint.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it.each<[string[], string]>([
    [['--languages', 'en,klingon'], '"klingon" is no language code.'],
    [['--languages', 'en:0'], '--languages is "0"'],
    [['--per-language', '11'], '--per-language is "11"'],
    [['--write', '--estimate'], '--write and --estimate exclude each other.'],
    [['--server', 'nobody'], 'There is no server "nobody" with tools.'],
    [['--base-url', 'nowhere'], 'llm.baseUrl must be an address'],
  ])('refuses %j', async (argv, message) => {
    expect(await run('enrich', '--tools', 'tools.jsonl', '--model', 'm', ...argv)).toBe(2);
    expect(machine.stderr()).toContain(message);
  });
});

describe('after enrich, toolscout search', () => {
  it('finds by the wording of an example what it missed before', async () => {
    const first = async (): Promise<unknown> => {
      await run('search', 'the lift: whom do I file a complaint with', '--tools', 'tools.jsonl', '--json');
      return (json().hits as { id: string }[])[0]?.id;
    };
    expect(await first()).not.toBe('create_ticket');
    await enrich('--write');
    expect(await first()).toBe('create_ticket');
  });
});
