import { table } from '../markdown-table.ts';
import type { Row, Skipped } from '../rows.ts';
import { median } from '../statistics.ts';

interface Figures {
  readonly version: string;
  readonly licence: string;
  readonly note: string;
  readonly tools: number;
  readonly queries: number;
  readonly hit: Readonly<Record<string, number | null>>;
  readonly intervals: { readonly hit: Readonly<Record<string, readonly [number, number]>> } | null;
  readonly byLang: Readonly<Record<string, { readonly hit: Readonly<Record<string, number | null>> }>>;
  readonly refusal: {
    readonly noTool: { readonly total: number; readonly refused: number };
    readonly answerable: { readonly lost: number };
  };
  readonly buildMs: number;
  readonly roundMedianMs: readonly number[];
}

/** Sets from which on a table of all of them comes first. */
const MANY_SETS = 3;

/** A table of all sets where there are many, one a set with the best on top whoever it is, then who could not take part. */
export function sideBySideTables(rows: readonly Row[], skipped: readonly Skipped[]): string {
  const sets = [...new Set(rows.map(({ bench }) => bench))];
  return [
    ...(sets.length < MANY_SETS ? [] : [allSetsTable(rows, sets)]),
    ...sets.map((set) =>
      oneSet(
        set,
        rows.filter(({ bench }) => bench === set),
      ),
    ),
    ...(skipped.length === 0 ? [] : ['Took no part:', ...skipped.map(({ what, why }) => `- ${what}: ${why}`)]),
  ].join('\n\n');
}

/** hit@5 of everybody on every set, the best of each in bold; who did not answer all sets has no mean. */
function allSetsTable(rows: readonly Row[], sets: readonly string[]): string {
  const contestants = [...new Set(rows.map(({ contestant }) => contestant))];
  const hitOf = (set: string, contestant: string): number | undefined => {
    const row = rows.find((one) => one.bench === set && one.contestant === contestant);
    return row === undefined ? undefined : ((row.figures as unknown as Figures).hit['5'] ?? 0);
  };
  const cells = (hits: readonly (number | undefined)[]): string[] => {
    const best = two(Math.max(...hits.map((hit) => hit ?? 0)));
    return hits.map((hit) => (hit === undefined ? '–' : two(hit) === best ? `**${best}**` : two(hit)));
  };
  const means = contestants.map((contestant) => {
    const hits = sets.map((set) => hitOf(set, contestant));
    return hits.includes(undefined) ? undefined : hits.reduce<number>((sum, hit) => sum + (hit ?? 0), 0) / sets.length;
  });
  const lines = sets.map((set) => [
    set.replace(/^peers\//, ''),
    ...cells(contestants.map((contestant) => hitOf(set, contestant))),
  ]);
  return `### hit@5 on all ${sets.length} sets\n\n${table(['set', ...contestants], [...lines, ['mean', ...cells(means)]])}`;
}

function oneSet(bench: string, rows: readonly Row[]): string {
  const figures = rows.map((row) => ({ name: row.contestant, ...(row.figures as unknown as Figures) }));
  const [first] = figures;
  const languages = Object.keys(first?.byLang ?? {});
  const asksForRefusal = figures.some(({ refusal }) => refusal.noTool.total > 0);
  const header = [
    'who',
    'hit@1',
    'hit@5 (95 %)',
    ...(languages.length > 1 ? languages.map((lang) => `${lang} @5`) : []),
    ...(asksForRefusal ? ['refused', 'lost'] : []),
    'ms, median (of rounds)',
    'build ms',
    'licence',
  ];
  const lines = [...figures]
    .sort((a, b) => (b.hit['5'] ?? 0) - (a.hit['5'] ?? 0))
    .map((one) => [
      `${one.name} ${one.version}`.trim(),
      two(one.hit['1']),
      `${two(one.hit['5'])} (${one.intervals?.hit['5']?.map(two).join('–') ?? ''})`,
      ...(languages.length > 1 ? languages.map((lang) => two(one.byLang[lang]?.hit['5'])) : []),
      ...(asksForRefusal
        ? [`${one.refusal.noTool.refused} of ${one.refusal.noTool.total}`, String(one.refusal.answerable.lost)]
        : []),
      times(one.roundMedianMs),
      one.buildMs.toFixed(0),
      one.licence,
    ]);
  const notes = figures.filter(({ note }) => note !== '').map(({ name, note }) => `${name}: ${note}`);
  return `### ${bench.replace(/^peers\//, '')}: ${first?.tools} tools, ${first?.queries} requests\n\n${table(header, lines)}\n\n${notes.join('; ')}.`;
}

function times(rounds: readonly number[]): string {
  const range = rounds.length > 1 ? ` (${ms(Math.min(...rounds))}–${ms(Math.max(...rounds))})` : '';
  return `${ms(median(rounds))}${range}`;
}

const ms = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(0));
const two = (value: number | null | undefined): string => (value ?? 0).toFixed(2);
