import { appendFileSync, existsSync } from 'node:fs';
import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { readLines } from '../../sources/index.ts';

/** What a model did with one request: one line of a recorded run. */
export interface CallLine {
  /** Id of the request. */
  readonly query: string;
  /** Ids of the tools that the model was offered, best first. */
  readonly hits: readonly string[];
  /** Id of the tool that it called, or a name that no tool has; null where it called none. */
  readonly called: string | null;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** The reply could not be used: why. */
  readonly problem?: string;
  /** Of everything that the reply depended on; a line of another key answers another question. */
  readonly key?: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Reads a recorded run; of several lines for one request the last one holds. No file is an empty run. */
export async function readCallLines(path: string): Promise<CallLine[]> {
  if (!existsSync(path)) return [];
  const lines: CallLine[] = [];
  for await (const { text, number } of readLines(path)) {
    const line = toCallLine(text);
    if (line === undefined) {
      throw new ToolscoutError('CATALOG_INVALID', `${path}:${number} is no line of a recorded run.`, {
        next: 'Each line is {"query": id, "hits": [ids], "called": id or null, "arguments"?: {…}}.',
        details: { place: `${path}:${number}` },
      });
    }
    lines.push(line);
  }
  return lines;
}

function toCallLine(text: string): CallLine | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(row)) return undefined;
  const [query, hits, called, args] = ['query', 'hits', 'called', 'arguments'].map((key) => own(row, key));
  const areIds = Array.isArray(hits) && hits.every((id) => typeof id === 'string');
  if (typeof query !== 'string' || !areIds || (called !== null && typeof called !== 'string')) return undefined;
  if (args !== undefined && !isObject(args)) return undefined;
  return row as unknown as CallLine;
}

/** Keeps one more line, at once, so that what was paid for is there whatever comes. */
export function appendCallLine(path: string, line: CallLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}
