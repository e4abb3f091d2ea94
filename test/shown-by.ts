import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const DOCS = resolve(import.meta.dirname, '../docs');

/** A test that a page of the documentation names: `[title](file)`, the file as seen from `docs/`. */
export interface Proof {
  readonly title: string;
  readonly file: string;
}

/** The tests that a cell of a table links to. */
export function readProofs(cell: string): readonly Proof[] {
  return [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title, file]) => ({ title: title!, file: file! }));
}

const sources = new Map<string, string>();

/**
 * The title stands in the file as one whole text: the first argument of a test, a row of its table, or the id of a case.
 */
export function isThere({ title, file }: Proof): boolean {
  const path = resolve(DOCS, file);
  if (!existsSync(path)) return false;
  let source = sources.get(path);
  if (source === undefined) {
    source = readFileSync(path, 'utf8');
    sources.set(path, source);
  }
  const text = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!(?:skip|todo)\\(\\s*)(['"\`])${text}\\1\\s*[,:]`).test(source);
}
