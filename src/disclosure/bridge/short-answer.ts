import type { SearchAnswer } from './answers.ts';
import type { HitAnswer } from './hit-answer.ts';

/** From this search for one need on, it is the user who can help, and not another search. */
const ASK_THE_USER_FROM = 3;

/**
 * The answer to a search that was made before and finds nothing new: which tools they are, nothing that the earlier
 * answer said of them, and advice to stop. From the third on it is the same whatever the number, so that a loop gets
 * no new text to react to.
 */
export function shortAnswer(answer: SearchAnswer, asked: number): SearchAnswer {
  const { verdict, hits, shown, total, unavailable } = answer;
  return {
    verdict,
    hits: hits.map(shortHit),
    shown,
    total,
    advice: hits.length === 0 ? nothingAgain(asked) : foundAgain(asked),
    ...(unavailable === undefined ? {} : { unavailable }),
  };
}

function shortHit({ id, name, server, sure, exposed }: HitAnswer): HitAnswer {
  return { id, name, server, sure, ...(exposed === undefined ? {} : { exposed }) };
}

function foundAgain(asked: number): string {
  return asked < ASK_THE_USER_FROM
    ? 'The same tools as before; searching again finds no others. Describe or call one of them.'
    : 'The same tools as before: these are all there are. Stop searching. Use one of them, or ask the user how to go on.';
}

function nothingAgain(asked: number): string {
  return asked < ASK_THE_USER_FROM
    ? 'Still nothing that fits, in these words either. Stop searching for this and tell the user.'
    : 'The catalog is exhausted: no tool here does this, however it is worded. Stop searching. Ask the user how to go on.';
}
