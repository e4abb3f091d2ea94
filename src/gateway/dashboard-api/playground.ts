import { searchAdvice } from '../../disclosure/index.ts';
import { explainQuery, type OwnChange, searchTools } from '../../retrieval/index.ts';
import { catalogKnowing, type ObservedSession } from '../observed-session.ts';
import { trialOf } from './try-change.ts';
import type { PlaygroundAnswer } from './types.ts';

export interface PlaygroundRequest {
  readonly query: string;
  readonly limit: number;
  /** Id or name of a tool that should have been found. */
  readonly expect: string | undefined;
  /** A change to that tool, to be tried. */
  readonly change: OwnChange | undefined;
}

/** Hits of the ranking that are told, whatever a model would see of it. */
const TOLD = 20;

/** A search as a model would make it, and why it ends as it does; it counts in no session and in no figure. */
export async function searchOnce(view: ObservedSession, request: PlaygroundRequest): Promise<PlaygroundAnswer> {
  const { query, limit, expect, change } = request;
  const trial = trialOf(view);
  const backend = view.backend();
  const begin = performance.now();
  const result = await searchTools(backend, { query, limit });
  const ms = Math.round((performance.now() - begin) * 10) / 10;
  const advice = searchAdvice(await catalogKnowing(view), result);
  return {
    ms,
    total: result.total,
    ...(advice === undefined ? {} : { advice }),
    explanation: await explainQuery(
      backend,
      { query, limit },
      {
        told: TOLD,
        ...(expect === undefined ? {} : { expect }),
        ...(trial === undefined ? {} : { trial }),
        ...(change === undefined ? {} : { change }),
      },
    ),
  };
}
