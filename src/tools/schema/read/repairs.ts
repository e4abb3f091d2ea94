import { sanitizeText, singleLine } from '../../sanitize.ts';

/** Notes that one schema may collect; past this they say nothing new. */
const MAX_REPAIRS = 20;
/** Longest place that is printed; deep pointers of generated schemas are longer than the note itself. */
const MAX_PLACE_LENGTH = 80;

/** Collects what was mended: one line per kind of repair, with the first place and how many more there were. */
export class Repairs {
  readonly #places = new Map<string, { readonly first: string; count: number }>();

  note(what: string, path: readonly string[]): void {
    const known = this.#places.get(what);
    if (known !== undefined) known.count++;
    else if (this.#places.size < MAX_REPAIRS) this.#places.set(what, { first: place(path), count: 1 });
  }

  toList(): readonly string[] {
    const list: string[] = [];
    for (const [what, { first, count }] of this.#places) {
      list.push(`${what} at ${first}${count > 1 ? ` and ${count - 1} more place(s)` : ''}`);
    }
    return list;
  }
}

function place(path: readonly string[]): string {
  if (path.length === 0) return 'the root';
  const text = singleLine(sanitizeText(`/${path.join('/')}`, Number.MAX_SAFE_INTEGER).text);
  return text.length > MAX_PLACE_LENGTH ? `…${text.slice(-MAX_PLACE_LENGTH)}` : text;
}
