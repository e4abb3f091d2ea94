import { DEEP_RERANKED } from '../retrieval/index.ts';
import { count } from './layout.ts';

/** What the deep model takes on one core of a laptop: a tool, a request. */
const TOOL_MS = 26;
const REQUEST_MS = 12;

/** What the deep model would take the first time, for somebody who decides whether to use it. */
export function deepEstimate(tools: number, requests: number, threads: number): string {
  const reranking = (Math.min(tools, requests * DEEP_RERANKED) * TOOL_MS) / threads + requests * REQUEST_MS;
  const all = (tools * TOOL_MS) / threads + requests * REQUEST_MS;
  return (
    `${count(tools)} tools are many for the deep model: measuring with the static one. The first time,\n` +
    `  --tier deep      lets it rerank the best ${DEEP_RERANKED} of each request: at most ${duration(reranking)}\n` +
    `  --tier deep-all  lets it read all tools: about ${duration(all)}\n`
  );
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
