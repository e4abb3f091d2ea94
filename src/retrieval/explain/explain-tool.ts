import { singleLine, type Tool } from '../../tools/index.ts';
import type { CandidateSet } from '../backend.ts';
import type { RequestFacts } from '../evidence.ts';
import { deepCosineOf, type FusedCandidate, firstCosine, groupScore, meaningWeights } from '../fusion.ts';
import type { ToolHit, ToolSearchResult } from '../hit.ts';
import { hitFeatures } from '../verdict.ts';
import type { ToolExplanation } from './explanation.ts';
import type { WordScorer } from './word-scores.ts';

/** The ranking that a tool is explained in. */
export interface RankedContext {
  readonly result: ToolSearchResult;
  readonly limit: number;
  readonly set: CandidateSet | undefined;
  readonly fused: readonly FusedCandidate[];
  readonly facts: RequestFacts | undefined;
  readonly words: WordScorer;
  /** Tools that the request names. */
  readonly named: ReadonlySet<Tool>;
}

/** Where a tool stands and what its score is made of. */
export function explainTool(tool: Tool, context: RankedContext, ranked: ToolHit | undefined): ToolExplanation {
  const { result, limit, set, fused, facts, words, named } = context;
  const position = fused.findIndex((one) => one.tool === tool);
  const candidate = fused[position];
  const rank = result.ranked.findIndex((hit) => hit.tool === tool);
  const scores = candidate === undefined ? [] : words.scores(tool);
  const reckoned = scores.reduce((sum, { score }) => sum + score, 0);
  // An index keeps its figures with fewer digits: what it scored is shared out among the words as they would have scored.
  const scale = reckoned === 0 ? 0 : (candidate?.lexicalShare ?? 0) / reckoned;
  const byField = new Map<string, number>();
  for (const { fields } of scores)
    for (const [field, score] of fields) byField.set(field, (byField.get(field) ?? 0) + score * scale);
  const weights = set === undefined ? { first: 0, deep: 0 } : meaningWeights(set, tool, facts?.terms ?? 0);
  const byModel = facts !== undefined && set !== undefined && set.tier !== 'lexical' && candidate !== undefined;
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    originalName: tool.originalName,
    description: singleLine(tool.description),
    rank: rank < 0 ? null : rank + 1,
    shown: result.hits.slice(0, limit).some((hit) => hit.tool === tool),
    named: named.has(tool),
    score: figure(candidate?.score ?? 0),
    confidence: figure(ranked?.confidence ?? 0),
    sure: ranked?.sure ?? 'weak',
    parts: {
      words: figure(candidate?.lexicalShare ?? 0),
      similarity: figure(candidate === undefined ? 0 : weights.first * firstCosine(candidate)),
      deepSimilarity: figure(candidate === undefined ? 0 : weights.deep * deepCosineOf(candidate)),
      named: figure(candidate?.named ?? 0),
      group: figure(candidate === undefined ? 0 : groupScore(candidate)),
      deprecation: figure(candidate?.deprecation ?? 0),
    },
    similarity: figure(candidate === undefined ? 0 : firstCosine(candidate)),
    deepSimilarity: figure(candidate === undefined ? 0 : deepCosineOf(candidate)),
    coverage: figure(candidate?.coverage ?? 0),
    fields: [...byField].sort((a, b) => b[1] - a[1]).map(([field, score]) => ({ field, score: figure(score) })),
    words: scores.map(({ term, score, fields }) => ({
      term,
      score: figure(score * scale),
      fields: [...fields].sort((a, b) => b[1] - a[1]).map(([field]) => field),
    })),
    features: byModel
      ? hitFeatures(fused, position, facts).map(({ name, value, effect }) => ({
          name,
          value: figure(value),
          effect: figure(effect),
        }))
      : [],
  };
}

/** Six decimals: finer than any of it means, and short enough to be read. */
export function figure(value: number): number {
  // Adding 0 makes 0 of -0, which JSON does not have.
  return Math.round(value * 1e6) / 1e6 + 0;
}
