import type { SegmentMemory } from '../codec/segment-memory.ts';
import type { View } from '../filter/view.ts';
import { type SearchKernels, searchKernels } from '../kernels/index.ts';
import { KEPT_AT, SCAN_SCRATCH_BYTES } from '../kernels/scan-lexical.ts';
import {
  TERM_BYTES,
  TERM_GREATEST,
  TERM_IMPACTS,
  TERM_LIST,
  TERM_LIST_END,
  TERM_PLANE,
  TERM_PRESENT,
  TERM_WEIGHT,
} from '../kernels/term-record.ts';
import { MAX_SCANNED_TERMS, planScan, type ScanPlan, type SegmentTerm } from './scan-plan.ts';
import type { SegmentPostings } from './segment-postings.ts';

/** Ranges that a scan takes; a view of more is better a bitmap. */
const MAX_RANGES = 1024;
/** A scan keeps a few times as many as are wanted, and has room for 32,768. */
const MAX_LIMIT = 4096;

/** What a scan has kept. */
export interface Scanned {
  readonly plan: ScanPlan;
  /** Pairs of sum and document, in document order; good until the next scan. */
  readonly pairs: Uint32Array;
  /** Documents of the view that hold one of the terms. */
  readonly total: number;
}

/** Runs scans over the postings of a segment, with scratch of its own in the segment's memory. */
export class SegmentScan {
  readonly #postings: SegmentPostings;
  readonly #kernels: SearchKernels;
  readonly #words: Uint32Array;
  readonly #terms: number;
  readonly #ranges: number;
  readonly #scratch: number;

  constructor(space: SegmentMemory, postings: SegmentPostings) {
    this.#postings = postings;
    this.#kernels = searchKernels(space.memory);
    this.#words = new Uint32Array(space.memory.buffer);
    this.#terms = space.reserve(MAX_SCANNED_TERMS * TERM_BYTES);
    this.#ranges = space.reserve(MAX_RANGES * 8);
    this.#scratch = space.reserve(SCAN_SCRATCH_BYTES);
  }

  /** Everything that can be among the best `limit`; `undefined` where the scan has no room for it. */
  run(terms: readonly SegmentTerm[], { ranges, bits }: View, limit: number): Scanned | undefined {
    if (terms.length > MAX_SCANNED_TERMS || ranges.length > 2 * MAX_RANGES || limit > MAX_LIMIT) return undefined;
    const plan = planScan(terms, this.#postings.greatest, this.#postings.planeCount);
    this.#writeTerms(terms, plan);
    this.#words.set(ranges, this.#ranges / 4);
    const kept = this.#kernels.scanLexical(
      this.#terms,
      this.#terms + terms.length * TERM_BYTES,
      plan.shift,
      this.#ranges,
      this.#ranges + 4 * ranges.length,
      bits ?? 0,
      this.#scratch,
      limit,
      plan.excess + plan.loss,
    );
    if (kept < 0) return undefined;
    const start = (this.#scratch + KEPT_AT) / 4;
    return { plan, pairs: this.#words.subarray(start, start + 2 * kept), total: this.#words[this.#scratch / 4]! };
  }

  /** Those with planes first. */
  #writeTerms(terms: readonly SegmentTerm[], { weights }: ScanPlan): void {
    const { planeCount } = this.#postings;
    let at = this.#terms;
    for (const isPlane of [true, false]) {
      for (const [i, { number }] of terms.entries()) {
        if (number < planeCount !== isPlane) continue;
        this.#writeTerm(at, number, weights[i]!);
        at += TERM_BYTES;
      }
    }
  }

  #writeTerm(at: number, term: number, weight: number): void {
    const { planeCount, planesAt, stride, listDocumentsAt, impactsAt } = this.#postings;
    const write = (field: number, value: number): void => {
      this.#words[(at + field) / 4] = value;
    };
    if (term < planeCount) {
      write(TERM_PLANE, planesAt + term * stride);
      write(TERM_PRESENT, this.#postings.presentAt(term));
      write(TERM_GREATEST, this.#postings.greatestAt(term));
    } else {
      write(TERM_PLANE, 0);
      write(TERM_LIST, listDocumentsAt + 4 * this.#postings.listStart(term));
      write(TERM_LIST_END, listDocumentsAt + 4 * this.#postings.listStart(term + 1));
      // Wraps around below zero, and so does the addition in the kernel.
      write(TERM_IMPACTS, impactsAt - listDocumentsAt / 4);
    }
    write(TERM_WEIGHT, weight);
  }
}
