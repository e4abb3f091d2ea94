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

/** Breaks a text at blanks into lines of at most `columns`, each behind `indent`. A longer word stands alone. */
export function wrap(text: string, columns: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  const room = Math.max(10, columns - indent.length);
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
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

/** 12345 → "12,345". */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** "1 tool", "12,345 tools". */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}
