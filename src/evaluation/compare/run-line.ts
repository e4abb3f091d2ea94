import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { readLines } from '../../sources/index.ts';
import type { SearcherAnswer } from '../evaluate.ts';

/** One answer of a saved run. */
export interface RunLine {
  readonly query: string;
  readonly verdict: SearcherAnswer['verdict'];
  /** Ids, best first. */
  readonly ranked: readonly string[];
  readonly callable: boolean;
  /** How sure the search was of the first. */
  readonly confidence?: number;
}

export function toRunLine(query: string, { verdict, ranked, callable }: SearcherAnswer): RunLine {
  const confidence = ranked[0]?.confidence;
  return {
    query,
    verdict,
    ranked: ranked.map(({ id }) => id),
    callable,
    ...(confidence === undefined ? {} : { confidence }),
  };
}

const VERDICTS: readonly unknown[] = ['exact', 'confident', 'ambiguous', 'none'];

/** Reads a saved run: id of the request → its answer. */
export async function readRun(path: string): Promise<ReadonlyMap<string, SearcherAnswer>> {
  const answers = new Map<string, SearcherAnswer>();
  for await (const { text, number } of readLines(path)) {
    const line = toLine(text);
    if (line === undefined) {
      throw new ToolscoutError('CATALOG_INVALID', `${path}:${number} is no line of a saved run.`, {
        next: 'Save runs with "toolscout eval --set DIR --save-run FILE".',
        details: { place: `${path}:${number}` },
      });
    }
    const { query, verdict, ranked, callable, confidence } = line;
    answers.set(query, {
      verdict,
      callable,
      ranked: ranked.map((id, rank) => ({ id, ...(rank === 0 && confidence !== undefined ? { confidence } : {}) })),
    });
  }
  return answers;
}

function toLine(text: string): RunLine | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(row) || typeof own(row, 'query') !== 'string' || !VERDICTS.includes(own(row, 'verdict')))
    return undefined;
  const ranked = own(row, 'ranked');
  const areIds = Array.isArray(ranked) && ranked.every((id) => typeof id === 'string');
  return areIds && typeof own(row, 'callable') === 'boolean' ? (row as unknown as RunLine) : undefined;
}
