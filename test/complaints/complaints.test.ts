import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, type Proof, readProofs } from '../shown-by.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/mcp-fidelity.md');
const NUMBERS: readonly string[] = Array.from({ length: 42 }, (_, i) => String(i + 1));

interface Row {
  readonly number: string;
  readonly proofs: readonly Proof[];
}

function readRows(page: string): readonly Row[] {
  const section = page.slice(page.indexOf('## Known complaints'));
  return [...section.matchAll(/^\| (\d+) \| .+? \| .+? \| (.+?) \|$/gm)].map(([, number, shownBy]) => ({
    number: number!,
    proofs: readProofs(shownBy!),
  }));
}

/** What is wrong with the table, in words; empty where each complaint has a row, and each row tests that are there. */
function faultsOf(rows: readonly Row[]): readonly string[] {
  return [
    ...(rows.map(({ number }) => number).join() === NUMBERS.join() ? [] : ['the rows are not 1 to 42, each once']),
    ...rows.flatMap(({ number, proofs }) => (proofs.length === 0 ? [`${number} has no test`] : [])),
    ...rows.flatMap(({ number, proofs }) =>
      proofs.filter((proof) => !isThere(proof)).map(({ title, file }) => `${number}: ${file} has no test "${title}"`),
    ),
  ];
}

describe('the complaints of docs/mcp-fidelity.md', () => {
  const rows = readRows(readFileSync(PAGE, 'utf8'));

  it('have a row each, with tests that are there', () => {
    expect(faultsOf(rows)).toEqual([]);
  });

  it('would be found out without a row, a test or a file', () => {
    const [first, ...rest] = rows as [Row, ...Row[]];
    const [proof] = first.proofs;
    const faults = (changed: Partial<Proof>) => faultsOf([{ ...first, proofs: [{ ...proof!, ...changed }] }, ...rest]);
    expect(faultsOf(rest)).toHaveLength(1);
    expect(faultsOf([{ ...first, proofs: [] }, ...rest])).toEqual(['1 has no test']);
    expect(faults({ title: proof!.title.slice(1) })).toHaveLength(1);
    expect(faults({ file: '../test/gone.test.ts' })).toHaveLength(1);
  });
});
