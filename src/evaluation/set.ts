import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolscoutError } from '../errors.ts';
import { readCatalogFile } from '../sources/index.ts';
import type { ToolEntry } from '../tools/index.ts';
import { type EvaluationQuery, readJudgements, readQueryLines } from './queries.ts';

/** Tools, requests and judgements that belong together. */
export interface EvaluationSet {
  readonly tools: readonly ToolEntry[];
  readonly queries: readonly EvaluationQuery[];
}

export interface ReadSetOptions {
  /** Catalogue to use in place of the folder's own. */
  readonly toolsFile?: string;
}

const NOTHING_RELEVANT: ReadonlyMap<string, number> = new Map();

/**
 * Reads a set: a folder with `tools.jsonl` or `tools.jsonl.gz`, `queries.jsonl` and `qrels.tsv`. Everything is checked
 * here, so that a figure is about the search and never about a typing error in the set.
 */
export async function readSet(dir: string, options: ReadSetOptions = {}): Promise<EvaluationSet> {
  const tools = await readCatalogFile(options.toolsFile ?? (await toolsFileOf(dir)));
  const lines = await readQueryLines(join(dir, 'queries.jsonl'));
  const judgements = await readJudgements(join(dir, 'qrels.tsv'), {
    queries: new Set(lines.map((query) => query.id)),
    tools: new Set(tools.flatMap((tool) => (tool.id === undefined ? [] : [tool.id]))),
  });
  const queries = lines.map((query) => {
    const relevant = judgements.get(query.id) ?? NOTHING_RELEVANT;
    if (query.noTool !== (relevant.size === 0)) throw contradictory(dir, query.id, query.noTool);
    return { ...query, relevant };
  });
  return { tools, queries };
}

/** Reads a file of requests that nothing in the catalogue serves; `no_tool` need not be written on each line. */
export async function readNoToolQueries(path: string): Promise<EvaluationQuery[]> {
  const lines = await readQueryLines(path, true);
  return lines.map((query) => ({ ...query, relevant: NOTHING_RELEVANT }));
}

async function toolsFileOf(dir: string): Promise<string> {
  for (const name of ['tools.jsonl', 'tools.jsonl.gz']) {
    const path = join(dir, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  throw new ToolscoutError('FILE_UNREADABLE', `${dir} holds neither tools.jsonl nor tools.jsonl.gz.`, {
    next: 'Name a folder with tools, queries.jsonl and qrels.tsv, or give the catalogue as a file of its own.',
    details: { path: dir },
  });
}

function contradictory(dir: string, id: string, noTool: boolean): ToolscoutError {
  const problem = noTool
    ? 'is marked no_tool but has relevant tools'
    : 'has no relevant tool and is not marked no_tool';
  return new ToolscoutError('CATALOG_INVALID', `Query "${id}" of ${dir} ${problem}.`, {
    next: 'Correct queries.jsonl or qrels.tsv.',
    details: { path: dir, query: id },
  });
}
