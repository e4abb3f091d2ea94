/**
 * Sentences shorter than this ("Beta.") say nothing; the next one of the same paragraph comes along. In letters, of
 * which an ideograph or a syllable counts as three.
 */
const MIN_LETTERS = 12;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * The first sentence of a description, one line. Ends at a sentence mark that is one (not that of "e.g." or "v1.2"),
 * at an ideographic full stop, or at the first blank line, list or heading.
 */
export function firstSentence(text: string): string {
  const paragraph = firstParagraph(text);
  for (const { 0: mark, index } of paragraph.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    const sentence = paragraph.slice(0, end);
    if (end + 2 * (sentence.match(DENSE)?.length ?? 0) < MIN_LETTERS || ABBREVIATION.test(sentence.slice(-16)))
      continue;
    return sentence;
  }
  return paragraph;
}

/** Lines up to the first that starts something new; heading marks before the first line are no words of it. */
function firstParagraph(text: string): string {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (lines.length === 0) {
      const first = words.replace(LEADING_MARKS, '');
      if (first !== '') lines.push(first);
    } else if (words === '' || NEW_BLOCK.test(words)) break;
    else lines.push(words);
  }
  return lines.join(' ').replace(/\s+/gu, ' ').trim();
}

/** A full stop counts before a blank or the end only: `v1.2`, `example.com` and `…` go on. */
const SENTENCE_END = /[.!?]+(?=\s|$)|[。！？｡।॥]+/gu;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.?\s?g|i\.?\s?e|etc|vs|cf|approx|incl|excl|esp|resp|max|min|no|nr|fig|eq|al|inc|ltd|dr|mr|mrs|ms|st|т\.?\s?е|т\.?\s?д|т\.?\s?п|т\.?\s?к|напр|см|др|\p{L})\.$/iu;
const LEADING_MARKS = /^(?:[#>*\-=_`~|]+\s*)+/u;
const NEW_BLOCK = /^(?:[#>|]|[*+\-•]\s|\d+[.)]\s|[-=_*`~]{3,})/u;
