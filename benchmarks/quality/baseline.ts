import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '../rows.ts';

/**
 * The published BM25 figures of each retrieval set, read from the table in the data folder's README. `Baseline BM25`
 * means these, wherever it is said.
 */
export async function readBaselines(dataRoot: string): Promise<ReadonlyMap<string, Row>> {
  const table = (await readFile(join(dataRoot, 'README.md'), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const header = table[0] ?? [];
  const rows = new Map<string, Row>();
  for (const cells of table.slice(2)) {
    const set = cells[header.indexOf('set')] ?? '';
    const figure = (column: string): number => {
      const value = Number(cells[header.indexOf(column)]);
      if (Number.isNaN(value)) throw new Error(`README of the data has no figure "${column}" for ${set}`);
      return value;
    };
    const recall = { 1: figure('BM25 r@1'), 5: figure('r@5'), 10: figure('r@10') };
    rows.set(set, {
      bench: 'retrieval',
      contestant: 'baseline BM25',
      figures: { set, recall, ndcg: { 10: figure('nDCG@10') } },
    });
  }
  return rows;
}
