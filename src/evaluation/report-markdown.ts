import type { Comparison } from './compare/compare-runs.ts';
import type { CallReport, EvaluationReport, Figures } from './report.ts';

/** A report as Markdown, for pull requests and wikis. */
export function reportMarkdown(report: EvaluationReport, title: string): string {
  const depths = Object.keys(report.recall);
  const row = (label: string, one: Pick<Figures, 'refusal' | 'recall' | 'mrr' | 'ndcg'>): string[] => [
    label,
    String(one.refusal.answerable.total),
    ...depths.map((depth) => figure(one.recall[depth])),
    figure(one.mrr),
    figure(one.ndcg['10']),
  ];
  const groups = [
    ['language', report.byLang],
    ['split', report.bySplit],
    ['server', report.byServer],
  ] as const;
  const { noTool, answerable } = report.refusal;
  const facts = [
    ['requests that no tool serves, refused', `${noTool.refused} of ${noTool.total}`],
    ['answerable requests lost to the verdict', `${answerable.lost} of ${answerable.total}`],
    ['right tool first, yet ambiguous', `${answerable.ambiguousRight} of ${answerable.total}`],
    ['calibration error', report.calibration === null ? '–' : figure(report.calibration.error)],
    ['latency, ms', `p50 ${report.latencyMs.p50 ?? '–'}, p95 ${report.latencyMs.p95 ?? '–'}`],
  ];
  const head = (label: string) => [label, 'n', ...depths.map((depth) => `R@${depth}`), 'MRR', 'nDCG@10'];
  return [
    `# ${title}`,
    '',
    `${report.tools} tools, ${report.queries} requests: ${answerable.total} that a tool serves (n), ${noTool.total} that none does. Recall counts the ranking whatever the verdict.`,
    '',
    table(head(''), [row('all', report), ...intervalRow(report, depths)]),
    ...groups.flatMap(([label, some]) => {
      const rows = Object.entries(some).map(([name, one]) => row(name, one));
      return rows.length === 0 ? [] : ['', table(head(label), rows)];
    }),
    '',
    table(['verdict', ''], facts),
    ...(report.calls === undefined ? [] : callLines(report.calls)),
    '',
  ].join('\n');
}

function intervalRow({ intervals }: EvaluationReport, depths: readonly string[]): string[][] {
  if (intervals === null) return [];
  const cell = (interval: readonly [number, number] | undefined) =>
    interval === undefined ? '–' : `${figure(interval[0])} to ${figure(interval[1])}`;
  return [
    [
      `${Math.round(100 * intervals.level)} %`,
      '',
      ...depths.map((depth) => cell(intervals.recall[depth])),
      cell(intervals.mrr),
      cell(intervals.ndcg['10']),
    ],
  ];
}

function callLines({ answerable, noTool, arguments: args, failures, confused, models }: CallReport): string[] {
  const { total, found, called } = answerable;
  return [
    '',
    `## Calls${models.length === 0 ? '' : ` of ${models.join(', ')}`}`,
    '',
    table(
      ['half', 'requests', 'share'],
      [
        ['right tool found', `${found} of ${total}`, percent(answerable.foundShare)],
        ['… and called', `${called} of ${found}`, percent(answerable.calledShare)],
        ['end to end', `${called} of ${total}`, percent(answerable.endToEnd)],
        ['with the labelled arguments', `${args.right} of ${args.total}`, percent(args.share)],
        ['nothing called where no tool serves', `${noTool.declined} of ${noTool.total}`, ''],
      ],
    ),
    '',
    `Failed: ${failures.notFound} not found, ${failures.otherTool} another tool called, ${failures.noCall} none called, ${failures.unusable} unusable replies.`,
    ...(confused.length === 0
      ? []
      : [
          '',
          table(
            ['right', 'called', 'times'],
            confused.map((one) => [one.right, one.called, String(one.count)]),
          ),
        ]),
  ];
}

/** A comparison as Markdown. */
export function comparisonMarkdown(comparison: Comparison, names: readonly [string, string]): string {
  const { measures, moved, noTool, lost } = comparison;
  const rank = (place: number | null) => (place === null ? '–' : String(place));
  return [
    `# ${names[0]} (A) beside ${names[1]} (B)`,
    '',
    `${comparison.queries} answerable requests.`,
    '',
    table(
      ['measure', 'A', 'B', 'B − A', '95 %', 'p', 'better', 'worse'],
      Object.entries(measures).map(([name, one]) => [
        name,
        figure(one.a),
        figure(one.b),
        figure(one.difference),
        `${figure(one.low)} to ${figure(one.high)}`,
        figure(one.p),
        String(one.better),
        String(one.worse),
      ]),
    ),
    '',
    `Refused of ${noTool.total} that no tool serves: A ${noTool.a}, B ${noTool.b}. Lost to the verdict: A ${lost.a}, B ${lost.b}.`,
    ...(moved.length === 0
      ? []
      : [
          '',
          table(
            ['request', 'A', 'B'],
            moved.map((one) => [one.text, rank(one.from), rank(one.to)]),
          ),
        ]),
    '',
  ].join('\n');
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A bar or a line break in a request would end its cell. */
function escaped(cell: string): string {
  return cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ');
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

function percent(value: number | null): string {
  return value === null ? '–' : `${Math.round(1000 * value) / 10} %`;
}
