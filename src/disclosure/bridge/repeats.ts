import type { Embedder } from '../../engine/index.ts';
import { shortHash } from '../../shared/hash.ts';
import type { SearchRecord, SessionStore } from '../../state/index.ts';
import { analyzeQuery } from '../../text/index.ts';

/**
 * From which cosine on two requests ask for one thing, given that the answer to the second shows nothing new. Measured
 * with the built-in static model on 9,956 requests for tools of 62 servers: requests for one tool have a median of .52
 * in one language and .48 across languages; requests for two tools of one server reach .36 in one case of four, for
 * tools of two servers .30 in one of a hundred. Where nothing was found a request taken for another one loses least.
 */
const SAME_NEED_COSINE = 0.46;
const SAME_NEED_COSINE_WITHOUT_HITS = 0.37;
/**
 * The same by cosine and ranking together: the cosine and so much for each tool that is among the first ten of both. Of
 * 119 pairs of requests for one tool among 2,396, in one language or two, either rule tells 72 of 100 (84 without hits),
 * the cosine alone 53 (76). It takes 18 (30) pairs of requests for two tools of one server for one need, the cosine alone
 * 6 (19), and of others fewer than 2 in a thousand: with hits that only matters where the answer shows nothing new. (Counted
 * with `static-45k-256@2`; cosines of `@3` are a twelfth smaller, and so are the bounds since.)
 */
const COMMON_TOOL = 0.05;
const SAME_NEED_RANKED = 0.6;
const SAME_NEED_RANKED_WITHOUT_HITS = 0.51;
const RANKED_DEPTH = 10;
/** The same by the share of common terms, where no embedder is: two tools of one server reach .25 in one of twenty. */
const SAME_NEED_TERMS = 0.3;
const SAME_NEED_TERMS_WITHOUT_HITS = 0.2;
/** What was answered longer ago may have left the model's context. */
const REMEMBERED_MS = 30 * 60_000;
/** A comparison that takes longer is made by terms instead. */
const EMBED_TIMEOUT_MS = 200;
const HASH_LENGTH = 10;
/**
 * From this search for one need on, other tools at the end of the list are no news: every wording brings some. The best
 * hit must have been shown, and at least this share of the others.
 */
const DRIFT_FROM = 3;
const DRIFT_SEEN = 0.5;

export interface RepeatDetectorOptions {
  readonly sessions: SessionStore;
  /** Tells paraphrases, also across languages. Asked for a few short texts with a search, so it should be a fast one. */
  readonly embedder?: Embedder;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What was found for one request. */
export interface FoundTools {
  readonly query: string;
  /** Best first. */
  readonly ids: readonly string[];
  /** Ids of the ranking, best first, shown or not. */
  readonly ranked?: readonly string[];
  /** How many tools were searched: of few, any two rankings have most in common. Default: too many for that. */
  readonly outOf?: number;
  /** The answer holds something of the best hit that no earlier one with another best hit held. */
  readonly tellsOfBest: boolean;
}

export interface RepeatCount {
  /**
   * How often the session has asked for this by now, 1 = it is new: another need, or the answer shows something that
   * the answers to the same need did not.
   */
  readonly asked: number;
  /** Of a need that was asked for before: what this answer shows for the first time. */
  readonly news: readonly string[];
  /** Searches in a row that found nothing, this one among them, whatever they asked for. */
  readonly emptyRow: number;
}

export const FIRST_TIME: RepeatCount = Object.freeze({ asked: 1, news: [], emptyRow: 0 });

/** Remembers what sessions searched for. */
export interface RepeatDetector {
  count(session: string, found: FoundTools): Promise<RepeatCount>;
}

/** Recognises requests that were made before in these words or others, and whose answer brings nothing new. */
export function createRepeatDetector({ sessions, embedder, now = Date.now }: RepeatDetectorOptions): RepeatDetector {
  return {
    count: async (session, { query, ids, ranked = [], outOf = Number.POSITIVE_INFINITY, tellsOfBest }) => {
      const shown = ids.map((id) => shortHash(id, HASH_LENGTH));
      const best = ranked.slice(0, RANKED_DEPTH).map((id) => shortHash(id, HASH_LENGTH));
      const at = now();
      const { searches } = await sessions.read(session);
      const related = searches.filter((one) => at - one.at <= REMEMBERED_MS && overlaps(one.shown, shown));
      const same = await asksForTheSame({ query, ranked: best, outOf, withHits: shown.length > 0 }, related, embedder);
      const seen = new Set(same.flatMap((one) => one.shown));
      const tellsNews = tellsOfBest && !same.some((one) => one.shown[0] === shown[0]);
      const news = ids.filter((_, position) => !seen.has(shown[position]!));
      const asked = same.length === 0 || tellsNews ? 1 : timesAsked(same, news, ids);
      await sessions.searched(session, { query, shown, ranked: best, asked, at });
      const emptyRow = shown.length > 0 ? 0 : 1 + trailingEmpty(searches.filter((one) => at - one.at <= REMEMBERED_MS));
      return { asked, news: asked === 1 ? [] : news, emptyRow };
    },
  };
}

/**
 * Where a catalog holds nothing of the kind, two wordings in two languages are often too far apart for a small model to
 * tell that they are one; that nothing comes of any of them is as good a sign.
 */
function trailingEmpty(searches: readonly SearchRecord[]): number {
  return searches.length - 1 - searches.findLastIndex(({ shown }) => shown.length > 0);
}

function timesAsked(same: readonly SearchRecord[], news: readonly string[], ids: readonly string[]): number {
  if (news.length === 0) return 1 + Math.max(...same.map((one) => one.asked));
  const drifts = same.length + 1 >= DRIFT_FROM && news[0] !== ids[0] && news.length <= (1 - DRIFT_SEEN) * ids.length;
  return drifts ? same.length + 1 : 1;
}

/** An answer without hits brings nothing new after any other. */
function overlaps(earlier: readonly string[], shown: readonly string[]): boolean {
  return shown.length === 0 || shown.some((hash) => earlier.includes(hash));
}

interface Asked {
  readonly query: string;
  readonly ranked: readonly string[];
  readonly outOf: number;
  readonly withHits: boolean;
}

async function asksForTheSame(
  { query, ranked, outOf, withHits }: Asked,
  earlier: readonly SearchRecord[],
  embedder: Embedder | undefined,
): Promise<readonly SearchRecord[]> {
  if (earlier.length === 0) return [];
  const plain = plainText(query);
  const others = earlier.filter((one) => plainText(one.query) !== plain);
  const cosines = others.length === 0 ? undefined : await cosinesWith(query, others, embedder);
  const terms = new Set(analyzeQuery(query).terms);
  const isSame = (one: SearchRecord): boolean => {
    const position = others.indexOf(one);
    if (position < 0) return true;
    const hits = withHits || one.shown.length > 0;
    if (cosines !== undefined) {
      const cosine = cosines[position]!;
      const common = commonTools(ranked, one.ranked ?? [], outOf);
      return hits
        ? cosine >= SAME_NEED_COSINE || cosine + COMMON_TOOL * common >= SAME_NEED_RANKED
        : cosine >= SAME_NEED_COSINE_WITHOUT_HITS || cosine + COMMON_TOOL * common >= SAME_NEED_RANKED_WITHOUT_HITS;
    }
    return commonShare(terms, one.query) >= (hits ? SAME_NEED_TERMS : SAME_NEED_TERMS_WITHOUT_HITS);
  };
  return earlier.filter(isSame);
}

/** Tools that both rankings hold, beyond those that two of their lengths share by chance. */
function commonTools(one: readonly string[], other: readonly string[], outOf: number): number {
  const both = other.filter((hash) => one.includes(hash)).length;
  return Math.max(0, both - (one.length * other.length) / Math.max(outOf, one.length, other.length, 1));
}

function plainText(query: string): string {
  return query.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
}

/** Jaccard index of the two sets of terms. */
function commonShare(terms: ReadonlySet<string>, query: string): number {
  const others = new Set(analyzeQuery(query).terms);
  const common = [...others].filter((term) => terms.has(term)).length;
  return common === 0 ? 0 : common / (terms.size + others.size - common);
}

/** Undefined where the embedder is missing, fails or is slow. */
async function cosinesWith(
  query: string,
  earlier: readonly SearchRecord[],
  embedder: Embedder | undefined,
): Promise<readonly number[] | undefined> {
  if (embedder === undefined) return undefined;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
      controller.abort();
    }, EMBED_TIMEOUT_MS);
  });
  try {
    const texts = [query, ...earlier.map((one) => one.query)];
    const vectors = await Promise.race([embedder.embed(texts, 'query', { signal: controller.signal }), late]);
    const [own, ...others] = vectors ?? [];
    return own === undefined || others.length !== earlier.length ? undefined : others.map((one) => dot(own, one));
  } catch {
    // The search itself reports an embedder that fails.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * (b[i] ?? 0);
  return sum;
}
