import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createCallPath } from '../../src/calling/index.ts';
import { bridgeTools, createBridge, type SearchAnswer, type UnavailableServer } from '../../src/disclosure/index.ts';
import type { Embedder } from '../../src/engine/index.ts';
import { createFunctionModel, createLanguageModel, type LanguageModel } from '../../src/llm/index.ts';
import { createMemoryBackend, findNearDuplicates, searchTools } from '../../src/retrieval/index.ts';
import { createMemoryStateStore, createSessionStore, type SessionStore } from '../../src/state/index.ts';
import { type Catalog, createCatalog, type ToolDefinition } from '../../src/tools/index.ts';
import { type Arm, measureToolUse } from './tool-use.ts';

/**
 * One test for each fault that users of other tool searches reported; the numbers are those of the list of probes that
 * the faults were collected in. Catalogs are invented here.
 */
type Definition = ToolDefinition & { readonly server?: string };

const catalogOf = (tools: readonly Definition[]): Catalog =>
  createCatalog(
    tools.map(({ server = 's1', ...definition }) => ({
      source: { kind: 'mcp', name: server },
      definition: definition as ToolDefinition,
    })),
  );

const embedder = createBuiltInEmbedder();
const byMeaning = { embedder };

async function search(catalog: Catalog, query: string, options: { limit?: number; server?: string } = {}) {
  const result = await searchTools(createMemoryBackend(catalog, byMeaning), { query, ...options });
  return { ...result, names: result.hits.map((hit) => hit.tool.originalName) };
}

interface BridgeSetup {
  readonly defaultLimit?: number;
  readonly embedder?: Embedder;
  readonly sessions?: SessionStore;
  readonly withEmbedder?: boolean;
}

function bridgeOver(options: BridgeSetup = {}) {
  const bridge = createBridge({
    defaultLimit: options.defaultLimit ?? 5,
    maxLimit: 20,
    callPath: createCallPath({ execute: async () => ({ content: [] }) }),
    index: (catalog) => createMemoryBackend(catalog, { embedder: options.embedder ?? embedder }),
    ...(options.sessions === undefined ? {} : { sessions: options.sessions }),
    ...(options.withEmbedder === false ? {} : { repeatEmbedder: embedder }),
  });
  return async (
    catalog: Catalog,
    input: object,
    unavailable: readonly UnavailableServer[] = [],
    session: string | undefined = undefined,
  ) => (await bridge.search(catalog, input, { unavailable, session })) as SearchAnswer;
}

const SUBJECTS = [
  'incident',
  'alert',
  'schedule',
  'rotation',
  'service',
  'escalation',
  'runbook',
  'monitor',
  'dashboard',
  'metric',
];
const VERBS = ['create', 'list', 'get', 'update', 'delete', 'acknowledge', 'assign', 'archive'];
/** `count` tools of operations work, no two alike. */
const operations = (count: number): Definition[] =>
  Array.from({ length: count }, (_, i) => {
    const verb = VERBS[i % VERBS.length]!;
    const subject = SUBJECTS[Math.floor(i / VERBS.length) % SUBJECTS.length]!;
    const scope =
      ['', 'team', 'region', 'cluster', 'tenant'][Math.floor(i / (VERBS.length * SUBJECTS.length))] ?? `group${i}`;
    const name = [verb, scope, subject].filter((part) => part !== '').join('_');
    return {
      server: 'ops',
      name,
      description: `${verb} the ${subject} of a ${scope === '' ? 'person on call' : scope}.`,
    };
  });

/** Of these tools the one that has all the words of its name in the request. */
function wordsOf(request: string, tools: readonly { readonly name: string }[]): string | undefined {
  const isMeant = (name: string) =>
    name
      .replace(/^.*__/, '')
      .split('_')
      .every((word) => request.includes(word));
  return tools.find(({ name }) => isMeant(name))?.name;
}

describe('wrong tool, hunting, no result', () => {
  it('13: a catalog without mail has no confident answer to a request for mail, in any language', async () => {
    const catalog = catalogOf(operations(311));
    expect(catalog.tools).toHaveLength(311);
    const ask = bridgeOver();
    for (const query of ['send gmail email', 'отправь письмо через gmail', '用 gmail 发送电子邮件']) {
      const answer = await ask(catalog, { query });
      expect(answer.verdict, query).toBe('none');
      expect(answer.hits).toEqual([]);
      expect(answer.advice).toContain('Nothing here fits');
    }
  });

  it('14: the third paraphrase of an unanswerable need is told to stop, and so is every later one, in the same few bytes', async () => {
    const catalog = catalogOf(operations(311));
    const needs = {
      mail: [
        'send gmail email',
        'email a person',
        'send an email to my boss',
        'отправь письмо через gmail',
        '发送电子邮件',
        'deliver a message by email',
        'gmail send',
        'can you send mail',
        'send gmail email',
        'write an e-mail',
      ],
      flight: [
        'book a flight to Paris',
        'reserve plane tickets to Paris',
        'find flights',
        'airline ticket booking',
        'fly to paris',
        'flight reservation',
        'travel to Paris by plane',
        'find a flight for me',
        'flight tickets',
        'book a flight to Paris',
      ],
    };
    for (const withEmbedder of [true, false]) {
      const ask = bridgeOver({ sessions: createSessionStore(createMemoryStateStore()), withEmbedder });
      for (const [session, queries] of Object.entries(needs)) {
        // Words alone cannot tell that another wording means the same, only that the same words come again.
        const asked = withEmbedder ? queries : queries.map((_query, turn) => `${'please '.repeat(turn)}${queries[0]}`);
        const answers: SearchAnswer[] = [];
        for (const query of asked) answers.push(await ask(catalog, { query }, [], session));
        // Now and then a wording is taken for one that something here might fit: asked back about, and never more than that.
        const refused = answers.filter(({ verdict }) => verdict === 'none');
        expect(refused.length).toBeGreaterThanOrEqual(answers.length - 2);
        expect(answers.flatMap(({ hits }) => hits).every(({ sure }) => sure === 'weak')).toBe(true);
        expect(answers[0]!.advice).toContain('Nothing here fits');
        const late = refused.slice(2).map((answer) => JSON.stringify(answer));
        expect(new Set(late).size, late.join('\n')).toBe(1);
        expect(late[0]).toMatch(/exhausted.*Stop searching.*Ask the user/);
        expect(late[0]!.length).toBeLessThan(JSON.stringify(answers[0]).length + 40);
        expect(late[0]!.length).toBeLessThan(300);
      }
    }
  });

  it('14: a search made again is answered short; another need, another session or a changed catalog is answered in full', async () => {
    const mail = { server: 'mail', name: 'send_mail', description: 'Send a mail to somebody.' };
    const catalog = catalogOf([...operations(40), mail]);
    const ask = bridgeOver({ sessions: createSessionStore(createMemoryStateStore()) });
    const first = await ask(catalog, { query: 'mail somebody' }, [], 'one');
    const again = await ask(catalog, { query: 'send somebody a mail' }, [], 'one');
    expect(first.hits[0]).toMatchObject({ name: 'mail__send_mail', signature: expect.any(String) });
    expect(again.hits.map(({ id }) => id)).toContain('mcp:mail:send_mail');
    for (const hit of again.hits) expect(Object.keys(hit).sort()).toEqual(['id', 'name', 'server', 'sure']);
    expect(again.advice).toContain('searching again finds no others');

    const full = (answer: SearchAnswer) => answer.hits.every(({ signature }) => signature !== undefined);
    expect(full(await ask(catalog, { query: 'acknowledge the alert' }, [], 'one'))).toBe(true);
    expect(full(await ask(catalog, { query: 'mail somebody' }, [], 'two'))).toBe(true);
    expect(full(await ask(catalog, { query: 'mail somebody' }))).toBe(true);
    const grown = catalogOf([
      ...operations(40),
      mail,
      { server: 'mail', name: 'forward_mail', description: 'Forward a mail to somebody.' },
    ]);
    const afterChange = await ask(grown, { query: 'mail somebody' }, [], 'one');
    expect(afterChange.hits.map(({ id }) => id)).toContain('mcp:mail:forward_mail');
    expect(full(afterChange)).toBe(true);
    // Who names a tool looks it up: that may be done again and again.
    for (let i = 0; i < 4; i++) expect(full(await ask(catalog, { query: 'send_mail' }, [], 'one'))).toBe(true);
  });

  it('15: a short exact name wins over two thousand longer ones with the same word', async () => {
    const catalog = catalogOf([
      { name: 'get_accounts', description: 'Accounts of the signed-in user.' },
      { name: 'get_zones', description: 'Zones of the signed-in user.' },
      ...Array.from({ length: 2_000 }, (_, i) => ({
        name: `${VERBS[i % 8]}_${SUBJECTS[i % 10]}_accounts_zones_by_criteria_${i}`,
        description: `Works on accounts and zones of ${SUBJECTS[i % 10]} number ${i}.`,
      })),
    ]);
    for (const [query, name] of [
      ['accounts', 'get_accounts'],
      ['get accounts list', 'get_accounts'],
      ['zones', 'get_zones'],
    ] as const) {
      expect((await search(catalog, query)).names.slice(0, 3), query).toContain(name);
    }
  });

  it('16: letters inside a word do not match, forms of a word do, and no match is not everything', async () => {
    const catalog = catalogOf([
      { name: 'spreadsheet_open', description: 'Open a spreadsheet.' },
      { name: 'schedule', description: 'Schedule a recurring task.' },
      { name: 'play_sound', description: 'Play a sound.' },
    ]);
    expect((await search(catalog, 'scheduling')).names[0]).toBe('schedule');
    const lexical = createMemoryBackend(catalog);
    expect((await searchTools(lexical, { query: 'read' })).hits).toEqual([]);
    expect((await searchTools(lexical, { query: 'xylophone quartet' })).hits).toEqual([]);
    expect((await search(catalog, 'transplant a kidney')).names).toEqual([]);
  });

  it('17: of eleven near-synonyms the one with the asked word is first, shown with its difference, and reported', async () => {
    const things = [
      'files',
      'messages',
      'people',
      'tickets',
      'photos',
      'recipes',
      'flights',
      'invoices',
      'songs',
      'papers',
      'jobs',
    ];
    const catalog = catalogOf(
      things.map((thing) => ({ name: `search_${thing}`, description: `Search the ${thing} that match a text.` })),
    );
    const ask = bridgeOver();
    for (const thing of things) {
      const { hits } = await ask(catalog, { query: `search for ${thing} that match a text` });
      expect(hits[0]?.name).toBe(`s1__search_${thing}`);
      expect(hits[0]?.differs).toContain(thing);
    }
    const [group] = await findNearDuplicates(catalog.tools);
    expect(group?.tools).toHaveLength(11);
  });

  it('18: the last part of a name finds it: by select, in camel case, with blanks; a shared one finds all owners', async () => {
    const catalog = catalogOf([
      { server: 'bridge', name: 'ask_codex', description: 'Put a question.' },
      { server: 'bridge', name: 'getHandoff', description: 'What was handed over.' },
      { server: 'other', name: 'team.notes.add_note', description: 'Write down.' },
      { server: 'other', name: 'diary.add_note', description: 'Dear diary.' },
      ...operations(40),
    ]);
    for (const [query, name] of [
      ['ask_codex', 'ask_codex'],
      ['select:ask_codex', 'ask_codex'],
      ['ask codex', 'ask_codex'],
      ['getHandoff', 'getHandoff'],
      ['select:getHandoff', 'getHandoff'],
      ['get handoff', 'getHandoff'],
      ['mcp__bridge__ask_codex', 'ask_codex'],
    ] as const) {
      expect((await search(catalog, query)).names[0], query).toBe(name);
    }
    for (const query of ['add_note', 'select:add_note']) {
      const { verdict, names } = await search(catalog, query);
      expect([verdict, ...names].sort()).toEqual(['ambiguous', 'diary.add_note', 'team.notes.add_note']);
    }
  });

  it('19: requests in other scripts find tools in their own language and in English, and are never lost in silence', async () => {
    const english = catalogOf([
      { name: 'create_task', description: 'Create a task.' },
      { name: 'create_calendar_event', description: 'Create a calendar event.' },
      ...operations(40),
    ]);
    for (const [query, name] of [
      ['создать задачу', 'create_task'],
      ['创建日历事件', 'create_calendar_event'],
      ['इवेंट बनाएं', 'create_calendar_event'],
    ] as const) {
      const { ranked } = await search(english, query);
      expect(
        ranked.slice(0, 5).map((hit) => hit.tool.originalName),
        query,
      ).toContain(name);
    }
    const own = createMemoryBackend(
      catalogOf([
        { name: 'a', description: 'Создаёт новую задачу.' },
        { name: 'b', description: '在日历中创建事件。' },
        { name: 'c', description: 'कैलेंडर में इवेंट बनाएं.' },
        { name: 'd', description: 'สร้างกิจกรรมในปฏิทิน' },
        { name: 'e', description: 'カレンダーに予定を作成します。' },
        ...operations(40),
      ]),
    );
    for (const [query, name] of [
      ['создать задачу', 'a'],
      ['创建日历事件', 'b'],
      ['इवेंट बनाएं', 'c'],
      ['สร้างกิจกรรม', 'd'],
      ['予定を作成', 'e'],
    ] as const) {
      expect((await searchTools(own, { query })).hits[0]?.tool.originalName, query).toBe(name);
    }
    const answer = await bridgeOver()(english, { query: '🙂 …' });
    expect(answer).toMatchObject({ verdict: 'none', advice: expect.stringContaining('no word') });
  });

  it('20: a long description wins nothing by its length, in words and by pattern', async () => {
    const filler = Array.from({ length: 195 }, (_, i) => `${SUBJECTS[i % 10]}${i}`).join(' ');
    const catalog = catalogOf([
      { name: 'export_report_a', description: `Export a report as PDF. ${filler}` },
      { name: 'export_report_b', description: 'Export a report as PDF.' },
      ...operations(40),
    ]);
    for (const query of ['export a report as pdf', '/export.*pdf/', '/report/']) {
      const { names } = await search(catalog, query);
      const [long, short] = [names.indexOf('export_report_a'), names.indexOf('export_report_b')];
      expect(Math.min(long, short), query).toBe(0);
      expect(Math.abs(long - short), query).toBe(1);
    }
  });

  it('21: thirty servers that do not fit into the space are named as far as they fit, and the rest are counted', async () => {
    const servers = Array.from({ length: 30 }, (_, i) => `namespace-number-${String(i).padStart(2, '0')}`);
    const catalog = catalogOf(servers.map((server) => ({ server, name: 'run', description: 'Runs.' })));
    const texts = [
      bridgeTools(catalog)[0]!.description,
      (await bridgeOver()(catalog, { query: 'transplant a kidney', server: 'nowhere' })).advice!,
    ];
    for (const text of texts) {
      const named = servers.filter((server) => text.includes(server)).length;
      expect(named).toBeGreaterThanOrEqual(10);
      expect(text).toContain(`+${30 - named} more`);
    }
  });

  describe('22: how often a model uses a tool that is loaded, hidden, listed or preselected', () => {
    const tools = [...operations(80), { server: 'mail', name: 'send_mail', description: 'Send a mail to somebody.' }];
    const catalog = catalogOf(tools);
    const backend = createMemoryBackend(catalog, byMeaning);
    const requests = [
      { text: 'please send a mail to somebody', tool: 'mcp:mail:send_mail' },
      { text: 'create the runbook of the person on call', tool: 'mcp:ops:create_runbook' },
      { text: 'archive the incident of the person on call', tool: 'mcp:ops:archive_incident' },
      { text: 'list the alert of the person on call', tool: 'mcp:ops:list_alert' },
    ];
    const measuredUse = (model: LanguageModel, arm: Arm) => measureToolUse(model, arm, requests, catalog, backend);
    const names = (system = '') => catalog.tools.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(system));

    it('is measured by what the model does first: one that does as it is told uses tools however they are shown', async () => {
      const obedient = createFunctionModel('obedient', ({ system = '', messages }) =>
        system.includes('call tool_search with what you need')
          ? JSON.stringify({ call: 'tool_search', arguments: { query: messages[0]!.content } })
          : JSON.stringify({ call: wordsOf(messages[0]!.content, names(system)) }),
      );
      for (const arm of ['loaded', 'hidden', 'listed', 'preselected'] as const)
        expect(await measuredUse(obedient, arm), arm).toBe(1);
    });

    it('tells apart a model that only uses what it sees: it needs a list or a preselection', async () => {
      const shortSighted = createFunctionModel('short-sighted', ({ system, messages }) => {
        const name = wordsOf(messages[0]!.content, names(system));
        return JSON.stringify(name === undefined ? { answer: 'I cannot do that.' } : { call: name });
      });
      expect(await measuredUse(shortSighted, 'hidden')).toBe(0);
      for (const arm of ['loaded', 'listed', 'preselected'] as const)
        expect(await measuredUse(shortSighted, arm), arm).toBe(1);
    });

    // TOOLSCOUT_LIVE_MODEL={"provider":"openai","model":"…","baseUrl":"…","apiKeyEnv":"…"}
    const live = process.env.TOOLSCOUT_LIVE_MODEL;
    it.skipIf(live === undefined)(
      'is, with a live model, no lower as it is by default than in any other way',
      async () => {
        const model = createLanguageModel(JSON.parse(live!), process.env);
        const byDefault = await measuredUse(model, 'hidden');
        for (const arm of ['loaded', 'listed', 'preselected'] as const) {
          expect(byDefault, arm).toBeGreaterThanOrEqual((await measuredUse(model, arm)) - 1 / requests.length);
        }
      },
    );
  });
});

describe('found late in the study', () => {
  const NAMES = [
    'issue_read',
    'issue_write',
    'pull_request_read',
    'add_issue_comment',
    'search_code',
    'get_file_contents',
  ];

  it('44: a query of six exact names and a server finds all six', async () => {
    const catalog = catalogOf([
      ...NAMES.map((name) => ({ server: 'github', name, description: `Does ${name}.` })),
      ...operations(294),
    ]);
    expect(catalog.tools).toHaveLength(300);
    for (const query of [`github ${NAMES.join(' ')}`, `${NAMES.join(', ')} from github`, `select:${NAMES.join(',')}`]) {
      const { hits } = await bridgeOver()(catalog, { query, limit: 8 });
      for (const name of NAMES)
        expect(
          hits.map((hit) => hit.id),
          query,
        ).toContain(`mcp:github:${name}`);
    }
    expect((await search(catalog, NAMES.join(' '), { limit: 2 })).names).toEqual(NAMES);
  });

  it('45: an answer that is cut says so, and how to see more', async () => {
    const catalog = catalogOf([
      ...Array.from({ length: 20 }, (_, i) => ({
        server: 'figma',
        name: `${VERBS[i % 8]}_frame_${i}`,
        description: `Frame ${i}.`,
      })),
      ...operations(40),
    ]);
    for (const query of ['server:figma', 'figma']) {
      const answer = await bridgeOver()(catalog, { query, limit: 10 });
      expect(answer.hits, query).toHaveLength(10);
      expect(answer, query).toMatchObject({ shown: 10, more: expect.stringContaining('limit up to 20') });
      expect(answer.total, query).toBeGreaterThanOrEqual(20);
    }
  });

  it('46: equal catalogs give equal bytes, in every process; tools of a stopped server are not offered', async () => {
    const tools = [...operations(60), { server: 'mail', name: 'send_mail', description: 'Send a mail to somebody.' }];
    const ask = bridgeOver();
    const answers = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const shuffled = [...tools.slice(i % 61), ...tools.slice(0, i % 61)];
      answers.add(
        JSON.stringify(await ask(catalogOf(shuffled), { query: 'tell the person on call about the incident' })),
      );
    }
    expect(answers.size).toBe(1);

    const folder = await mkdtemp(join(tmpdir(), 'toolscout-probe-'));
    try {
      const file = join(folder, 'tools.json');
      await writeFile(file, JSON.stringify(tools));
      const main = resolve(import.meta.dirname, '../../dist/cli.mjs');
      const run = async () =>
        (await promisify(execFile)(process.execPath, [main, 'search', 'who is on call', '--tools', file, '--json']))
          .stdout;
      expect(await run()).toBe(await run());
    } finally {
      await rm(folder, { recursive: true });
    }

    const stopped = await ask(catalogOf(operations(60)), { query: 'send_mail' }, [
      { server: 'mail', state: 'failed', message: 'exited' },
    ]);
    expect(stopped.hits.map((hit) => hit.server)).not.toContain('mail');
    expect(stopped.unavailable).toMatchObject([{ server: 'mail' }]);
  });

  it('47: names and words are found without the embedder, and the answer says what is missing', async () => {
    const catalog = catalogOf([...operations(40), { name: 'send_mail', description: 'Send a mail to somebody.' }]);
    const broken: readonly Embedder['embed'][] = [
      async () => {
        throw new Error('422');
      },
      () => new Promise(() => {}),
      async (texts) => texts.map(() => Float32Array.of(1)),
    ];
    for (const embed of broken) {
      const ask = bridgeOver({ embedder: { id: 'broken@1', dimensions: 8, embed } });
      expect((await ask(catalog, { query: 'send_mail' })).hits[0]?.name).toBe('s1__send_mail');
      const answer = await ask(catalog, { query: 'mail somebody' });
      expect(answer.hits[0]?.name).toBe('s1__send_mail');
      expect(answer.degraded).toBe(true);
    }
  });

  it('50: in a family of 113 similar tools the default is enough, and an operator can raise it', async () => {
    const things = Array.from(
      { length: 113 },
      (_, i) =>
        `${SUBJECTS[i % 10]} ${['red', 'green', 'blue', 'north', 'south', 'east', 'west', 'upper', 'lower', 'inner', 'outer', 'fast'][Math.floor(i / 10)]}`,
    );
    const catalog = catalogOf(
      things.map((thing) => ({
        name: `query_${thing.replace(' ', '_')}`,
        description: `Query the ${thing} table of the warehouse.`,
      })),
    );
    const ask = bridgeOver();
    let found = 0;
    for (const thing of things) {
      const { hits } = await ask(catalog, { query: `rows of the ${thing} table` });
      if (hits.some((hit) => hit.name.endsWith(`query_${thing.replace(' ', '_')}`))) found++;
    }
    expect(found / things.length).toBe(1);
    expect((await bridgeOver({ defaultLimit: 10 })(catalog, { query: 'rows of the red table' })).hits).toHaveLength(10);
  });

  it('51: a server filter keeps the query', async () => {
    const catalog = catalogOf([
      ...operations(200),
      ...operations(200).map((tool) => ({
        ...tool,
        server: 'elsewhere',
        description: `${tool.description} Elsewhere.`,
      })),
    ]);
    const wanted = operations(200).filter((_, i) => i % 10 === 3);
    expect(wanted).toHaveLength(20);
    const recall = async (more: { server?: string }, prefix = '') => {
      let found = 0;
      for (const { name, description } of wanted) {
        const { hits } = await search(catalog, `${prefix}please ${description}`, more);
        if (hits.some((hit) => hit.tool.originalName === name)) found++;
      }
      return found / wanted.length;
    };
    const free = await recall({});
    expect(await recall({ server: 'ops' })).toBeGreaterThanOrEqual(free);
    expect(await recall({}, 'server:ops ')).toBeGreaterThanOrEqual(free);
    expect(free).toBeGreaterThan(0.8);
  });

  it('52: names with underscores, dots, slashes and dashes are found as hosts write them', async () => {
    const names = ['a__b__c', 'files.list.all', 'repos/get/tree', 'kebab-case-tool', 'mixed.Case/and-more__x'];
    const catalog = catalogOf([
      ...names.map((name) => ({ server: 'my-server', name, description: 'x' })),
      ...operations(108),
    ]);
    for (const name of names) {
      for (const query of [
        name,
        `my-server:${name}`,
        `mcp__my-server__${name}`,
        `mcp:my-server:${name}`,
        `use ${name} now`,
      ]) {
        const result = await search(catalog, query);
        expect([result.verdict, result.names[0]], query).toEqual(['exact', name]);
      }
    }
  });

  it('55: one name on two servers gives both, and leaves the choice open', async () => {
    const catalog = catalogOf([
      { server: 'web', name: 'search', description: 'Search the web.' },
      { server: 'notes', name: 'search', description: 'Search notes.' },
      ...operations(40),
    ]);
    for (const query of ['search', 'select:search']) {
      const answer = await bridgeOver()(catalog, { query });
      expect(answer.verdict).toBe('ambiguous');
      expect(answer.hits.map((hit) => hit.server)).toEqual(['notes', 'web']);
      expect(answer.hits.map((hit) => hit.differs)).toEqual(['server notes', 'server web']);
    }
  });
});
