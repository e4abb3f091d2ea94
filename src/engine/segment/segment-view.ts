import type { View } from '../filter/view.ts';
import type { Segment } from './segment.ts';
import type { DocRef, IndexView } from './types.ts';

/** A segment beside the number that its first document has in the index. */
export interface PlacedSegment {
  readonly segment: Segment;
  readonly base: number;
}

/** Numbers of documents leave room for so many in each segment. */
export const DOCUMENTS_PER_SEGMENT: number = 2 ** 24;

/** A segment and what is seen of it. */
export interface SeenSegment extends PlacedSegment {
  readonly view: View;
}

/** The view of an index: those of its segments, and the frequencies that were asked for in it. */
export class SegmentedView implements IndexView {
  readonly version: number;
  readonly count: number;
  /** Those of which anything is seen. */
  readonly seen: readonly SeenSegment[];
  readonly #frequencies = new Map<string, number>();
  #tagKeys: ReadonlySet<string> | undefined;

  constructor(version: number, seen: readonly SeenSegment[]) {
    this.version = version;
    this.seen = seen.filter(({ view }) => view.count > 0);
    this.count = this.seen.reduce((sum, { view }) => sum + view.count, 0);
  }

  /** Tags that documents of the view carry. */
  get tagKeys(): ReadonlySet<string> {
    this.#tagKeys ??= new Set(this.seen.flatMap(({ segment, view }) => segment.parts.filter.tagKeysOf(view)));
    return this.#tagKeys;
  }

  /** Documents of the view that hold the term. */
  documentFrequency(term: string): number {
    const known = this.#frequencies.get(term);
    if (known !== undefined) return known;
    let frequency = 0;
    for (const { segment, view } of this.seen) frequency += segment.parts.lexical.documentFrequency(term, view);
    if (this.#frequencies.size >= MAX_FREQUENCIES) this.#frequencies.clear();
    this.#frequencies.set(term, frequency);
    return frequency;
  }

  /** The seen segment that holds the document, provided that it is in the view. */
  seeing(doc: DocRef): SeenSegment | undefined {
    const found = this.seen.find(({ base }) => doc >= base && doc < base + DOCUMENTS_PER_SEGMENT);
    return found?.segment.isInView(doc - found.base, found.view) ? found : undefined;
  }
}

/** Frequencies that a view remembers; a request has some dozens of terms. */
const MAX_FREQUENCIES = 4096;
