import { isObject } from '../shared/json.ts';

/** What a session did with a tool, in rising order of weight. */
export type ToolUseKind = 'found' | 'described' | 'called';

/** What a session did with one tool. Plain data, and no definition: that is looked up anew each time it is needed. */
export interface ToolUse {
  readonly id: string;
  /** Hash of the definition at that time; tells whether the tool has changed since. */
  readonly hash: string;
  /** How often. */
  readonly found: number;
  readonly described: number;
  readonly called: number;
  /** Turn of the session in which it was described or called last; where it never was, in which it was found last. */
  readonly turn: number;
  /** Agents that did so, the last one last. Empty: the session's own. */
  readonly by: readonly string[];
}

/** One thing that was done with tools. */
export interface NotedUse {
  readonly kind: ToolUseKind;
  readonly tools: readonly Pick<ToolUse, 'id' | 'hash'>[];
  /** The agent that did it. Absent: the session's own. */
  readonly by?: string | undefined;
}

/** Tools that a session remembers. */
export const MAX_TOOLS = 200;
const MAX_AGENTS = 4;
const MAX_AGENT_NAME = 100;
/** Longer than any id that names a tool. */
const MAX_ID = 500;
/** Counts are for weighing one tool against another, not for accounts. */
const MAX_COUNT = 1_000_000;

/** The records after one more use, in order of the last description or call; what was only found stays where it is. */
export function noteUse(records: readonly ToolUse[], { kind, tools, by }: NotedUse, turn: number): readonly ToolUse[] {
  let next = records;
  for (const { id, hash } of tools) {
    if (id.length > MAX_ID) continue;
    const old = next.find((one) => one.id === id);
    const used = kind !== 'found';
    const before = old ?? { id, hash, found: 0, described: 0, called: 0, turn, by: [] };
    const record: ToolUse = {
      ...before,
      hash,
      [kind]: Math.min(before[kind] + 1, MAX_COUNT),
      turn: used || !isUsed(before) ? turn : before.turn,
      by: by === undefined ? before.by : withAgent(before.by, by),
    };
    next =
      old !== undefined && !used
        ? next.map((one) => (one === old ? record : one))
        : [...next.filter((one) => one !== old), record];
  }
  return bounded(next);
}

/** Described or called, not only shown among others. */
export function isUsed({ described, called }: Pick<ToolUse, 'described' | 'called'>): boolean {
  return described + called > 0;
}

/** Gives up first what was only found, then what was used longest ago. */
function bounded(records: readonly ToolUse[]): readonly ToolUse[] {
  const excess = records.length - MAX_TOOLS;
  if (excess <= 0) return records;
  const order = [...records.filter((one) => !isUsed(one)), ...records.filter(isUsed)];
  const given = new Set(order.slice(0, excess));
  return records.filter((one) => !given.has(one));
}

function withAgent(agents: readonly string[], agent: string): readonly string[] {
  const name = agent.slice(0, MAX_AGENT_NAME);
  return [...agents.filter((one) => one !== name), name].slice(-MAX_AGENTS);
}

/** Reads records that another version or another program may have written: what is not one is left out. */
export function readToolUses(value: unknown): readonly ToolUse[] {
  const records = Array.isArray(value) ? value.flatMap((one) => readToolUse(one) ?? []) : [];
  const last = new Map(records.map((one) => [one.id, one]));
  return bounded(records.filter((one) => last.get(one.id) === one));
}

function readToolUse(value: unknown): ToolUse | undefined {
  if (!isObject(value)) return undefined;
  const { id, hash, found, described, called, turn, by } = value;
  if (typeof id !== 'string' || id === '' || id.length > MAX_ID || typeof hash !== 'string') return undefined;
  if (![found, described, called, turn].every(isCount)) return undefined;
  const agents = Array.isArray(by) ? by.filter((one) => typeof one === 'string') : [];
  return {
    id,
    hash: hash.slice(0, MAX_AGENT_NAME),
    found: Number(found),
    described: Number(described),
    called: Number(called),
    turn: Number(turn),
    by: agents.reduce<readonly string[]>((all, one) => withAgent(all, one), []),
  };
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_COUNT;
}
