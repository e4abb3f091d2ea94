import { isObject } from '../src/shared/json.ts';
import type { BenchmarkResult, Row } from './rows.ts';

/** What tells rows of one contestant apart; every other number is a figure. */
const LABELS = ['set', 'size', 'tools', 'step', 'filter', 'what', 'k', 'rounds', 'queries', 'beside', 'load'];

/**
 * Sets two results side by side, as Markdown: each figure that both have and that differs. Times say little where the
 * machines or their load differ; ratios and recall do not mind.
 */
export function compareResults(before: BenchmarkResult, after: BenchmarkResult): string {
  const known = new Map(before.rows.map((row) => [rowKey(row), figuresOf(row)]));
  const lines = ['| row | figure | before | after | change |', '| --- | --- | ---: | ---: | ---: |'];
  for (const row of after.rows) {
    const old = known.get(rowKey(row));
    if (old === undefined) continue;
    for (const [name, value] of figuresOf(row)) {
      const was = old.get(name);
      if (was === undefined || was === value) continue;
      const change = was === 0 ? '' : `${(((value - was) / was) * 100).toFixed(1)} %`;
      lines.push(`| ${rowKey(row)} | ${name} | ${shorten(was)} | ${shorten(value)} | ${change} |`);
    }
  }
  for (const { row, what, value, stretch } of after.goals) {
    const was = before.goals.find((goal) => goal.row === row && goal.stretch === stretch)?.value;
    if (stretch || value === null || was === undefined || was === null || was === value) continue;
    lines.push(`| goal ${row} | ${what} | ${shorten(was)} | ${shorten(value)} | |`);
  }
  const from = `${before.provenance.commit} (${before.provenance.date.slice(0, 10)})`;
  const to = `${after.provenance.commit} (${after.provenance.date.slice(0, 10)})`;
  return `From ${from} to ${to}.\n\n${lines.join('\n')}\n`;
}

function rowKey({ bench, contestant, figures }: Row): string {
  const labels = ['set', 'size', 'tools', 'step', 'filter', 'what'].map((name) => figures[name]);
  return [bench, contestant, ...labels.filter((label) => label !== undefined)].join(' ');
}

function figuresOf({ figures }: Row): Map<string, number> {
  const found = new Map<string, number>();
  const collect = (value: unknown, name: string): void => {
    if (typeof value === 'number') found.set(name, value);
    else if (isObject(value)) for (const [key, part] of Object.entries(value)) collect(part, `${name}.${key}`);
  };
  for (const [name, value] of Object.entries(figures)) if (!LABELS.includes(name)) collect(value, name);
  return found;
}

function shorten(value: number): string {
  return String(Number(value.toPrecision(4)));
}
