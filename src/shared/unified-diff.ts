/** Lines of unchanged text around each change. */
const CONTEXT = 3;

/** Above this product of line counts the middle is shown as replaced: the exact comparison is quadratic. */
const MAX_CELLS = 4_000_000;

interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * The difference of two texts as hunks of a unified diff, without the two file lines; empty for equal texts. `show`
 * may rewrite each line for display.
 */
export function unifiedDiff(before: string, after: string, show: (line: string) => string = (line) => line): string[] {
  if (before === after) return [];
  const lines = diffLines(linesOf(before), linesOf(after));
  const out: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let index = 0; index < lines.length; ) {
    const hunk = hunkAt(lines, index);
    if (hunk.start > index) {
      oldLine += hunk.start - index;
      newLine += hunk.start - index;
    }
    const part = lines.slice(hunk.start, hunk.end);
    if (part.length === 0) break;
    const oldCount = part.filter(({ mark }) => mark !== '+').length;
    const newCount = part.filter(({ mark }) => mark !== '-').length;
    out.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`);
    out.push(...part.map(({ mark, text }) => mark + show(text)));
    oldLine += oldCount;
    newLine += newCount;
    index = hunk.end;
  }
  return out;
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Next hunk from `from` on: changes that are no further apart than twice the context, with their context. */
function hunkAt(lines: readonly DiffLine[], from: number): { start: number; end: number } {
  let first = from;
  while (first < lines.length && lines[first]!.mark === ' ') first++;
  if (first === lines.length) return { start: lines.length, end: lines.length };
  let last = first;
  for (let index = first; index < lines.length && index - last <= 2 * CONTEXT; index++) {
    if (lines[index]!.mark !== ' ') last = index;
  }
  return { start: Math.max(from, first - CONTEXT), end: Math.min(lines.length, last + 1 + CONTEXT) };
}

/** A range of no lines names the line before it. */
function range(start: number, count: number): string {
  if (count === 0) return `${start - 1},0`;
  return count === 1 ? `${start}` : `${start},${count}`;
}

function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const same = (text: string): DiffLine => ({ mark: ' ', text });
  return [
    ...before.slice(0, head).map(same),
    ...diffMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** Longest common subsequence by the textbook table. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ mark: '-', text });
  const added = (text: string): DiffLine => ({ mark: '+', text });
  if (before.length * after.length > MAX_CELLS) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i]! });
      i++;
      j++;
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      lines.push(removed(before[i++]!));
    } else lines.push(added(after[j++]!));
  }
  return lines;
}
