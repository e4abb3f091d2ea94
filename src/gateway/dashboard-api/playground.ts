import { searchAdvice } from '../../disclosure/index.ts';
import { searchTools, type ToolHit } from '../../retrieval/index.ts';
import type { SessionView } from '../session-view.ts';
import { shortText } from './tools.ts';
import type { PlaygroundAnswer, PlaygroundHit } from './types.ts';

export interface PlaygroundRequest {
  readonly query: string;
  readonly limit: number;
}

/** Hits of the ranking that are shown, whatever a model would see of it. */
const MAX_RANKED = 30;

/** A search as a model would make it, with what the search knew; it counts in no session and in no figure. */
export async function searchOnce(view: SessionView, { query, limit }: PlaygroundRequest): Promise<PlaygroundAnswer> {
  const catalog = view.catalog();
  const begin = performance.now();
  const result = await searchTools(view.backend(), { query, limit });
  const ms = performance.now() - begin;
  const { verdict, hits, ranked, reason, tier, calibrated, degraded, total, intents } = result;
  const advice = searchAdvice(catalog, result);
  const offered = new Set(hits);
  // A merged answer need not be the head of the ranking: what is offered stands first at any rate.
  const rest = ranked.filter((hit) => !offered.has(hit) && !hits.some(({ tool }) => tool === hit.tool));
  return {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(advice === undefined ? {} : { advice }),
    tier,
    calibrated,
    degraded,
    ms: Math.round(ms * 10) / 10,
    total,
    ranked: [...hits, ...rest].slice(0, MAX_RANKED).map(toHit),
    offered: Math.min(hits.length, MAX_RANKED),
    ...(intents === undefined
      ? {}
      : { intents: intents.map(({ text, verdict: one, hits: ids }) => ({ text, verdict: one, hits: ids })) }),
  };
}

function toHit({ tool, score, confidence, sure }: ToolHit): PlaygroundHit {
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    description: shortText(tool),
    score,
    confidence,
    sure,
  };
}
