/** Where a value stands in a text. */
interface TextSpan {
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The first member of this name of the JSON object that a text is, where its value is an object: found without reading
 * the text as JSON, which must be left to a parser. Of what is no JSON the answer may be anything.
 * @param name as it stands in JSON, without its quotes
 */
export function findObjectMember(text: string, name: string): TextSpan | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && end - at === name.length + 2 && text.startsWith(name, at + 1)) {
        const start = valueBehind(text, end);
        if (start >= 0) return text.charCodeAt(start) === OPEN_BRACE ? objectAt(text, start) : undefined;
      }
      at = end - 1;
    } else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth++;
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return undefined;
}

function objectAt(text: string, start: number): TextSpan | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at) - 1;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) depth++;
    else if ((unit === CLOSE_BRACE || unit === CLOSE_BRACKET) && --depth === 0) return { start, end: at + 1 };
  }
  return undefined;
}

/** Behind the quote that ends the string which begins here; behind the text where none does. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit === BACKSLASH) at++;
  }
  return at;
}

/** Where the value begins whose name ends here; −1 where this was no name. */
function valueBehind(text: string, end: number): number {
  const colon = skipBlanks(text, end);
  return text.charCodeAt(colon) === COLON ? skipBlanks(text, colon + 1) : -1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}
