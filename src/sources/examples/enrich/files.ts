import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { ExampleFile } from './example-file.ts';
import type { ExampleLine } from './example-line.ts';

/** `toolscout.examples.jsonl` → `toolscout.examples.drafts.jsonl`, beside it. */
export function draftPath(examplesPath: string): string {
  return examplesPath.replace(/(?:\.jsonl)?$/, '.drafts.jsonl');
}

/** Reads an examples file; one that is not there is empty. */
export function readExampleFile(path: string, options: { readonly lastWins?: boolean } = {}): ExampleFile {
  return new ExampleFile(readOrEmpty(path), options);
}

/** Replaces an examples file in one step, so that no reader ever sees half of it. */
export function writeExampleFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.tmp`;
  attempt(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    try {
      writeFileSync(fresh, text);
      renameSync(fresh, path);
    } finally {
      rmSync(fresh, { force: true });
    }
  });
}

/**
 * Adds what a model wrote to the drafts, at once: it was paid for, and an interrupted run goes on from there. Nothing
 * reads drafts but `enrich`; they count for the search only when somebody has taken them over.
 */
export function appendDraft(path: string, line: ExampleLine): void {
  attempt(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    // A line that was cut off must not take the next one with it.
    appendFileSync(path, `${endsInsideLine(path) ? '\n' : ''}${JSON.stringify(line)}\n`);
  });
}

/** Takes lines out of the drafts that have been taken over; the file goes with the last of them. */
export function dropDrafts(path: string, tools: ReadonlySet<string>): void {
  if (!existsSync(path)) return;
  const drafts = readExampleFile(path, { lastWins: true });
  attempt(path, () => {
    if (drafts.tools.every((tool) => tools.has(tool))) rmSync(path, { force: true });
    else writeExampleFile(path, drafts.without(tools));
  });
}

function endsInsideLine(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  const file = openSync(path, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(file, last, 0, 1, size - 1);
    return last.toString() !== '\n';
  } finally {
    closeSync(file);
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(error)}`, {
      next: 'Check the path and its rights.',
      details: { path },
      cause: error,
    });
  }
}

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof ToolscoutError) throw error;
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${path} cannot be written: ${errorMessage(error)}`, {
      next: 'Check the rights of its folder, or write elsewhere with --out FILE.',
      details: { path },
      cause: error,
    });
  }
}
