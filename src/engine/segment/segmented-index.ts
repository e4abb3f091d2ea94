import type { VectorCandidate, VectorQuery } from '../dense/vector-index.ts';
import { type DocumentTags, type FilterExpression, filterKey } from '../filter/expression.ts';
import type { LexicalResult } from '../types.ts';
import { planMerge } from './merge-policy.ts';
import type { PartMaker } from './parts.ts';
import { listByKey, searchDense, searchLexical } from './search-segments.ts';
import { buildSegment, type Segment } from './segment.ts';
import { DOCUMENTS_PER_SEGMENT, type PlacedSegment, SegmentedView } from './segment-view.ts';
import type {
  DocRef,
  EngineDenseRequest,
  EngineIndex,
  EngineLexicalRequest,
  IndexView,
  SegmentDocument,
} from './types.ts';

/** One step of an update. To put a document replaces the one with its key. */
export type IndexChange =
  | { readonly op: 'put'; readonly document: SegmentDocument }
  | { readonly op: 'remove'; readonly key: string };

/** What an update came to. */
export interface ChangeCounts {
  readonly added: number;
  readonly replaced: number;
  readonly removed: number;
  /** Documents whose hash was the known one, and keys to remove that were not there. */
  readonly unchanged: number;
}

/** Live documents from which on the head is to be sealed. */
export const MAX_HEAD_DOCUMENTS = 10_000;

/** A segment of the head is built anew together with those that come while it is not so many times larger. */
const HEAD_GROWTH = 4;

/** Views that are kept, frequencies included. */
const MAX_VIEWS = 64;

/**
 * An index of immutable segments and a mutable head.
 *
 *   sealed   large segments; merged by whoever owns the index, or by itself where it keeps all in memory
 *   head     small segments, each at least four times as large as the next: few, and cheap to keep up
 *   pending  documents that came since the last search: a segment is built of them when somebody looks
 *
 * Invariant: a key is live in one place only. To replace or remove a document sets its bit in the segment that holds it.
 */
export class SegmentedIndex implements EngineIndex {
  readonly #maker: PartMaker;
  #sealed: PlacedSegment[] = [];
  #head: PlacedSegment[] = [];
  readonly #pending = new Map<string, SegmentDocument>();
  readonly #views = new Map<string, SegmentedView>();
  #nextBase = 0;
  #version = 0;
  #tagKeys: { readonly version: number; readonly keys: ReadonlySet<string> } | undefined;

  constructor(maker: PartMaker) {
    this.#maker = maker;
  }

  get size(): number {
    return this.#all().reduce((sum, { segment }) => sum + segment.live, this.#pending.size);
  }

  get version(): number {
    return this.#version;
  }

  get tagKeys(): ReadonlySet<string> {
    if (this.#tagKeys?.version !== this.#version) {
      const keys = new Set(this.#settled().flatMap(({ segment }) => segment.parts.filter.tagKeys));
      this.#tagKeys = { version: this.#version, keys };
    }
    return this.#tagKeys.keys;
  }

  get dimensions(): number | undefined {
    return this.#maker.dimensions;
  }

  /** Live documents that are in no sealed segment. */
  get headSize(): number {
    return this.#head.reduce((sum, { segment }) => sum + segment.live, this.#pending.size);
  }

  get sealed(): readonly Segment[] {
    return this.#sealed.map(({ segment }) => segment);
  }

  /** Makes the changes one after the other; the next search sees them. */
  apply(changes: Iterable<IndexChange>): ChangeCounts {
    const counts = { added: 0, replaced: 0, removed: 0, unchanged: 0 };
    for (const change of changes) counts[this.#applyOne(change)]++;
    if (counts.added + counts.replaced + counts.removed > 0) this.#version++;
    return counts;
  }

  /** Those of the changes that have an effect, without making them. */
  news(changes: readonly IndexChange[]): readonly IndexChange[] {
    const changed = new Set<string>();
    return changes.filter((change) => {
      const key = keyOf(change);
      // What an earlier change of these leaves behind is not known here, so the later ones count.
      if (!changed.has(key) && !isNews(change, this.#locate(key))) return false;
      changed.add(key);
      return true;
    });
  }

  /** Whether the live document of this key has this hash. */
  holds(key: string, hash: Uint8Array): boolean {
    const held = this.#locate(key);
    return held !== undefined && hasHash(held, hash);
  }

  /** Live documents of the head, to be written as a segment. */
  headDocuments(): readonly SegmentDocument[] {
    return [...this.#head.flatMap(({ segment }) => liveDocuments(segment)), ...this.#pending.values()];
  }

  /**
   * Puts a sealed segment in the place of others, or of the head: it must hold the live documents of those it replaces.
   * Without a segment they are dropped, which is right where nothing lives in them.
   */
  exchange(old: readonly Segment[] | 'head', next: Segment | undefined): void {
    if (old === 'head') {
      this.#head = [];
      this.#pending.clear();
    } else {
      this.#sealed = this.#sealed.filter(({ segment }) => !old.includes(segment));
    }
    if (next !== undefined) this.#sealed.push(this.#place(next));
    this.#version++;
  }

  /** Seals the head in memory when it is large, and merges what the policy says: for an index that is not on disk. */
  compact(): void {
    if (this.headSize > MAX_HEAD_DOCUMENTS) this.exchange('head', buildSegment(this.headDocuments(), this.#maker));
    for (let plan = this.#planMerge(); plan !== undefined; plan = this.#planMerge()) {
      const documents = plan.flatMap(liveDocuments);
      this.exchange(plan, documents.length === 0 ? undefined : buildSegment(documents, this.#maker));
    }
  }

  view(filter?: FilterExpression): IndexView {
    const segments = this.#settled();
    const key = filter === undefined ? '' : filterKey(filter);
    // Asked of the parts each time, which keep their own: what they say may have had to be made again.
    const seen = segments.map((placed) => ({ ...placed, view: placed.segment.parts.filter.view(filter) }));
    const known = this.#views.get(key);
    const fresh = new SegmentedView(this.#version, seen);
    this.#views.delete(key);
    const view = known !== undefined && isSame(known, fresh) ? known : fresh;
    this.#views.set(key, view);
    if (this.#views.size > MAX_VIEWS) this.#views.delete(this.#views.keys().next().value!);
    return view;
  }

  tagKeysOf(view: IndexView): ReadonlySet<string> {
    return this.#own(view).tagKeys;
  }

  list(view: IndexView, limit: number): readonly DocRef[] {
    return listByKey(this.#own(view), limit);
  }

  lexical({ view, ...request }: EngineLexicalRequest): LexicalResult {
    return searchLexical(this.#own(view), request);
  }

  dense(query: VectorQuery, { view, ...request }: EngineDenseRequest): readonly VectorCandidate[] {
    return searchDense(this.#own(view), query, request);
  }

  denseScores(query: VectorQuery, docs: readonly DocRef[]): Float32Array {
    const scores = new Float32Array(docs.length);
    for (const { segment, base } of this.#settled()) {
      const positions = [...docs.keys()].filter((i) => docs[i]! >= base && docs[i]! < base + segment.size);
      if (positions.length === 0) continue;
      const own = segment.parts.dense?.scores(
        query,
        positions.map((i) => docs[i]! - base),
      );
      for (const [j, i] of positions.entries()) scores[i] = own?.[j] ?? 0;
    }
    return scores;
  }

  find(key: string): DocRef | undefined {
    for (const { segment, base } of this.#settled()) {
      const doc = segment.find(key);
      if (doc !== undefined) return (base + doc) as DocRef;
    }
    return undefined;
  }

  key(doc: DocRef): string {
    const { segment, base } = this.#holder(doc);
    return segment.keys.key(doc - base);
  }

  tags(doc: DocRef): DocumentTags {
    const { segment, base } = this.#holder(doc);
    return segment.parts.filter.tags(doc - base);
  }

  payload(doc: DocRef): Uint8Array {
    const { segment, base } = this.#holder(doc);
    return segment.payload(doc - base);
  }

  #applyOne(change: IndexChange): keyof ChangeCounts {
    const key = keyOf(change);
    const held = this.#locate(key);
    if (!isNews(change, held)) return 'unchanged';
    if (held !== undefined && 'segment' in held) held.segment.remove(held.doc);
    this.#pending.delete(key);
    if (change.op === 'remove') return 'removed';
    this.#pending.set(key, change.document);
    return held === undefined ? 'added' : 'replaced';
  }

  #locate(key: string): HeldDocument | undefined {
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    for (const { segment } of this.#all()) {
      const doc = segment.find(key);
      if (doc !== undefined) return { segment, doc };
    }
    return undefined;
  }

  /** All segments, after the pending documents have become one. */
  #settled(): readonly PlacedSegment[] {
    if (this.#head.some(({ segment }) => segment.live === 0)) {
      this.#head = this.#head.filter(({ segment }) => segment.live > 0);
    }
    if (this.#pending.size > 0) {
      const documents = [...this.#pending.values()];
      for (let last = this.#head.at(-1); last !== undefined; last = this.#head.at(-1)) {
        if (last.segment.live >= HEAD_GROWTH * documents.length) break;
        documents.push(...liveDocuments(last.segment));
        this.#head.pop();
      }
      this.#head.push(this.#place(buildSegment(documents, this.#maker)));
      this.#pending.clear();
    }
    return this.#all();
  }

  #all(): readonly PlacedSegment[] {
    return [...this.#sealed, ...this.#head];
  }

  #place(segment: Segment): PlacedSegment {
    // Never used twice, so that a stale number is told from a good one.
    const base = this.#nextBase;
    this.#nextBase += DOCUMENTS_PER_SEGMENT;
    return { segment, base };
  }

  #planMerge(): Segment[] | undefined {
    const sizes = this.#sealed.map(({ segment }) => ({ size: segment.size, removed: segment.removed.count }));
    return planMerge(sizes)?.map((i) => this.#sealed[i]!.segment);
  }

  #holder(doc: DocRef): PlacedSegment {
    const found = this.#all().find(({ base, segment }) => doc >= base && doc < base + segment.size);
    if (found === undefined) throw new RangeError(`Document ${doc} is not in this index any more.`);
    return found;
  }

  #own(view: IndexView): SegmentedView {
    if (view instanceof SegmentedView && view.version === this.#version) return view;
    throw new RangeError('A view was used after the index has changed, or with another index.');
  }
}

/** Where a live document is: in a segment, or pending and here itself. */
type HeldDocument = SegmentDocument | { readonly segment: Segment; readonly doc: number };

function keyOf(change: IndexChange): string {
  return change.op === 'put' ? change.document.key : change.key;
}

function isNews(change: IndexChange, held: HeldDocument | undefined): boolean {
  if (change.op === 'remove' || held === undefined) return (change.op === 'remove') === (held !== undefined);
  return !hasHash(held, change.document.hash);
}

function hasHash(held: HeldDocument, hash: Uint8Array): boolean {
  if ('segment' in held) return held.segment.hasHash(held.doc, hash);
  return hash.every((byte, i) => byte === held.hash[i]);
}

function liveDocuments(segment: Segment): SegmentDocument[] {
  return Array.from(segment.liveDocs(), (doc) => segment.document(doc));
}

function isSame(known: SegmentedView, fresh: SegmentedView): boolean {
  return (
    known.version === fresh.version &&
    known.seen.length === fresh.seen.length &&
    known.seen.every(({ base, view }, i) => base === fresh.seen[i]!.base && view === fresh.seen[i]!.view)
  );
}
