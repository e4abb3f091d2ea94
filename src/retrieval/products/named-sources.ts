import { partIdentifier } from '../part-identifier.ts';
import { counts } from './evidence.ts';
import { isEdge } from './serves-product.ts';

/** A name shorter than this is part of too many words. */
const SHORTEST = 4;
/** What the names of sources hold besides that of the product. */
const GENERIC: ReadonlySet<string> = new Set('mcp server servers api apis rest the official openapi'.split(' '));

/** A source that a request calls by its name. */
interface SourceMention {
  readonly source: string;
  /** Where its name stands, in UTF-16 code units; `end` is the first one after it. */
  readonly start: number;
  readonly end: number;
}

/**
 * The sources that a request names as one names a product: no lexicon knows what somebody calls his own services. Names
 * of sources are ordinary words as well ("memory", "weather"), so that one counts only where it is written like a name: with a
 * capital inside a sentence, or in Latin letters among others.
 */
export function namedSources(request: string, sources: Iterable<string>): readonly SourceMention[] {
  const text = request.toLowerCase();
  // Some letters are longer in small: places would not be those of the request.
  if (text.length !== request.length) return [];
  const mentions: SourceMention[] = [];
  for (const source of sources) {
    const words = partIdentifier(source)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !GENERIC.has(word));
    const spellings = new Set([words.join(''), words.join(' '), words.join('-')]);
    for (const name of spellings) {
      if (name.length < SHORTEST) continue;
      for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
        const end = start + name.length;
        const alone = isWordEdge(text[start - 1]) && isWordEdge(text[end]);
        if (alone && counts(undefined, '*', request, start, end)) mentions.push({ source, start, end });
      }
    }
  }
  return mentions.sort((a, b) => a.start - b.start);
}

/** Characters of scripts without spaces part a Latin name as well as a space does. */
function isWordEdge(character: string | undefined): boolean {
  return isEdge(character) || !/[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]/u.test(character!);
}
