/**
 * `node benchmarks/quality/eviction.ts [--json FILE]`: what each way to bound a session's set of tools costs and misses.
 *
 * Sessions: `written` are the hand-written ones (`test/requests/sessions.jsonl`) one after another as one user's long
 * sessions of some 200 turns, in random order, with every third topic a return to an earlier one; what each turn wants
 * is what preselection by the search alone chose (static tier, the whole catalog of `mcp-requests`). `synthetic` are 200
 * turns over 30 topics of 8 tools each: a topic holds for about six turns, half of the switches go back to a recent
 * topic, preselection finds four needs of five and adds one tool that nobody calls.
 *
 * In both a turn adds 600 tokens to the conversation, which is compacted from 60,000 to 4,000, and one silence in twenty
 * outlasts the provider's cache.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import {
  createPreselector,
  type DialogueMessage,
  type EvictionSettings,
  type ExposedSet,
  nextExposedSet,
  type Placement,
} from '../../src/disclosure/index.ts';
import { readSet } from '../../src/evaluation/index.ts';
import { createMemoryBackend } from '../../src/retrieval/index.ts';
import { type Catalog, createCatalog, type Tool } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readSessions } from '../../test/requests/sessions.ts';

const TURNS = 200;
const RUNS = 10;
const TURN_TOKENS = 600;
const COMPACT_FROM = 60_000;
const COMPACT_TO = 4_000;
const LONG_SILENCE = 0.05;

/** One turn as the policies meet it: the same for all. */
interface Turn {
  readonly wanted: readonly Tool[];
  /** Needs, each with the tools of which one is enough. */
  readonly needs: readonly (readonly Tool[])[];
  readonly silence: boolean;
}

interface Recording {
  readonly kind: 'written' | 'synthetic';
  readonly catalog: Catalog;
  readonly turns: readonly Turn[];
}

interface Contestant {
  readonly name: string;
  readonly settings: Partial<EvictionSettings>;
}

const BUDGETS = { maxTokens: 3_000, hardTokens: 6_000 };
const CONTESTANTS: readonly Contestant[] = [
  { name: 'fresh', settings: { policy: 'fresh' } },
  { name: 'grow-only', settings: { policy: 'grow-only' } },
  { name: 'lru 3,000', settings: { policy: 'lru', ...BUDGETS } },
  { name: 'lru 6,000', settings: { policy: 'lru', maxTokens: 6_000, hardTokens: 6_000 } },
  ...[0.5, 0.7, 1].map((keepShare) => ({
    name: `cache-aware 3,000, keeps ${keepShare}`,
    settings: { policy: 'cache-aware' as const, ...BUDGETS, keepShare },
  })),
  {
    name: 'cache-aware 1,500, keeps 0.5',
    settings: { policy: 'cache-aware', maxTokens: 1_500, hardTokens: 3_000, keepShare: 0.5 },
  },
];

interface Figures {
  readonly kind: Recording['kind'];
  readonly placement: Placement;
  readonly policy: string;
  /** Tokens of definitions in the request: mean over turns, and the most of any. */
  readonly tokens: number;
  readonly most: number;
  /** Needs that were not in the set when the turn began, and of those the ones that had been in it before. */
  readonly missed: number;
  readonly lost: number;
  /** Of 100 turns: in how many the set made the provider read again what it had cached. */
  readonly invalidations: number;
  /** Those in which nothing was added, so that only the eviction did. */
  readonly byEviction: number;
  /** Tokens that were read again, by turn. */
  readonly reread: number;
}

function play(recordings: readonly Recording[], { name, settings }: Contestant, placement: Placement): Figures {
  let turns = 0;
  let needs = 0;
  const sums = { tokens: 0, most: 0, missed: 0, lost: 0, invalidations: 0, byEviction: 0, reread: 0 };
  for (const { catalog, turns: recorded } of recordings) {
    let set: ExposedSet | undefined;
    let used: readonly string[] = [];
    let history = 0;
    let compacted = false;
    const seen = new Set<string>();
    for (const turn of recorded) {
      const { set: next, change } = nextExposedSet(
        set,
        {
          catalog,
          wanted: turn.wanted,
          used,
          compacted,
          historyTokens: history,
          ...(turn.silence ? { idleMs: Number.POSITIVE_INFINITY } : {}),
        },
        { ...settings, placement },
      );
      const ids = new Set(next.tools.map(({ id }) => id));
      turns++;
      needs += turn.needs.length;
      sums.tokens += change.tokens.after;
      sums.most = Math.max(sums.most, change.tokens.after);
      const missing = turn.needs.filter((need) => !need.some(({ id }) => ids.has(id)));
      sums.missed += missing.length;
      sums.lost += missing.filter((need) => need.some(({ id }) => seen.has(id))).length;
      sums.invalidations += change.invalidates ? 1 : 0;
      sums.byEviction += change.invalidates && change.added.length === 0 ? 1 : 0;
      sums.reread += change.rereadTokens;
      // What was missing is searched for within the turn and shown in the conversation; the next request carries it.
      const calls = turn.needs.map((need) => need.find(({ id }) => ids.has(id)) ?? need[0]!);
      const found = nextExposedSet(
        next,
        { catalog, wanted: [...turn.wanted, ...calls], historyTokens: history },
        { ...settings, placement },
      );
      if (found.change.added.length > 0) {
        sums.invalidations += found.change.invalidates ? 1 : 0;
        sums.reread += found.change.rereadTokens;
      }
      set = { turn: next.turn, tools: found.set.tools };
      used = calls.map(({ id }) => id);
      for (const id of [...ids, ...used]) seen.add(id);
      history += TURN_TOKENS;
      compacted = history > COMPACT_FROM;
      if (compacted) history = COMPACT_TO;
    }
  }
  const each = (value: number) => value / turns;
  return {
    kind: recordings[0]!.kind,
    placement,
    policy: name,
    tokens: each(sums.tokens),
    most: sums.most,
    missed: sums.missed / needs,
    lost: sums.lost / needs,
    invalidations: 100 * each(sums.invalidations),
    byEviction: 100 * each(sums.byEviction),
    reread: each(sums.reread),
  };
}

/** The written sessions, each turn with what preselection chose for it, put together to long ones. */
async function written(root: string): Promise<Recording[]> {
  const { tools } = await readSet(join(root, 'mcp-requests'));
  const catalog = createCatalog(tools);
  const embedder = createBuiltInEmbedder();
  const preselector = createPreselector({ index: (one) => createMemoryBackend(one, { embedder }) });
  const topics: Omit<Turn, 'silence'>[][] = [];
  for (const session of readSessions()) {
    const dialogue: DialogueMessage[] = [];
    const topic: Omit<Turn, 'silence'>[] = [];
    for (const { user, needs, assistant = '' } of session.turns) {
      const chosen = await preselector.preselect({ message: user, catalog, dialogue: [...dialogue] });
      topic.push({
        wanted: chosen.tools.map(({ tool }) => tool),
        needs: needs.map((need) => need.map((id) => catalog.byId(id)!)),
      });
      dialogue.push({ role: 'user', content: user }, { role: 'assistant', content: assistant });
    }
    topics.push(topic);
  }
  return Array.from({ length: RUNS }, (_, run) => {
    const random = randomOf(run + 1);
    const order = shuffled(topics, random);
    const turns: Turn[] = [];
    const done: Omit<Turn, 'silence'>[][] = [];
    for (let i = 0; turns.length < TURNS; i++) {
      const returns = i % 3 === 2;
      const topic = returns ? done[Math.floor(random() * done.length)]! : (order.shift() ?? done[0]!);
      if (!returns) done.push(topic);
      turns.push(...topic.map((turn) => ({ ...turn, silence: random() < LONG_SILENCE })));
    }
    return { kind: 'written', catalog, turns: turns.slice(0, TURNS) };
  });
}

/** Topics that come and go; definitions of 60 to 600 tokens. */
function synthetic(): Recording[] {
  const TOPICS = 30;
  const TOOLS = 8;
  return Array.from({ length: RUNS }, (_, run) => {
    const random = randomOf(1_000 + run);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const catalog = createCatalog(
      Array.from({ length: TOPICS * TOOLS }, (_entry, i) => ({
        source: { kind: 'mcp' as const, name: `topic${Math.floor(i / TOOLS)}` },
        definition: {
          name: `tool_${i}`,
          description: 'word '.repeat(Math.round(60 * 10 ** random())),
          inputSchema: { type: 'object' },
        },
      })),
    );
    const toolsOf = (topic: number) => catalog.tools.filter(({ source }) => source.name === `topic${topic}`);
    let topic = 0;
    const recent: number[] = [0];
    const turns = Array.from({ length: TURNS }, (): Turn => {
      if (random() < 1 / 6) {
        topic = random() < 0.5 ? pick(recent) : Math.floor(random() * TOPICS);
        recent.unshift(topic);
        recent.splice(6);
      }
      const tools = toolsOf(topic);
      // The first tools of a topic are called more often than the last.
      const needed = random() < 0.15 ? [] : [tools[Math.floor(TOOLS * random() ** 2)]!];
      const wanted = new Set([...needed.filter(() => random() < 0.8), pick(tools)]);
      return { wanted: [...wanted], needs: needed.map((tool) => [tool]), silence: random() < LONG_SILENCE };
    });
    return { kind: 'synthetic', catalog, turns };
  });
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Mulberry32: small, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The table of docs/ledger.md. */
function table(rows: readonly Figures[]): string {
  const lines = [
    '| sessions | definitions stand in | policy | tokens | most | missed | of these, given up | cache lost, of 100 turns | by eviction alone | read again |',
    `|${' --- |'.repeat(10)}`,
  ];
  for (const row of rows) {
    const cells = [
      row.kind,
      row.placement,
      row.policy,
      row.tokens.toFixed(0),
      row.most.toFixed(0),
      row.missed.toFixed(3),
      row.lost.toFixed(3),
      row.invalidations.toFixed(1),
      row.byEviction.toFixed(1),
      row.reread.toFixed(0),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

const { values } = parseArgs({ options: { json: { type: 'string' } } });
if (dataRoot === undefined) console.error(`written sessions skipped: ${DATA_MISSING}`);
const recordings = [...(dataRoot === undefined ? [] : [await written(dataRoot)]), synthetic()];
const rows = recordings.flatMap((some) =>
  (['tools', 'conversation'] as const).flatMap((placement) =>
    CONTESTANTS.map((contestant) => play(some, contestant, placement)),
  ),
);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, undefined, 1)}\n`);
console.log(table(rows));
