/** Longest reply that is looked through; candidates are parsed one after the other. */
const MAX_LENGTH = 200_000;
/** Places where JSON may begin. A reply has one or two. */
const MAX_CANDIDATES = 50;

/**
 * The JSON value that a model's reply holds, whatever stands around it: reasoning in `<think>` tags, Markdown fences,
 * sentences before and after, trailing commas. The largest value wins, because examples in the prose are small.
 * Undefined where there is none: a broken reply is a value to deal with, not an exception.
 */
export function readJsonReply(reply: string): unknown {
  const text = reply
    .slice(0, MAX_LENGTH)
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, ' ')
    .trim();
  const whole = parse(text);
  if (typeof whole === 'object' && whole !== null) return whole;
  let best: { readonly value: unknown; readonly length: number } | undefined;
  let candidates = 0;
  for (let start = nextStart(text, 0); start !== -1 && candidates < MAX_CANDIDATES; candidates++) {
    const end = endOfValue(text, start);
    const value = end === -1 ? undefined : parse(text.slice(start, end));
    const length = end - start;
    if (value !== undefined && length > (best?.length ?? 0)) best = { value, length };
    // What is inside a value that was read is part of it; a bracket that opens nothing is passed.
    start = nextStart(text, value === undefined ? start + 1 : end);
  }
  return best?.value;
}

function nextStart(text: string, from: number): number {
  const at = text.slice(from).search(/[[{]/);
  return at === -1 ? -1 : from + at;
}

/** Behind the bracket that closes the one at `start`, brackets inside of strings not counted; -1: none. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      at = endOfString(text, at);
      if (at === -1) return -1;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** At the quote that closes the one at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function parse(text: string): unknown {
  for (const attempt of [text, withoutTrailingCommas(text)]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // The next attempt, or no value: the caller asks.
    }
  }
  return undefined;
}

/** Drops commas before a closing bracket, outside of strings. */
function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? '' : found));
}
