import { type Telemetry, tenths, toJsonText, utf8Bytes } from '../../calling/index.ts';
import type { Embedder } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import type { SearchReason, ToolSearchResult } from '../../retrieval/index.ts';
import type { SessionStore } from '../../state/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { SearchAnswer } from './answers.ts';
import { boundedList, serverNames } from './definitions.ts';
import { createRepeatDetector, FIRST_TIME, type RepeatCount } from './repeats.ts';
import { EMPTY_ROW, emptyRowAdvice, shortAnswer } from './short-answer.ts';

export interface BridgeWatchOptions {
  /** Told of every search and description. */
  readonly telemetry?: Telemetry;
  /** What sessions did, to recognise searches that are made again. Without it every search is the first. */
  readonly sessions?: SessionStore;
  /** Tells paraphrases of earlier searches; without it common words do. Should be fast, like the built-in static one. */
  readonly repeatEmbedder?: Embedder;
  /** Told of a store that fails; the search goes on as if the session were new. */
  readonly onSessionError?: (error: unknown) => void;
}

/** One search with what was found and how it would be answered the first time. */
export interface AnsweredSearch {
  readonly query: string;
  readonly catalog: Catalog;
  readonly result: ToolSearchResult;
  readonly answer: SearchAnswer;
  /** How many tools were searched. */
  readonly outOf: number;
  readonly ms: number;
}

/** What the bridge does beside answering: remembers, and tells. */
export interface BridgeWatch {
  /** The answer as the session should get it: short where it has been there before. */
  searched(session: string | undefined, search: AnsweredSearch): Promise<SearchAnswer>;
  notSearched(session: string | undefined, query: string, error: unknown, ms: number): void;
  described(session: string | undefined, tools: readonly Tool[], answers: readonly unknown[], ms: number): void;
  notDescribed(session: string | undefined, error: unknown, ms: number): void;
}

/** Reasons of an empty answer that another wording of the request cannot change. */
const EXHAUSTED: ReadonlySet<SearchReason | undefined> = new Set([
  undefined,
  'no-match',
  'no-action',
  'no-product',
  'words-only',
  'meaning-only',
]);

export function createBridgeWatch(options: BridgeWatchOptions): BridgeWatch {
  const { telemetry, sessions, repeatEmbedder, onSessionError = () => {} } = options;
  const repeats =
    sessions === undefined
      ? undefined
      : createRepeatDetector({ sessions, ...(repeatEmbedder === undefined ? {} : { embedder: repeatEmbedder }) });

  const timesAsked = async (
    session: string | undefined,
    { query, result, answer, outOf }: AnsweredSearch,
  ): Promise<RepeatCount> => {
    // Who names a tool looks it up, and may do so again; a lost leg may be back the next time.
    if (repeats === undefined || session === undefined || result.verdict === 'exact' || result.degraded)
      return FIRST_TIME;
    if (result.verdict === 'none' && !EXHAUSTED.has(result.reason)) return FIRST_TIME;
    try {
      const ids = answer.hits.map(({ id }) => id);
      return await repeats.count(session, {
        query,
        ids,
        ranked: result.ranked.map(({ tool }) => tool.id),
        outOf,
        tellsOfBest: answer.hits[0]?.schema !== undefined,
      });
    } catch (error) {
      onSessionError(error);
      return FIRST_TIME;
    }
  };

  return {
    searched: async (session, search) => {
      const { query, catalog, result, answer, ms } = search;
      const repeat = await timesAsked(session, search);
      const { asked } = repeat;
      const shown = new Set(answer.hits.map(({ id }) => id));
      // From the result: the catalog of a large index knows few of its tools.
      const found = result.hits.flatMap(({ tool }) => (shown.has(tool.id) ? [tool] : []));
      if (session !== undefined && found.length > 0) {
        sessions?.used(session, { kind: 'found', tools: found }).catch(onSessionError);
      }
      telemetry?.emit(session, {
        type: 'search',
        query,
        verdict: answer.verdict,
        ...(result.reason === undefined ? {} : { reason: result.reason }),
        tier: result.tier,
        hits: answer.hits.map(({ id }) => id),
        shown: answer.shown,
        total: answer.total,
        ms: tenths(ms),
        ...(result.degraded ? { degraded: true as const } : {}),
        ...(asked > 1 ? { asked } : {}),
      });
      const kinds = boundedList(serverNames(catalog));
      if (asked > 1) return shortAnswer(answer, { ...repeat, kinds });
      return repeat.emptyRow >= EMPTY_ROW ? { ...answer, advice: emptyRowAdvice(kinds) } : answer;
    },
    described: (session, tools, answers, ms) => {
      const ids = tools.map(({ id }) => id);
      if (session !== undefined) sessions?.used(session, { kind: 'described', tools }).catch(onSessionError);
      telemetry?.emit(session, {
        type: 'describe',
        tools: ids,
        bytes: answers.reduce((sum: number, answer) => sum + utf8Bytes(toJsonText(answer)), 0),
        ms: tenths(ms),
      });
    },
    notSearched: (session, query, error, ms) => {
      const nothing = { tier: 'none', hits: [], shown: 0, total: 0 };
      telemetry?.emit(session, {
        type: 'search',
        query,
        verdict: 'failed',
        ...nothing,
        ms: tenths(ms),
        code: codeOf(error),
      });
    },
    notDescribed: (session, error, ms) => {
      telemetry?.emit(session, { type: 'describe', tools: [], bytes: 0, ms: tenths(ms), code: codeOf(error) });
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof ToolscoutError ? error.code : 'INTERNAL';
}
