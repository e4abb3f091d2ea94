import { isObject } from '../../src/shared/json.ts';
import { TARGETS, type Target } from '../goals.ts';
import type { Goal, Row } from '../rows.ts';
import { GOAL_SOURCES, type GoalSource } from './matches.ts';
import type { FilterName } from './protocol.ts';

const VECTORS = 'toolscout-vec';
const MILLION = 1_000_000;

/** The goals that these rows say something about. */
export function readGoals(rows: readonly Row[]): Goal[] {
  return TARGETS.flatMap((target) => {
    const value = measuredValue(target[0], rows);
    return value === undefined ? [] : toGoals(target, Math.round(value * 10_000) / 10_000);
  });
}

function toGoals([row, what, goal, stretch]: Target, value: number): Goal[] {
  const isMet = (wanted: number): boolean => (row === '17' ? value >= wanted : value <= wanted);
  const entry = { row, what, goal, value, met: isMet(goal), stretch: false };
  return stretch === undefined ? [entry] : [entry, { ...entry, goal: stretch, met: isMet(stretch), stretch: true }];
}

function measuredValue(row: string, rows: readonly Row[]): number | undefined {
  switch (row) {
    case '6':
      return tail(rows);
    case '7a':
      return atEqualRecall(rows, 'none');
    case '7b':
      return atEqualRecall(rows, 'f30');
    case '17':
      return recall(figuresOf(rows, VECTORS, MILLION, 'query', 'f01'));
    default: {
      const source = GOAL_SOURCES.find((one) => one.row === row);
      return source === undefined ? undefined : sourceValue(source, rows);
    }
  }
}

function sourceValue({ sizes, ...source }: GoalSource, rows: readonly Row[]): number | undefined {
  return sizes.map((size) => valueAt({ ...source, size }, rows)).find((value) => value !== undefined);
}

function valueAt(
  { ours, peer, size, filters, measure }: Omit<GoalSource, 'sizes'> & { readonly size: number },
  rows: readonly Row[],
): number | undefined {
  switch (measure) {
    case 'build':
      return quotient(figuresOf(rows, ours, size, 'build')?.cpuMs, figuresOf(rows, peer, size, 'build')?.cpuMs);
    case 'open':
      return quotient(figuresOf(rows, ours, size, 'open')?.ms, figuresOf(rows, peer, size, 'open')?.ms);
    case 'memory':
      // Ours as it serves, a peer as it is after building: not all peers can open what they have built.
      return quotient(figuresOf(rows, ours, size, 'open')?.rssMB, figuresOf(rows, peer, size, 'build')?.rssMB);
    default:
      return worst(filters.map((filter) => ratioOf(figuresOf(rows, peer, size, 'query', filter), measure)));
  }
}

function ratioOf(figures: Row['figures'] | undefined, measure: 'time' | 'cpu'): number | undefined {
  const ratios = figures?.ratios;
  if (!isObject(ratios) || typeof ratios.best !== 'number' || typeof ratios.cpu !== 'number') return undefined;
  return measure === 'cpu' ? ratios.cpu : Math.max(ratios.best, ratios.cpu);
}

/** Against the number of probes whose recall is nearest to ours. */
function atEqualRecall(rows: readonly Row[], filter: FilterName): number | undefined {
  const ours = recall(figuresOf(rows, VECTORS, MILLION, 'query', filter));
  if (ours === undefined) return undefined;
  const away = ({ figures }: Row): number => Math.abs((recall(figures) ?? 0) - ours);
  const peers = rows.filter(
    ({ contestant, figures }) =>
      contestant.startsWith('faiss-ivf-') && figures.size === MILLION && figures.filter === filter,
  );
  const [nearest] = peers.sort((a, b) => away(a) - away(b));
  return ratioOf(nearest?.figures, 'time');
}

function tail(rows: readonly Row[]): number | undefined {
  const figures = figuresOf(rows, 'toolscout-lex', MILLION, 'query', 'none');
  return quotient(figures?.best99Us, figures?.best50Us);
}

function recall(figures: Row['figures'] | undefined): number | undefined {
  return typeof figures?.recall === 'number' ? figures.recall : undefined;
}

function figuresOf(
  rows: readonly Row[],
  name: string,
  size: number,
  step: string,
  filter?: FilterName,
): Row['figures'] | undefined {
  return rows.find(
    ({ contestant, figures }) =>
      contestant === name && figures.size === size && figures.step === step && figures.filter === filter,
  )?.figures;
}

function quotient(ours: unknown, other: unknown): number | undefined {
  return typeof ours === 'number' && typeof other === 'number' ? ours / other : undefined;
}

function worst(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length || known.length === 0 ? undefined : Math.max(...known);
}
