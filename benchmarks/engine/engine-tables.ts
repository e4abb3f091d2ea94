import { isObject } from '../../src/shared/json.ts';
import { table } from '../markdown-table.ts';
import type { Row } from '../rows.ts';

/** What building and opening took, and what queries took beside each other. */
export function engineTables(rows: readonly Row[]): string {
  const steps = rows.filter(({ figures }) => figures.step !== 'query');
  const queries = rows.filter(({ figures }) => figures.step === 'query');
  const tables: string[] = [];
  if (steps.length > 0) {
    const lines = steps.map(({ contestant, figures: { size, step, ms, cpuMs, rssMB, peakMB } }) =>
      [size, contestant, step, ms, cpuMs, rssMB, peakMB].map(cell),
    );
    tables.push(table(['tools', 'contestant', 'step', 'ms', 'CPU ms', 'resident MB', 'peak MB'], lines));
  }
  if (queries.length > 0) {
    const lines = queries.map(({ contestant, figures }) => {
      const { size, filter, p50Us, p99Us, best50Us, best99Us, cpuUs, recall, ratios, error } = figures;
      const { median, best, cpu } = isObject(ratios) ? ratios : {};
      const times = error === undefined ? [p50Us, p99Us, best50Us, best99Us, cpuUs] : [error, '', '', '', ''];
      return [size, contestant, filter, ...times, recall, median, best, cpu].map(cell);
    });
    const header = ['p50 µs', 'p99 µs', 'best p50', 'best p99', 'CPU µs', 'recall', 'ours / it, median', 'best', 'CPU'];
    tables.push(table(['tools', 'contestant', 'filter', ...header], lines));
  }
  return tables.join('\n\n');
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
  return typeof value === 'string' ? value : '';
}
