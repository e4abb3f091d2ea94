import type { Check } from '../case-file.ts';
import { listOf, own, shown } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { isFailed, leavesOf, type Outcome, type SeenHit } from '../outcome.ts';
import {
  all,
  type CheckContext,
  type CheckGroup,
  fails,
  HOLDS,
  numberOf,
  unmapped,
  type Verdict,
  when,
} from './check.ts';

/** What searches found. Over several searches each has to hold; with `query` the check searches itself. */
export const SEARCH_CHECKS: CheckGroup = {
  hit_at: {
    fields: ['query', 'ref', 'k'],
    run: (check, unit, context) => {
      const k = numberOf(check, 'k') ?? 1;
      return onSearches(check, unit, context, (hits) => within(hits, check.ref, k), k);
    },
  },
  hits_include: {
    fields: ['query', 'ref', 'refs', 'top'],
    run: (check, unit, context) => {
      const top = numberOf(check, 'top') ?? Infinity;
      const refs = listOf(check.refs ?? check.ref);
      if (refs.length === 0) return unmapped('names no refs');
      return onSearches(check, unit, context, (hits) => all(refs.map((ref) => within(hits, ref, top))));
    },
  },
  hits_include_each: {
    fields: ['ref', 'refs', 'top'],
    run: (check, unit, context) => {
      const top = numberOf(check, 'top') ?? Infinity;
      const refs = listOf(check.refs ?? check.ref);
      if (refs.length === 0) return unmapped('names no refs');
      return onSearches(check, unit, context, (hits) => all(refs.map((ref) => within(hits, ref, top))));
    },
  },
  hits_exclude: {
    fields: ['query', 'ref', 'refs'],
    run: (check, unit, context) => {
      const refs = listOf(check.refs ?? check.ref);
      if (refs.length === 0) return unmapped('names no refs');
      return onSearches(check, unit, context, (hits) => {
        const found = refs.find((ref) => hits.some((hit) => isMeant(toRef(ref), hit)));
        return when(found === undefined, () => `${shown(found)} is among ${named(hits)}`);
      });
    },
  },
  hit_count: {
    fields: ['query', 'n'],
    run: (check, unit, context) => {
      const n = numberOf(check, 'n');
      if (n === undefined) return unmapped('n is no number');
      return onSearches(check, unit, context, (hits) =>
        when(hits.length === n, () => `${hits.length} hits: ${named(hits)}`),
      );
    },
  },
  hit_count_between: {
    fields: ['query', 'min', 'max'],
    run: (check, unit, context) => {
      const [min, max] = [numberOf(check, 'min') ?? 0, numberOf(check, 'max') ?? Infinity];
      return onSearches(check, unit, context, ({ length }) => when(length >= min && length <= max, `${length} hits`));
    },
  },
  no_confident_hit: {
    fields: ['query'],
    run: (check, unit, context) =>
      onSearches(check, unit, context, (hits, verdict) => {
        if (hits.length === 0) return HOLDS;
        if (verdict === 'exact' || verdict === 'confident') return fails(`the verdict is ${verdict}: ${named(hits)}`);
        return when(
          hits.every(({ sure }) => sure === 'weak'),
          () => `not marked as weak: ${named(hits)}`,
        );
      }),
  },
};

type Look = (hits: readonly SeenHit[], verdict: string) => Verdict;

async function onSearches(
  check: Check,
  unit: Outcome,
  context: CheckContext,
  look: Look,
  limit?: number,
): Promise<Verdict> {
  const searches = Object.hasOwn(check, 'query') ? [await searchNow(check, context, limit)] : searchesOf(unit);
  if (searches.length === 0) return unmapped('no step is a search');
  return all(
    searches.map((search) => {
      if (isFailed(search)) return fails(`the search fails: ${shown(search.value)}`);
      return look(search.hits ?? [], search.verdict ?? '');
    }),
  );
}

/** A failed search has no hits, but it is one. */
function searchesOf(unit: Outcome): readonly Outcome[] {
  return leavesOf(unit).filter(({ op, hits }) => op === 'search' || hits !== undefined);
}

function searchNow(check: Check, context: CheckContext, limit: number | undefined): Promise<Outcome> {
  return context.perform({
    op: 'search',
    query: own(check, 'query'),
    ...(limit === undefined ? {} : { limit: Math.max(limit, 5) }),
  });
}

function within(hits: readonly SeenHit[], ref: unknown, k: number): Verdict {
  const rank = hits.findIndex((hit) => isMeant(toRef(ref), hit)) + 1;
  return when(
    rank > 0 && rank <= k,
    () => `${shown(ref)} is ${rank === 0 ? 'not' : `at ${rank}`} among ${named(hits)}`,
  );
}

function named(hits: readonly SeenHit[]): string {
  return hits.length === 0 ? 'no hits' : hits.map(({ name, sure }) => `${name} (${sure})`).join(', ');
}
