/**
 * `node benchmarks/quality/preselection.ts [--tier lexical|static|deep]… [--json FILE]`: what preselection finds.
 *
 * 1. The candidates that a model would judge: how many requests of `mcp-requests` have an acceptable tool among the 12.
 * 2. Sessions written by hand (`test/requests/sessions.jsonl`): in how many turns every needed tool stood in the request
 *    before the main model was asked, and how many tokens of definitions that took; without preselection, with the
 *    search alone, and with a model that always chooses rightly among the 12. Over all 2,396 tools, and over some 200:
 *    those of the servers that the session needs and of others drawn evenly.
 *
 * After each turn its needed tools count as called, whether they were shown or had to be searched for, and what the
 * session has is kept by the eviction policy of the package.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import {
  type AuxiliaryModel,
  createAuxiliaryFunction,
  createPreselector,
  type DialogueMessage,
  type ExposedSet,
  nextExposedSet,
  type Preselector,
} from '../../src/disclosure/index.ts';
import { readSet } from '../../src/evaluation/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, type RetrievalBackend } from '../../src/retrieval/index.ts';
import { contentHash } from '../../src/shared/hash.ts';
import { processEnvironment } from '../../src/sources/index.ts';
import { loadTokenCounter, type TokenCounter } from '../../src/tokens/index.ts';
import { type Catalog, createCatalog, type Tool } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { type RequestSession, readSessions, type SessionTurn } from '../../test/requests/sessions.ts';

type Tier = 'lexical' | 'static' | 'deep';
type Help = 'none' | 'search alone' | 'perfect model';
type Index = (catalog: Catalog) => RetrievalBackend;

const LANGUAGES = ['all', 'en', 'ru', 'zh'] as const;
const SMALL_CATALOG = 200;
/** The bounds that decide whether preselection is worth being on. */
const RECALL_GOAL = 0.85;
const EXPOSED_GOAL = 0.8;
const TOKEN_GOAL = 1_500;

interface ExposureFigures {
  readonly tier: Tier;
  readonly catalog: string;
  readonly help: Help;
  readonly lang: string;
  readonly turns: number;
  /** Share of the turns with a need in which everything needed was in the request. */
  readonly exposed: number;
  /** The same, counted by need. */
  readonly needs: number;
  /** Tokens of definitions in the request, and those that the turn added: means over all turns. */
  readonly tokens: number;
  readonly added: number;
  /** Share of turns with a need in which the auxiliary model was asked. */
  readonly asked: number;
  /** Share of the turns without a need that got no further tool. */
  readonly quiet: number;
}

async function measure(root: string, tiers: readonly Tier[]): Promise<Record<string, unknown>> {
  const set = await readSet(join(root, 'mcp-requests'));
  const whole = createCatalog(set.tools);
  const counter = await loadTokenCounter();
  const recalls: Record<string, unknown>[] = [];
  const exposures: ExposureFigures[] = [];
  for (const tier of tiers) {
    const { index, close } = await openTier(tier, whole);
    const wholeIndex = index(whole);
    const indexOf: Index = (catalog) => (catalog === whole ? wholeIndex : index(catalog));
    const preselector = createPreselector({ index: indexOf, counter });
    const hits: { lang: string; found: boolean }[] = [];
    for (const query of set.queries.filter(({ noTool }) => !noTool)) {
      const { sides } = await preselector.preselect({ message: query.text, catalog: whole });
      hits.push({ lang: query.lang, found: sides.tools.candidates.some(({ id }) => query.relevant.has(id)) });
    }
    for (const lang of LANGUAGES) {
      const some = hits.filter((hit) => lang === 'all' || hit.lang === lang);
      recalls.push({ tier, lang, requests: some.length, recall: share(some, ({ found }) => found) });
    }
    for (const size of ['all', 'session'] as const) {
      for (const help of ['none', 'search alone', 'perfect model'] as const) {
        const turns: TurnFigures[] = [];
        for (const session of readSessions()) {
          const catalog = size === 'all' ? whole : scopeOf(whole, session);
          turns.push(...(await runSession(session, { catalog, help, index: indexOf, counter })));
        }
        for (const lang of LANGUAGES) {
          const some = turns.filter((turn) => lang === 'all' || turn.lang === lang);
          exposures.push({ tier, catalog: size, help, lang, ...summary(some) });
        }
      }
    }
    await close();
  }
  return { tools: whole.tools.length, exactTokens: counter.exact, recalls, exposures };
}

async function openTier(tier: Tier, whole: Catalog): Promise<{ index: Index; close: () => Promise<void> }> {
  if (tier === 'lexical') return { index: (catalog) => createMemoryBackend(catalog), close: async () => {} };
  const embedder = createBuiltInEmbedder();
  if (tier === 'static') {
    return { index: (catalog) => createMemoryBackend(catalog, { embedder }), close: async () => {} };
  }
  const deep = createBuiltInDeepEmbedder({
    machine: processEnvironment(),
    warn: (message) => console.error(message),
    threads: 2,
  });
  const embedding = createBackgroundEmbedding(deep, { missing: 'wait' });
  const keepAlive = setInterval(() => {}, 60_000);
  const { state } = await embedding.embed(whole.tools);
  if (state !== 'ready') throw new Error(`the deep model is ${state}`);
  return {
    index: (catalog) => createMemoryBackend(catalog, { embedder, deep: embedding }),
    close: async () => {
      clearInterval(keepAlive);
      await deep.close();
    },
  };
}

/** The servers of a session's needs, and others in an order of the session's own, until there are enough tools. */
function scopeOf(whole: Catalog, { id, turns }: RequestSession): Catalog {
  const sizes = new Map<string, number>();
  for (const { source } of whole.tools) sizes.set(source.name, (sizes.get(source.name) ?? 0) + 1);
  const needed = turns.flatMap(({ needs }) => needs.flat()).flatMap((tool) => whole.byId(tool)?.source.name ?? []);
  const others = [...sizes.keys()].sort((a, b) => (contentHash(id + a) < contentHash(id + b) ? -1 : 1));
  const chosen = new Set<string>();
  let tools = 0;
  for (const server of [...needed, ...others]) {
    if (chosen.has(server) || (tools >= SMALL_CATALOG && !needed.includes(server))) continue;
    chosen.add(server);
    tools += sizes.get(server)!;
  }
  return whole.narrow(({ source }) => chosen.has(source.name));
}

interface TurnFigures {
  readonly lang: string;
  readonly needs: number;
  readonly met: number;
  readonly tokens: number;
  readonly added: number;
  readonly asked: boolean;
  readonly addedTools: number;
}

interface RunOptions {
  readonly catalog: Catalog;
  readonly help: Help;
  readonly index: Index;
  readonly counter: TokenCounter;
}

async function runSession(session: RequestSession, options: RunOptions): Promise<TurnFigures[]> {
  const { catalog, help, index, counter } = options;
  let current: SessionTurn = session.turns[0]!;
  let asked = false;
  const model = perfectModel(
    () => current,
    () => {
      asked = true;
    },
  );
  const preselector = createPreselector({ index, counter, ...(help === 'perfect model' ? { model } : {}) });
  const dialogue: DialogueMessage[] = [];
  const figures: TurnFigures[] = [];
  const called = new Map<string, Tool>();
  let set: ExposedSet | undefined;
  let used: readonly string[] = [];
  for (const turn of session.turns) {
    current = turn;
    asked = false;
    const kept = keepCalled(set, called);
    const chosen = help === 'none' ? [] : await chosenFor(preselector, turn, { catalog, dialogue, earlier: kept });
    const next = nextExposedSet(kept, { catalog, wanted: chosen, used, counter });
    const ids = new Set(next.set.tools.map(({ id }) => id));
    const tokensOf = (some: readonly string[]) =>
      next.set.tools.reduce((sum, { id, tokens }) => sum + (some.includes(id) ? tokens : 0), 0);
    figures.push({
      lang: session.lang,
      needs: turn.needs.length,
      met: turn.needs.filter((need) => need.some((id) => ids.has(id))).length,
      tokens: next.change.tokens.after,
      added: tokensOf(next.change.added),
      asked,
      addedTools: next.change.added.length,
    });
    // What was missing is searched for by the main model, and is in the session from then on.
    const calls = turn.needs.map((need) => need.find((id) => ids.has(id)) ?? need[0]!);
    for (const id of calls) called.set(id, catalog.byId(id)!);
    const missed = calls.filter((id) => !ids.has(id)).map((id) => catalog.byId(id)!);
    set = nextExposedSet(next.set, { catalog, wanted: [...chosen, ...missed], used: calls, counter }).set;
    used = calls;
    dialogue.push({ role: 'user', content: turn.user });
    if (turn.assistant !== undefined) dialogue.push({ role: 'assistant', content: turn.assistant });
  }
  return figures;
}

/** What was shown in an earlier turn and never called is not carried on. */
function keepCalled(set: ExposedSet | undefined, called: ReadonlyMap<string, Tool>): ExposedSet | undefined {
  return set === undefined ? undefined : { ...set, tools: set.tools.filter(({ id }) => called.has(id)) };
}

async function chosenFor(
  preselector: Preselector,
  turn: SessionTurn,
  options: { catalog: Catalog; dialogue: readonly DialogueMessage[]; earlier: ExposedSet | undefined },
): Promise<readonly Tool[]> {
  const { catalog, dialogue, earlier } = options;
  const result = await preselector.preselect({
    message: turn.user,
    catalog,
    dialogue: [...dialogue],
    earlier: earlier?.tools.map(({ id }) => id) ?? [],
  });
  return result.tools.filter(({ added }) => added).map(({ tool }) => tool);
}

/** Chooses one acceptable candidate for each need. */
function perfectModel(turn: () => SessionTurn, told: () => void): AuxiliaryModel {
  return createAuxiliaryFunction('perfect', ({ candidates }) => {
    told();
    const chosen = turn().needs.flatMap((need) => candidates.find(({ id }) => need.includes(id))?.name ?? []);
    return { chosen };
  });
}

function summary(turns: readonly TurnFigures[]): Omit<ExposureFigures, 'tier' | 'catalog' | 'help' | 'lang'> {
  const needy = turns.filter(({ needs }) => needs > 0);
  const sum = (some: readonly TurnFigures[], of: (turn: TurnFigures) => number) =>
    some.reduce((total, turn) => total + of(turn), 0);
  return {
    turns: turns.length,
    exposed: share(needy, ({ needs, met }) => needs === met),
    needs: sum(needy, ({ met }) => met) / sum(needy, ({ needs }) => needs),
    tokens: sum(turns, ({ tokens }) => tokens) / turns.length,
    added: sum(turns, ({ added }) => added) / turns.length,
    asked: share(needy, ({ asked }) => asked),
    quiet: share(
      turns.filter(({ needs }) => needs === 0),
      ({ addedTools }) => addedTools === 0,
    ),
  };
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(is).length / all.length;
}

/** The tables of docs/preselection.md. */
function tables({ recalls, exposures }: Record<string, unknown>): string {
  const lines = ['| tier | all | en | ru | zh |', '| --- | --- | --- | --- | --- |'];
  const rows = recalls as { tier: string; lang: string; recall: number }[];
  for (const tier of new Set(rows.map((row) => row.tier))) {
    const cells = LANGUAGES.map((lang) => rows.find((row) => row.tier === tier && row.lang === lang)!.recall);
    lines.push(`| ${[tier, ...cells.map((cell) => cell.toFixed(3))].join(' | ')} |`);
  }
  lines.push(
    '',
    '| tier | tools | help | exposed | en | ru | zh | needs | tokens | added | model asked | quiet |',
    `|${' --- |'.repeat(12)}`,
  );
  const groups = (exposures as ExposureFigures[]).filter(({ lang }) => lang === 'all');
  for (const row of groups) {
    const of = (lang: string) =>
      (exposures as ExposureFigures[]).find(
        (one) => one.tier === row.tier && one.catalog === row.catalog && one.help === row.help && one.lang === lang,
      )!.exposed;
    const cells = [row.exposed, of('en'), of('ru'), of('zh'), row.needs].map((value) => value.toFixed(2));
    const tokens = [row.tokens, row.added].map((value) => value.toFixed(0));
    const shares = [row.asked, row.quiet].map((value) => value.toFixed(2));
    lines.push(`| ${[row.tier, row.catalog, row.help, ...cells, ...tokens, ...shares].join(' | ')} |`);
  }
  const best = rows.filter(({ recall, lang }) => lang !== 'all' && recall < RECALL_GOAL);
  const reached = groups.filter(({ exposed, tokens }) => exposed >= EXPOSED_GOAL && tokens <= TOKEN_GOAL);
  lines.push('', `below ${RECALL_GOAL}: ${best.map((row) => `${row.tier} ${row.lang}`).join(', ') || 'none'}`);
  lines.push(
    `exposed in ${EXPOSED_GOAL} of the turns at ${TOKEN_GOAL} tokens: ${reached.map((row) => `${row.tier}/${row.catalog}/${row.help}`).join(', ') || 'none'}`,
  );
  return lines.join('\n');
}

const { values } = parseArgs({
  options: { tier: { type: 'string', multiple: true }, json: { type: 'string' } },
});
if (dataRoot === undefined) console.error(`skipped: ${DATA_MISSING}`);
else {
  const figures = await measure(dataRoot, (values.tier ?? ['lexical', 'static', 'deep']) as Tier[]);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, undefined, 1)}\n`);
  console.log(tables(figures));
}
