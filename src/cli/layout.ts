/**
 * Text layout for terminals. Widths are counted in columns: East Asian wide characters take two, combining marks
 * none. Foreign text is shown on one line each and can neither move the cursor nor colour the screen, because it was
 * sanitised on the way in.
 */

/** Columns that a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (/\p{M}|\p{Cf}/u.test(character)) return 0;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u{ff01}-\u{ff60}\u{1f300}-\u{1faff}]/u.test(
    character,
  )
    ? 2
    : 1;
}

/** Cuts a text to a number of columns, marking the cut. */
export function clip(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 0;
  let out = '';
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 1) break;
    out += character;
  }
  return `${out}…`;
}

/** Pads to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

/**
 * Breaks a text at blanks into lines of at most `columns`, each behind `indent`. A longer word stands alone, so that a
 * path or an address can be copied; in a script without blanks it breaks between characters.
 */
export function wrap(text: string, columns: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const room = Math.max(10, columns - indent.length);
  for (const word of text.split(/\s+/).flatMap((part) => breakable(part, room))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > room) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') lines.push(indent + line);
  return lines;
}

function breakable(word: string, room: number): string[] {
  if (word === '') return [];
  if (displayWidth(word) <= room || ![...word].some((one) => characterWidth(one) === 2)) return [word];
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const character of word) {
    const own = characterWidth(character);
    if (width + own > room) {
      parts.push(part);
      part = '';
      width = 0;
    }
    part += character;
    width += own;
  }
  return [...parts, part];
}

/** Between the name of an option or command and what is said of it. */
const SECOND_COLUMN = /^ *\S+(?: \S+)* {2,}(?=\S)/;
/** An example to copy: better wide than cut in two. */
const EXAMPLE = /^ +(?:toolscout|npx|npm|sh|export) /;

/**
 * Lays text out for a terminal: lines that are too wide go on below where they began, behind "error:" and the like two
 * columns in. Lines that fit, escape sequences and words wider than the terminal stay as they are.
 */
export function fitTo(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (displayWidth(line) <= columns || line.includes('\u001b') ? line : fitLine(line, columns)))
    .join('\n');
}

function fitLine(line: string, columns: number): string {
  const start = SECOND_COLUMN.exec(line)?.[0] ?? /^ */.exec(line)![0];
  const own = displayWidth(start);
  const hang = own > 0 && own <= columns / 2 ? own : /^[a-z]+: /.test(line) || EXAMPLE.test(line) ? own + 2 : own;
  const [first = '', ...rest] = wrap(line.slice(start.length), columns - own);
  const below = rest.length === 0 ? [] : wrap(rest.join(' '), columns, ' '.repeat(hang));
  return [start + first, ...below].join('\n');
}

/** 12345 → "12,345". */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** "1 tool", "12,345 tools". */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
