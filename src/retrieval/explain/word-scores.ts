import { K1 } from '../../engine/index.ts';
import type { Tool } from '../../tools/index.ts';
import { analyzeTool } from '../analysis.ts';
import type { RetrievalBackend } from '../backend.ts';
import { FIELDS } from '../constants.ts';
import type { ToolFilter } from '../filter.ts';

/** What one word of a request is worth. */
export interface TermFigures {
  readonly term: string;
  readonly idf: number;
  readonly holders: number;
}

/** What one tool gets for one word. */
export interface TermScore {
  readonly term: string;
  readonly score: number;
  /** The score's part of each field that holds the word. */
  readonly fields: ReadonlyMap<string, number>;
}

/** The BM25F formula of the engine, word by word and field by field: see `LexicalIndex`. */
export interface WordScorer {
  readonly terms: readonly TermFigures[];
  scores(tool: Tool): readonly TermScore[];
  /** What a word would add to the score of a tool that lacks it, stood it once in this field. */
  gain(tool: Tool, term: TermFigures, field: string): number;
}

/** Tools that are read for the usual length of fields, where that is not fixed. */
const MAX_READ = 100_000;

export async function createWordScorer(
  backend: RetrievalBackend,
  words: readonly string[],
  filter: ToolFilter,
): Promise<WordScorer> {
  const lengths = backend.usualLengths ?? (await meanLengths(backend, filter));
  const terms: TermFigures[] = [];
  for (const term of words) {
    // No words for the legs that judge meaning: they stay silent.
    const { queryIdf, lexicalTotal } = await backend.candidates({ query: '', terms: [term], limit: 1, filter });
    terms.push({ term, idf: queryIdf, holders: lexicalTotal });
  }
  const weigh = (field: number, frequency: number, length: number): number => {
    const { weight, lengthNormalisation: b } = FIELDS[field]!;
    const usual = lengths[field]!;
    return (weight * frequency) / (1 - b + (usual > 0 ? (b * length) / usual : 0));
  };
  return {
    terms,
    scores: (tool) => {
      const fields = analyzeTool(tool).terms;
      return terms.map(({ term, idf }) => {
        const weights = fields.map((held, field) => {
          const frequency = held.filter((one) => one === term).length;
          return frequency === 0 ? 0 : weigh(field, frequency, held.length);
        });
        const weighted = weights.reduce((sum, weight) => sum + weight, 0);
        const score = weighted === 0 ? 0 : (idf * weighted) / (K1 + weighted);
        // The sum saturates as a whole; each field gets its share of what came out.
        const shares = weights.flatMap((weight, field): [string, number][] =>
          weight === 0 ? [] : [[FIELDS[field]!.name, (score * weight) / weighted]],
        );
        return { term, score, fields: new Map(shares) };
      });
    },
    gain: (tool, { idf }, name) => {
      const field = FIELDS.findIndex((one) => one.name === name);
      const weighted = weigh(field, 1, analyzeTool(tool).terms[field]!.length + 1);
      return (idf * weighted) / (K1 + weighted);
    },
  };
}

async function meanLengths(backend: RetrievalBackend, filter: ToolFilter): Promise<readonly number[]> {
  const { tools } = await backend.list(filter, MAX_READ);
  const totals = FIELDS.map(() => 0);
  for (const tool of tools)
    for (const [field, held] of analyzeTool(tool).terms.entries()) totals[field]! += held.length;
  return totals.map((total) => (tools.length === 0 ? 0 : total / tools.length));
}
