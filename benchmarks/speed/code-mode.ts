import { setTimeout } from 'node:timers/promises';
import { createCallPath, type RawToolResult } from '../../src/calling/index.ts';
import { bridgeTools, codeTool, createBridge, PROFILES } from '../../src/disclosure/index.ts';
import { createSandbox, runCodeTool, type Sandbox, type SnippetTools } from '../../src/sandbox/index.ts';
import { loadTokenCounter } from '../../src/tokens/index.ts';
import { type Catalog, createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import type { Goal, Progress, Row } from '../rows.ts';
import { spread } from '../statistics.ts';

const ROUNDS = 25;
const TASK_ROUNDS = 9;
/** Milliseconds for a snippet that does nothing, once a process is ready. */
const TRIVIAL_GOAL = 30;
const INVOICES = 150;
const THINKING_MS = 300;

export interface CodeModeResult {
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
}

/**
 * Times a snippet that does nothing, and compares one task by the three tools and by snippets: find the tool for invoices,
 * read what it takes, list them, find the tool for mail, write to whoever is late. The model is a script, so turns and
 * tokens are exact, and the milliseconds are ours alone.
 */
export async function measureCodeMode(progress: Progress): Promise<CodeModeResult> {
  const sandbox = createSandbox();
  try {
    progress('trivial snippets');
    const ready = await timeTrivial(sandbox, true);
    const after = await timeTrivial(sandbox, false);
    progress('one task by tools and by code');
    const task = await compareTask(sandbox);
    const goal: Goal = {
      row: 'code-mode',
      what: 'trivial snippet with a process ready, ms (median)',
      goal: TRIVIAL_GOAL,
      value: spread(ready).median,
      met: spread(ready).median < TRIVIAL_GOAL,
      stretch: false,
    };
    return {
      rows: [
        toRow({ what: 'trivial snippet, process ready', rounds: ready.length, unit: 'ms', ...spread(ready) }),
        toRow({ what: 'trivial snippet right after another', rounds: after.length, unit: 'ms', ...spread(after) }),
        ...task.map(toRow),
      ],
      goals: [goal],
    };
  } finally {
    await sandbox.close();
  }
}

/** Between two snippets a model writes the second one, which takes seconds; a process has long been ready then. */
async function letModelThink(sandbox: Sandbox): Promise<number> {
  const start = performance.now();
  await sandbox.available();
  await setTimeout(THINKING_MS);
  return performance.now() - start;
}

async function timeTrivial(sandbox: Sandbox, waitForProcess: boolean): Promise<number[]> {
  const nothing = async (): Promise<unknown> => null;
  const host = { search: nothing, describe: nothing, call: nothing };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (waitForProcess) await letModelThink(sandbox);
    const start = performance.now();
    const result = await sandbox.run({ code: 'return 1', host });
    times.push(performance.now() - start);
    if (!result.ok) throw new Error(`a trivial snippet failed: ${result.error.message}`);
  }
  return times;
}

/** What goes to and fro between a model and us. Each turn the model reads all that came before. */
class Conversation {
  readonly #count: (text: string) => number;
  #context: number;
  turns = 0;
  input = 0;
  output = 0;

  constructor(count: (text: string) => number, definitions: unknown) {
    this.#count = count;
    this.#context = count(JSON.stringify(definitions));
  }

  /** One turn of the model: it reads the context, writes these calls, and gets these answers. */
  turn(calls: unknown, answers: unknown): void {
    this.turns++;
    this.input += this.#context;
    const written = this.#count(JSON.stringify(calls));
    this.output += written;
    this.#context += written + this.#count(JSON.stringify(answers));
  }

  /** The last turn, in which it only reads. */
  figures(): { readonly modelTurns: number; readonly inputTokens: number; readonly outputTokens: number } {
    return { modelTurns: this.turns + 1, inputTokens: this.input + this.#context, outputTokens: this.output };
  }
}

interface Letter {
  readonly to: string;
  readonly subject: string;
}

async function compareTask(sandbox: Sandbox): Promise<Readonly<Record<string, unknown>>[]> {
  const counter = await loadTokenCounter();
  const count = (text: string): number => counter.countTokens(text).tokens;
  const catalog = createCatalog(makeTools());
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const mode of ['tools', 'code'] as const) {
    const times: number[] = [];
    let conversation = new Conversation(count, []);
    for (let round = 0; round < TASK_ROUNDS; round++) {
      const letters: Letter[] = [];
      const definitions = mode === 'tools' ? bridgeTools(catalog) : [codeTool(catalog.tools, PROFILES.toolscout)];
      conversation = new Conversation(count, definitions);
      const start = performance.now();
      const session = openSession(catalog, letters);
      const thinkingMs =
        mode === 'tools' ? await byTools(session, conversation) : await byCode(session, sandbox, conversation);
      times.push(performance.now() - start - thinkingMs);
      if (letters.length !== 3) throw new Error(`by ${mode}: ${letters.length} letters instead of 3`);
    }
    rows.push({
      what: `five-step task by ${mode}`,
      ...conversation.figures(),
      exact: counter.exact,
      rounds: times.length,
      unit: 'ms',
      ...spread(times),
    });
  }
  return rows;
}

function openSession(catalog: Catalog, letters: Letter[]): SnippetTools {
  const callPath = createCallPath({
    execute: async (tool, args): Promise<RawToolResult> => {
      if (tool.name.endsWith('send_email')) letters.push(args as unknown as Letter);
      const data = tool.name.endsWith('list_invoices') ? { invoices: makeInvoices() } : { sent: true };
      return { content: [{ type: 'text', text: JSON.stringify(data) }] };
    },
  });
  const bridge = createBridge({ defaultLimit: 5, maxLimit: 20, callPath });
  return {
    profile: PROFILES.toolscout,
    catalog: () => catalog,
    search: (input) => bridge.search(catalog, input, { isProgram: true }),
    describe: (input) => bridge.describe(catalog, input, { isProgram: true }),
    call: (input, context) => bridge.call(catalog, input, context),
  };
}

async function byTools(session: SnippetTools, conversation: Conversation): Promise<number> {
  const ask = async (name: string, input: Readonly<Record<string, unknown>>, run: () => unknown): Promise<unknown> => {
    const answer = await run();
    conversation.turn([{ name, input }], [answer]);
    return answer;
  };
  const search = (query: string) => ask('tool_search', { query }, () => session.search({ query }));
  await search('list invoices of a customer');
  await ask('tool_describe', { name: LIST }, () => session.describe({ name: LIST }));
  const list = { name: LIST, arguments: { customer: 'acme', status: 'overdue' } };
  await ask('tool_call', list, () => session.call(list, {}));
  await search('send an e-mail');
  const letters = lateCustomers().map((to) => ({ name: SEND, arguments: { to, subject: SUBJECT } }));
  const answers = await Promise.all(letters.map((letter) => session.call(letter, {})));
  conversation.turn(
    letters.map((input) => ({ name: 'tool_call', input })),
    answers,
  );
  return 0;
}

/** Two snippets: nobody can write arguments for a tool that was not seen yet. Milliseconds that were the model's come back. */
async function byCode(session: SnippetTools, sandbox: Sandbox, conversation: Conversation): Promise<number> {
  let thinkingMs = 0;
  for (const code of [LOOK, ACT]) {
    thinkingMs += await letModelThink(sandbox);
    const answer = await runCodeTool({ code }, session, { sandbox });
    if (!answer.ok) throw new Error(`a snippet failed: ${answer.error?.message}`);
    conversation.turn([{ name: 'tool_search_code', input: { code } }], [answer]);
  }
  return thinkingMs;
}

const LIST = 'billing__list_invoices';
const SEND = 'mail__send_email';
const SUBJECT = 'Your invoice is overdue';
const LOOK = `const found = await Promise.all(['list invoices of a customer', 'send an e-mail'].map((q) => tools.search(q, { limit: 2 })));
const { types } = await tools.describe(found[0].hits[0].id);
return { hits: found.flatMap((f) => f.hits.map((h) => [h.id, h.signature])), types };`;
const ACT = `const { data } = await tools.call('${LIST}', { customer: 'acme', status: 'overdue' });
const late = data.invoices.filter((i) => i.daysLate > 60);
const sent = await Promise.all(late.map((i) => tools.call('${SEND}', { to: i.contact, subject: '${SUBJECT}' })));
return { invoices: data.invoices.length, sent: sent.length };`;

function makeInvoices(): {
  readonly id: string;
  readonly contact: string;
  readonly daysLate: number;
  readonly note: string;
}[] {
  return Array.from({ length: INVOICES }, (_, i) => ({
    id: `INV-${2000 + i}`,
    contact: `person${i}@acme.example`,
    daysLate: i % 50 === 7 ? 61 + i : i % 40,
    note: `Order ${i} as agreed, to be paid within thirty days.`,
  }));
}

const lateCustomers = (): string[] =>
  makeInvoices()
    .filter((invoice) => invoice.daysLate > 60)
    .map((invoice) => invoice.contact);

function makeTools(): ToolEntry[] {
  const text = { type: 'string' };
  const tool = (
    server: string,
    name: string,
    description: string,
    properties: object,
    required: string[],
  ): ToolEntry => ({
    source: { kind: 'mcp', name: server },
    definition: { name, description, inputSchema: { type: 'object', properties, required } },
  });
  const others = Array.from({ length: 60 }, (_, i) =>
    tool('archive', `update_record_${i}`, `Changes record ${i} of the archive.`, { id: text, value: text }, ['id']),
  );
  return [
    tool('billing', 'list_invoices', 'Lists the invoices of a customer.', { customer: text, status: text }, [
      'customer',
    ]),
    tool('mail', 'send_email', 'Sends an e-mail.', { to: text, subject: text, body: text }, ['to', 'subject']),
    ...others,
  ];
}

function toRow(figures: Readonly<Record<string, unknown>>): Row {
  return { bench: 'code-mode', contestant: 'toolscout', figures };
}
