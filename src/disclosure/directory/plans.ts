import type { TokenCounter } from '../../tokens/index.ts';
import type { Tool } from '../../tools/index.ts';
import { entryOf, type Section } from './sections.ts';
import { type Cost, fairShares, isWithin, minus, NOTHING, plus, RunningCosts, sum } from './shares.ts';

/** How many tools of a section, from its start, stand by name, and how many of these with a description. */
export interface SectionPlan {
  readonly named: number;
  readonly described: number;
}

/** What a row of names costs beside the names: its mark and line end; and the count of those left out. */
const ROW: Cost = { tokens: 3, length: 3 };
const LEFT_OUT: Cost = { tokens: 6, length: 14 };

/**
 * Ways to fill the room beside the headers, from the richest that should fit to the poorest that still names a tool.
 * Costs are sums over parts, which a tokenizer need not confirm: hence the next one.
 */
export function* plansWithin(
  sections: readonly Section[],
  room: Cost,
  counter: TokenCounter,
): Generator<readonly SectionPlan[]> {
  const names = sections.map(({ tools }) => new RunningCosts(nameCosts(tools, counter), room));
  const namesAt = (share: number) => sections.map(({ tools }, index) => takeNames(tools.length, names[index]!, share));
  for (const share of fairShares(room.tokens, (some) => isWithin(total(namesAt(some)), room))) {
    const taken = namesAt(share);
    if (taken.every(({ count }, index) => count === sections[index]!.tools.length)) {
      yield* withDescriptions(sections, minus(room, total(taken)), counter);
    }
    if (taken.some(({ count }) => count > 0)) yield taken.map(({ count }) => ({ named: count, described: 0 }));
  }
}

/** All names are there; what is left goes to descriptions. */
function* withDescriptions(
  sections: readonly Section[],
  room: Cost,
  counter: TokenCounter,
): Generator<readonly SectionPlan[]> {
  const extras = sections.map(({ tools }) => new RunningCosts(descriptionCosts(tools, counter), room));
  const countsAt = (share: number) => extras.map((running) => running.countWithin(share));
  const costAt = (share: number) => sum(countsAt(share).map((count, index) => extras[index]!.of(count)));
  for (const share of fairShares(room.tokens, (some) => isWithin(costAt(some), room))) {
    const counts = countsAt(share);
    if (counts.every((count) => count === 0)) return;
    yield counts.map((described, index) => ({ named: sections[index]!.tools.length, described }));
  }
}

interface Taken {
  readonly count: number;
  readonly cost: Cost;
}

/** All names of a section if the share is enough for that, else as many as it holds beside the count of the others. */
function takeNames(size: number, running: RunningCosts, share: number): Taken {
  if (running.countWithin(share - ROW.tokens) === size) return { count: size, cost: plus(running.of(size), ROW) };
  const count = Math.min(size - 1, running.countWithin(share - ROW.tokens - LEFT_OUT.tokens));
  return count === 0 ? { count, cost: NOTHING } : { count, cost: sum([running.of(count), ROW, LEFT_OUT]) };
}

function total(taken: readonly Taken[]): Cost {
  return sum(taken.map(({ cost }) => cost));
}

function* nameCosts(tools: readonly Tool[], counter: TokenCounter): Generator<Cost> {
  for (const tool of tools) yield { tokens: entryOf(tool, counter).nameTokens, length: tool.name.length + 2 };
}

/** What a line of its own costs more than the name in a row. */
function* descriptionCosts(tools: readonly Tool[], counter: TokenCounter): Generator<Cost> {
  for (const tool of tools) {
    const { line, lineTokens, nameTokens } = entryOf(tool, counter);
    yield { tokens: Math.max(0, lineTokens - nameTokens), length: line.length + 1 - (tool.name.length + 2) };
  }
}
