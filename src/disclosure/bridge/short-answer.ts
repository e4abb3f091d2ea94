import type { SearchAnswer } from './answers.ts';
import type { HitAnswer } from './hit-answer.ts';

/** From this search for one need on, it is the user who can help, and not another search. */
const ASK_THE_USER_FROM = 3;

/** A search that was made before. */
export interface Repeated {
  /** How often by now. */
  readonly asked: number;
  /** Ids of hits that no earlier answer showed. */
  readonly news: readonly string[];
  /** What kinds of tools exist, as a list; may be empty. */
  readonly kinds: string;
}

/**
 * The answer to a search that was made before and finds next to nothing new: which tools they are, of those that were
 * shown nothing that the earlier answer said of them, and advice to stop. From the third on it is the same whatever the
 * number, so that a loop gets no new text to react to.
 */
export function shortAnswer(answer: SearchAnswer, repeated: Repeated): SearchAnswer {
  const { verdict, hits, shown, total, unavailable } = answer;
  const { news } = repeated;
  return {
    verdict,
    hits: hits.map((hit) => (news.includes(hit.id) ? hit : shortHit(hit))),
    shown,
    total,
    advice: hits.length === 0 ? nothingAgain(repeated) : foundAgain(repeated),
    ...(unavailable === undefined ? {} : { unavailable }),
  };
}

function shortHit({ id, name, server, sure, exposed }: HitAnswer): HitAnswer {
  return { id, name, server, sure, ...(exposed === undefined ? {} : { exposed }) };
}

function foundAgain({ asked, news, kinds }: Repeated): string {
  if (asked < ASK_THE_USER_FROM) {
    return 'The same tools as before; searching again finds no others. Describe or call one of them.';
  }
  const what = news.length === 0 ? 'The same tools as before: these are all there are.' : 'Nothing better than before.';
  return `${what} Stop searching. Use one of them, or ask the user how to go on.${existing(kinds)}`;
}

function nothingAgain({ asked, kinds }: Repeated): string {
  return asked < ASK_THE_USER_FROM
    ? 'Still nothing that fits, in these words either. Stop searching for this and tell the user.'
    : `The catalog is exhausted: no tool here does this, however it is worded. Stop searching. Ask the user how to go on.${existing(kinds)}`;
}

/** From so many searches in a row that found nothing on, the advice is to stop, whatever they asked for. */
export const EMPTY_ROW = 3;

export function emptyRowAdvice(kinds: string): string {
  return `Nothing here fits, and nothing fitted the searches before this one. If they were for one thing, stop searching and ask the user how to go on.${existing(kinds)}`;
}

function existing(kinds: string): string {
  return kinds === '' ? '' : ` Tools exist for: ${kinds}.`;
}
