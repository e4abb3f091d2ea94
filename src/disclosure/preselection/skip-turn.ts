import { DECLINES, FILLERS, GO_ON, GREETINGS, SMALL_TALK, THANKS } from './skip-phrases.ts';
import type { DialogueMessage, SkipReason } from './types.ts';

/** What a message that asks for nothing is. */
export type Chat = 'greeting' | 'thanks' | 'small-talk' | 'go-on' | 'decline';

/** A longer message says something beside pleasantries. */
const MAX_CHAT_LENGTH = 80;

/** Later kinds win: "hi, thanks, go on" is said to go on. */
const KINDS: readonly (Chat | 'filler')[] = ['filler', 'small-talk', 'greeting', 'thanks', 'decline', 'go-on'];

const PHRASES: ReadonlyMap<string, Chat | 'filler'> = new Map(
  (
    [
      ['filler', FILLERS],
      ['small-talk', SMALL_TALK],
      ['greeting', GREETINGS],
      ['thanks', THANKS],
      ['decline', DECLINES],
      ['go-on', GO_ON],
    ] as const
  ).flatMap(([kind, phrases]) => phrases.map((phrase) => [plain(phrase), kind] as const)),
);
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.length));

/**
 * What the message is if it consists of pleasantries from end to end, in any of some thirty languages; undefined for
 * everything else, so that a request is never taken for chat because of how it begins.
 */
export function readChat(message: string): Chat | undefined {
  if (message.length > MAX_CHAT_LENGTH) return undefined;
  const text = plain(message);
  // Pictures and punctuation alone; a short number is an answer to a choice.
  if (text === '') return message.trim() === '' ? undefined : 'small-talk';
  if (/^\d{1,2}$/.test(text)) return 'go-on';
  const kind = coverage(text);
  return kind === undefined || kind === 'filler' ? undefined : kind;
}

/**
 * The question that the assistant left open, which a "yes" answers: its last one, where it is among the last things
 * that were said.
 */
export function openQuestion(dialogue: readonly DialogueMessage[]): string | undefined {
  const last = dialogue.at(-1);
  if (last?.role !== 'assistant') return undefined;
  const end = last.content.trimEnd().slice(-MAX_QUESTION);
  const asked = /[?？؟]/u.test(end)
    ? end
        .match(/[^.!?？؟。！\n]*[?？؟]/gu)
        ?.at(-1)
        ?.trim()
    : undefined;
  return asked === undefined || asked === '' ? undefined : asked;
}

const MAX_QUESTION = 500;

export function skipReason(chat: Chat): SkipReason {
  return chat === 'go-on' || chat === 'decline' ? 'continuation' : chat;
}

/** Letters and digits in lower case, one blank between words. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The strongest kind among phrases that cover the text without a gap; undefined where none do. */
function coverage(text: string): Chat | 'filler' | undefined {
  const best: (Chat | 'filler' | undefined)[] = Array.from({ length: text.length + 1 });
  best[0] = 'filler';
  for (let start = 0; start < text.length; start++) {
    const before = best[start];
    if (before === undefined) continue;
    if (text[start] === ' ') {
      best[start + 1] = stronger(best[start + 1], before);
      continue;
    }
    for (let end = start + 1; end <= Math.min(text.length, start + LONGEST); end++) {
      const kind = endsWord(text, end) ? PHRASES.get(text.slice(start, end)) : undefined;
      if (kind !== undefined) best[end] = stronger(best[end], stronger(before, kind));
    }
  }
  return best[text.length];
}

/** At a blank, at the end, or in a script that is written without blanks. */
function endsWord(text: string, end: number): boolean {
  return end === text.length || text[end] === ' ' || UNSPACED.test(text.slice(end - 1, end));
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

function stronger(a: Chat | 'filler' | undefined, b: Chat | 'filler'): Chat | 'filler' {
  return a !== undefined && KINDS.indexOf(a) > KINDS.indexOf(b) ? a : b;
}
