import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, type Proof, readProofs } from './shown-by.ts';

const DOCS = resolve(import.meta.dirname, '../docs');

/** Every line of the chapters on catalog, activation, bridge, call path, preselection, providers and measurement. */
const LINES: readonly string[] = [
  ...['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7'],
  ...['A1', 'A2', 'A3', 'A4', 'A5', 'A6'],
  ...['M1', 'M2', 'M3', 'M4', 'M5', 'M6'],
  ...['P1', 'P2', 'P3', 'P4'],
  ...['S1', 'S2', 'S3', 'S4', 'S5'],
  ...['V1', 'V2'],
  ...['E1', 'E2', 'E3'],
];

/** Rows that may wait, with the issue that brings their tests. Whoever closes one takes it out here. */
const WAITING: readonly string[] = [];

interface Row {
  readonly line: string;
  readonly what: string;
  readonly shownBy: string;
  readonly proofs: readonly Proof[];
}

function readRows(page: string): readonly Row[] {
  return [...page.matchAll(/^\| ([A-Z]\d+) \| (.+?) \| (.+?) \|$/gm)].map(([, line, what, shownBy]) => ({
    line: line!,
    what: what!,
    shownBy: shownBy!,
    proofs: readProofs(shownBy!),
  }));
}

/** What is wrong with a table, in words; empty where it proves every line. */
function faultsOf(rows: readonly Row[]): readonly string[] {
  const missing = LINES.filter((line) => !rows.some((row) => row.line === line));
  const unknown = rows.filter((row) => !LINES.includes(row.line)).map(({ line }) => line);
  const waiting = rows.filter(({ proofs }) => proofs.length === 0).map(({ line, shownBy }) => `${line} ${shownBy}`);
  const unproven = LINES.filter((line) => !rows.some((row) => row.line === line && row.proofs.length > 0));
  return [
    ...missing.map((line) => `${line} has no row`),
    ...unknown.map((line) => `${line} is no line`),
    ...unproven.map((line) => `${line} has no test`),
    ...waiting.filter((row) => !WAITING.includes(row)).map((row) => `${row} may not wait`),
    ...WAITING.filter((row) => !waiting.includes(row)).map((row) => `${row} waits no more`),
    ...rows.flatMap(({ line, proofs }) =>
      proofs.filter((proof) => !isThere(proof)).map(({ title, file }) => `${line}: ${file} has no test "${title}"`),
    ),
  ];
}

describe('docs/requirements.md', () => {
  const rows = readRows(readFileSync(resolve(DOCS, 'requirements.md'), 'utf8'));

  it('has rows for every line, each with tests that are there', () => {
    expect(faultsOf(rows)).toEqual([]);
  });

  it('says each thing once', () => {
    const said = rows.map(({ what }) => what);
    expect(said.filter((what, index) => said.indexOf(what) !== index)).toEqual([]);
  });

  it('would be found out without a row, a file or a test, or with a row that waits on its own account', () => {
    const first = rows.find(({ line }) => line === 'A2')!;
    const broken = (proof: Partial<Proof>): Row => ({ ...first, proofs: [{ ...first.proofs[0]!, ...proof }] });
    expect(faultsOf(rows.filter(({ line }) => line !== 'C4'))).toContain('C4 has no row');
    expect(faultsOf([...rows, broken({ file: '../src/gone.test.ts' })])).toHaveLength(1);
    expect(faultsOf([...rows, broken({ title: first.proofs[0]!.title.slice(1) })])).toHaveLength(1);
    expect(faultsOf([...rows, { ...first, proofs: [], shownBy: 'issue 7' }])).toEqual(['A2 issue 7 may not wait']);
    expect(faultsOf(rows.filter(({ line, proofs }) => line !== 'P4' || proofs.length === 0))).toContain(
      'P4 has no row',
    );
  });
});
