import { errorMessage, ToolscoutError } from '../errors.ts';
import { isObject, own } from '../shared/json.ts';
import { type Line, readLines } from '../sources/index.ts';

/** One request of a set with its right answers. */
export interface EvaluationQuery {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  readonly split: string | undefined;
  /** `any`: one relevant tool is enough; `all`: recall is the share that was found. */
  readonly match: 'all' | 'any';
  /** Nothing in the catalogue does the job: the right answer is to find nothing. */
  readonly noTool: boolean;
  /** What the right tool is to be called with, where the set says it. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Tool id → grade, ≥ 1. Empty exactly when `noTool`. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Relevance judgements: query id → tool id → grade. Judgements of 0 are left out. */
export type Judgements = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface JudgedIds {
  readonly queries: ReadonlySet<string>;
  readonly tools: ReadonlySet<string>;
}

/** A query as its line has it; the judgements are not known yet. */
export type QueryLine = Omit<EvaluationQuery, 'relevant'>;

/** Reads `queries.jsonl`. `allNoTool` is for files that hold nothing but requests no tool serves. */
export async function readQueryLines(path: string, allNoTool = false): Promise<QueryLine[]> {
  const queries: QueryLine[] = [];
  const ids = new Set<string>();
  for await (const line of readLines(path)) {
    const query = toQuery(line, path, allNoTool);
    if (ids.has(query.id)) throw invalid(path, line, `repeats the query id "${query.id}"`, 'Make query ids unique.');
    ids.add(query.id);
    queries.push(query);
  }
  return queries;
}

function toQuery(line: Line, path: string, allNoTool: boolean): QueryLine {
  let row: unknown;
  try {
    row = JSON.parse(line.text);
  } catch (error) {
    throw invalid(path, line, `is not JSON (${errorMessage(error)})`, 'Correct the JSON there.', error);
  }
  if (!isObject(row)) throw invalid(path, line, 'is not a JSON object', 'Write one query as one JSON object.');
  const id = own(row, 'id');
  const text = own(row, 'text');
  if (typeof id !== 'string' || id === '' || typeof text !== 'string') {
    throw invalid(path, line, 'lacks "id" or "text"', 'Give every query a string as "id" and as "text".');
  }
  const match = own(row, 'match') ?? 'all';
  if (match !== 'all' && match !== 'any') {
    throw invalid(path, line, `has "match" ${JSON.stringify(match)}`, 'Use "any" or leave it out.');
  }
  const args = own(row, 'arguments');
  if (args !== undefined && !isObject(args)) {
    throw invalid(path, line, 'has "arguments" that are no object', 'Write what the right tool is called with.');
  }
  const lang = own(row, 'lang');
  const split = own(row, 'split');
  return {
    id,
    text,
    lang: typeof lang === 'string' ? lang : 'unknown',
    split: typeof split === 'string' ? split : undefined,
    match,
    noTool: allNoTool || own(row, 'no_tool') === true,
    ...(args === undefined ? {} : { arguments: args }),
  };
}

/** Reads `qrels.tsv`: query id, tool id, grade, tab-separated. Both ids must exist, or a figure would be silently low. */
export async function readJudgements(path: string, known: JudgedIds): Promise<Judgements> {
  const judgements = new Map<string, Map<string, number>>();
  for await (const line of readLines(path)) {
    const [query = '', tool = '', grade = '1', ...more] = line.text.replace(/\r$/, '').split('\t');
    if (tool === '' || more.length > 0 || !/^\d+$/.test(grade)) {
      throw invalid(path, line, 'is not "query id, tool id, whole number", tab-separated', 'Correct that line.');
    }
    if (!known.queries.has(query)) {
      throw invalid(path, line, `names the unknown query "${query}"`, 'Add the query or drop the line.');
    }
    if (!known.tools.has(tool)) {
      throw invalid(path, line, `names the unknown tool "${tool}"`, 'Use the catalogue that the set was judged on.');
    }
    if (Number(grade) === 0) continue;
    const tools = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, tools.set(tool, Number(grade)));
  }
  return judgements;
}

function invalid(path: string, line: Line, problem: string, next: string, cause?: unknown): ToolscoutError {
  const place = `${path}:${line.number}`;
  return new ToolscoutError('CATALOG_INVALID', `${place} ${problem}.`, { next, details: { place }, cause });
}
