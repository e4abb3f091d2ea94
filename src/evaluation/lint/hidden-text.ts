import { truncate } from '../../shared/truncate.ts';
import { escapeHidden, sanitizeText, singleLine, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';
import { toolTexts } from './tool-texts.ts';

const MAX_READ = 100_000;
const MAX_QUOTE = 160;

/** Text that a model reads and a person does not: characters without a shape, comments, and letters of other scripts. */
export function hiddenText(tool: Tool): readonly LintFinding[] {
  const found: LintFinding[] = [];
  for (const { place, text } of toolTexts(tool)) {
    const read = text.slice(0, MAX_READ);
    const { hidden } = sanitizeText(read, MAX_READ);
    if (hidden > 0) {
      const message = `${tool.id} holds ${hidden} hidden character(s) in ${place}; they are removed.`;
      found.push(finding('hidden-characters', 'error', [tool.id], message, { quote: quoteAround(read, HIDDEN) }));
    }
    if (COMMENT.test(read)) {
      const message = `${tool.id} holds a comment in ${place}, which pages that render it do not show.`;
      found.push(finding('hidden-characters', 'warning', [tool.id], message, { quote: quoteAround(read, COMMENT) }));
    }
    const word = mixedWord(read);
    if (word !== undefined) {
      const message = `${tool.id} writes ${spell(word)} in ${place} with letters of another script that look the same.`;
      found.push(finding('lookalike-letters', 'error', [tool.id], message, { quote: escapeNonLatin(word) }));
    }
  }
  return found;
}

/** Direction marks, zero-width and tag characters, controls. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}]/u;
const COMMENT = /<!--[\s\S]*?-->/;

/** The text around the first match, with what cannot be seen written out. */
function quoteAround(text: string, pattern: RegExp): string {
  const at = Math.max(0, text.search(pattern));
  return truncate(singleLine(escapeHidden(text.slice(Math.max(0, at - 40), at + 2 * MAX_QUOTE))), MAX_QUOTE);
}

/** Cyrillic and Greek letters that look like Latin ones (Unicode Technical Standard 39, confusables). */
const LOOKALIKES = 'аеорсухіјѕԁһԛԝӏАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧονα';
const WORD = /[\p{L}\p{N}_]{3,}/gu;

/** A Latin word with letters from elsewhere, each of which passes for a Latin one. */
function mixedWord(text: string): string | undefined {
  for (const [word] of text.matchAll(WORD)) {
    if (!/\p{Script=Latin}/u.test(word)) continue;
    const foreign = [...word].filter((letter) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter));
    if (foreign.length > 0 && foreign.every((letter) => LOOKALIKES.includes(letter))) return word;
  }
  return undefined;
}

function spell(word: string): string {
  return JSON.stringify(truncate(word, 40));
}

function escapeNonLatin(word: string): string {
  return [...word]
    .map((letter) => (letter.charCodeAt(0) < 128 ? letter : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`))
    .join('');
}
