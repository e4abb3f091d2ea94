import { describe, expect, it } from 'vitest';
import { createCatalog, type Tool, type ToolEntry } from '../../tools/index.ts';
import { nextExposedSet } from './next-set.ts';
import type { EvictionSettings, ExposedSet, ExposureMoment } from './types.ts';

function entry(name: string, description = `Does ${name}.`): ToolEntry {
  return { source: { kind: 'mcp', name: 's' }, definition: { name, description, inputSchema: { type: 'object' } } };
}

const NAMES = Array.from({ length: 12 }, (_, i) => `tool_${String(i).padStart(2, '0')}`);
const CATALOG = createCatalog(NAMES.map((name) => entry(name)));
/** Each costs the same. */
const ONE = nextExposedSet(undefined, { catalog: CATALOG, wanted: [CATALOG.tools[0]!] }).change.tokens.after;
const tools = (...numbers: number[]): Tool[] => numbers.map((number) => CATALOG.tools[number]!);
const numbersOf = (set: ExposedSet) => set.tools.map(({ id }) => Number(id.slice(-2)));

function session(settings: Partial<EvictionSettings>) {
  let set: ExposedSet | undefined;
  return (wanted: readonly Tool[], more: Partial<ExposureMoment> = {}) => {
    const next = nextExposedSet(set, { catalog: CATALOG, wanted, ...more }, settings);
    set = next.set;
    return next;
  };
}

describe('a set of definitions', () => {
  it('grows to its budget, appending, and reports each change', () => {
    const turn = session({ maxTokens: 5 * ONE });
    turn(tools(3, 1));
    const second = turn(tools(0, 3), { historyTokens: 1_000 });
    expect(numbersOf(second.set)).toEqual([3, 1, 0]);
    expect(second.tools.map(({ id }) => id)).toEqual(second.set.tools.map(({ id }) => id));
    expect(second.change).toMatchObject({
      added: [CATALOG.tools[0]!.id],
      evicted: [],
      loss: 'addition',
      invalidates: true,
      rereadTokens: 1_000,
      tokens: { before: 2 * ONE, after: 3 * ONE },
    });
    expect(turn(tools(1)).change).toMatchObject({ added: [], evicted: [], invalidates: false, rereadTokens: 0 });
  });

  it('gives up what was used longest ago, down to a part of its budget, when the cache is lost anyway', () => {
    const turn = session({ maxTokens: 4 * ONE, keepShare: 0.5, placement: 'conversation' });
    for (const number of [0, 1, 2, 3, 4]) turn(tools(number));
    // Above the budget, but nothing is lost yet.
    expect(numbersOf(turn([]).set)).toEqual([0, 1, 2, 3, 4]);
    const { set, change } = turn([], { used: [CATALOG.tools[0]!.id], compacted: true });
    expect(numbersOf(set)).toEqual([0, 4]);
    expect(change.loss).toBe('compaction');
    expect(change.evicted.map(({ id, why }) => [Number(id.slice(-2)), why])).toEqual([
      [1, 'budget'],
      [2, 'budget'],
      [3, 'budget'],
    ]);
  });

  it.each([
    ['another model', { modelChanged: true }, 'model'],
    ['a long silence', { idleMs: 300_000 }, 'ttl'],
  ] as const)('shrinks free of charge after %s', (_what, more, loss) => {
    const turn = session({ maxTokens: 2 * ONE, placement: 'conversation' });
    for (const number of [0, 1, 2]) turn(tools(number));
    const { set, change } = turn([], { ...more, historyTokens: 9_000 });
    expect(numbersOf(set)).toEqual([2]);
    expect(change).toMatchObject({ loss, invalidates: false, rereadTokens: 0 });
  });

  it('shrinks past its ceiling whatever that costs, and says what', () => {
    const turn = session({ maxTokens: 2 * ONE, hardTokens: 3 * ONE, keepShare: 1, placement: 'conversation' });
    for (const number of [0, 1, 2]) expect(turn(tools(number)).change.evicted).toEqual([]);
    const { set, change } = turn(tools(3), { historyTokens: 500 });
    expect(numbersOf(set)).toEqual([2, 3]);
    expect(change.evicted.every(({ why }) => why === 'ceiling')).toBe(true);
    expect(change.rereadTokens).toBe(ONE + 500);
  });

  it('keeps pinned and wanted tools, and says that it is above its ceiling', () => {
    const turn = session({ maxTokens: ONE, hardTokens: ONE });
    turn(tools(0));
    const { set, change } = turn(tools(1, 2), { pinned: [CATALOG.tools[0]!.id] });
    expect(numbersOf(set)).toEqual([0, 1, 2]);
    expect(change.over).toBe(true);
  });

  it('holds a bounded number of tools, and makes room for more than one when it is reached', () => {
    const turn = session({ maxTools: 4, keepShare: 0.5 });
    for (const number of [0, 1, 2, 3, 4]) turn(tools(number));
    expect(numbersOf(turn([]).set)).toEqual([3, 4]);
  });

  it('lets go of tools that went away, and takes the new definition of one that changed', () => {
    const turn = session({});
    turn(tools(0, 1));
    const catalog = createCatalog([entry(NAMES[1]!, 'Another text.')]);
    const { set, change, tools: now } = turn(tools(2), { catalog });
    expect(numbersOf(set)).toEqual([1]);
    expect(now[0]?.description).toBe('Another text.');
    expect(change).toMatchObject({
      added: [],
      altered: [CATALOG.tools[1]!.id],
      evicted: [{ id: CATALOG.tools[0]!.id, why: 'gone' }],
      loss: 'toolset',
    });
  });

  it('is equal for equal turns, and plain data', () => {
    const run = () => {
      const turn = session({ maxTokens: 3 * ONE });
      for (const number of [5, 2, 7, 1]) turn(tools(number));
      return turn(tools(2)).set;
    };
    expect(JSON.parse(JSON.stringify(run()))).toEqual(run());
  });
});

describe('the other policies', () => {
  it('grow, hold the budget at once, or start afresh', () => {
    const left = (policy: EvictionSettings['policy']) => {
      const turn = session({ policy, maxTokens: 2 * ONE });
      for (const number of [0, 1, 2]) turn(tools(number));
      return numbersOf(turn(tools(3)).set);
    };
    expect(left('grow-only')).toEqual([0, 1, 2, 3]);
    expect(left('lru')).toEqual([2, 3]);
    expect(left('fresh')).toEqual([3]);
  });
});

describe('settings', () => {
  it('that cannot be meant are refused', () => {
    const build = (settings: Partial<EvictionSettings>) => () =>
      nextExposedSet(undefined, { catalog: CATALOG, wanted: [] }, settings);
    expect(build({ maxTokens: Number.NaN })).toThrow('maxTokens');
    expect(build({ keepShare: 1.5 })).toThrow('keepShare');
  });
});
