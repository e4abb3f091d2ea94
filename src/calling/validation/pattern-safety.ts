/**
 * Patterns come from strangers and run on our thread, so none may take super-linear time that hurts. A pattern is read
 * once and either refused or given the longest text that it may be tried on. JavaScript has no linear-time engine;
 * this check is conservative instead: it refuses harmless patterns too, and then the server alone decides.
 */

/** Backtracking steps that one test may take in the worst case: some tens of milliseconds. */
const MAX_STEPS = 1e7;
/** A repetition with more room than this counts as unbounded. */
const MAX_SPAN = 10;
/** A pattern that may only be tried on shorter texts than this is not worth trying. */
const MIN_TEXT = 16;
/** A group repeated at most this often counts as written out that often. */
const MAX_UNROLLED = 8;

interface Group {
  /** Repetitions without a bound inside: each is one more factor of the text's length. */
  unbounded: number;
  /** Natural logarithm of the ways in which the bounded parts inside can be tried. */
  choices: number;
  alternatives: number;
}

interface Quantifier {
  readonly least: number;
  readonly most: number;
  readonly length: number;
}

/** Longest text that a pattern may be tried on, or undefined when it may be exponential or cannot be read. */
export function safeTextLength(pattern: string): number | undefined {
  const groups: Group[] = [newGroup()];
  let index = 0;
  while (index < pattern.length) {
    const char = pattern[index]!;
    let atom = newGroup();
    if (char === '\\') {
      // A back-reference makes matching exponential by itself.
      if (/[1-9k]/.test(pattern[index + 1] ?? '')) return undefined;
      index += lengthOfEscape(pattern, index);
    } else if (char === '[') {
      index = endOfClass(pattern, index);
    } else if (char === '(') {
      groups.push(atom);
      index++;
      continue;
    } else if (char === '|') {
      groups.at(-1)!.alternatives++;
      index++;
      continue;
    } else {
      index++;
      if (char === ')') {
        if (groups.length === 1) return undefined;
        atom = groups.pop()!;
      }
    }
    const quantifier = quantifierAt(pattern, index);
    index += quantifier.length;
    if (!repeat(groups.at(-1)!, atom, quantifier)) return undefined;
  }
  return groups.length === 1 ? longestText(groups[0]!, pattern.startsWith('^')) : undefined;
}

function newGroup(): Group {
  return { unbounded: 0, choices: 0, alternatives: 1 };
}

function longestText(whole: Group, hasAnchor: boolean): number | undefined {
  // Without an anchor every start is tried, which is one more factor.
  const isAnchored = hasAnchor && whole.alternatives === 1;
  const degree = Math.max(1, whole.unbounded + (isAnchored ? 0 : 1));
  const steps = Math.log(MAX_STEPS) - whole.choices - Math.log(whole.alternatives);
  const length = Math.floor(Math.exp(steps / degree));
  return length < MIN_TEXT ? undefined : length;
}

/** Adds a repeated atom to the group around it; false when the atom can be split up in more and more ways. */
function repeat(group: Group, atom: Group, { least, most }: Quantifier): boolean {
  const choices = atom.choices + Math.log(atom.alternatives);
  if (most > MAX_UNROLLED && (choices > 0 || atom.unbounded > 0)) return false;
  // A single way stays single however often it is repeated.
  const times = Math.min(most, MAX_UNROLLED);
  group.unbounded += atom.unbounded * times;
  group.choices += choices * times;
  if (most - least > MAX_SPAN) group.unbounded++;
  else group.choices += Math.log(most - least + 1);
  return true;
}

/** At the place where it is asked, however long: `{0…02,}` is as good as `{2,}`. */
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
/** What looks like a quantifier and is a character; where it is none, it repeats a single `u` and leaves no choice. */
const CODE_POINT = /\\u\{[\da-fA-F]+\}/y;

function lengthOfEscape(pattern: string, index: number): number {
  CODE_POINT.lastIndex = index;
  return CODE_POINT.exec(pattern)?.[0].length ?? 2;
}

function quantifierAt(pattern: string, index: number): Quantifier {
  QUANTIFIER.lastIndex = index;
  const found = QUANTIFIER.exec(pattern);
  if (found === null) return { least: 1, most: 1, length: 0 };
  const [text, sign, low, comma, high] = found;
  const length = text.length;
  if (sign === '?') return { least: 0, most: 1, length };
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: Number.POSITIVE_INFINITY, length };
  const least = Number(low);
  const most = comma === '' ? least : high === '' ? Number.POSITIVE_INFINITY : Number(high);
  return { least, most, length };
}

function endOfClass(pattern: string, start: number): number {
  for (let index = start + 1; index < pattern.length; index++) {
    if (pattern[index] === '\\') index++;
    else if (pattern[index] === ']') return index + 1;
  }
  return pattern.length;
}
