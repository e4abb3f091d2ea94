/** Where one intent ends and the next begins, in characters of a sentence. */
export interface Cut {
  readonly end: number;
  readonly start: number;
}

/**
 * `outright`: an order or a question. `wish`: "I need …", which mostly is said before the order or the question and about
 * the same. `no`: tells what the request is about.
 */
export type Asking = 'outright' | 'wish' | 'no';

/**
 * What splitting knows of one language. All texts are masked: quotes, code and addresses are runs of {@link MASK},
 * which no rule takes for words of the language.
 */
export interface Language {
  /** Is the sentence written in this language, so that its rules count? */
  knows(sentence: string): boolean;
  /** Does the sentence ask for something? */
  asks(sentence: string): Asking;
  /** Places inside a sentence where another thing is asked for. */
  cuts(sentence: string): readonly Cut[];
  /** Words that join a part to the one before it and say nothing of what it asks for. Matches at the start only. */
  readonly joiners: RegExp;
  /** Words that stand for something said before. */
  readonly pronouns: RegExp;
  /** What comes after the first verb of doing, if there is one: what is done something to. */
  objectOf(part: string): string | undefined;
}

/** Stands for each character that must not be read. */
export const MASK = '\u0001';

/** The words of a space-separated list. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
