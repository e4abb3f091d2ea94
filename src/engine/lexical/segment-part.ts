import { readUint32s } from '../dense/little-endian.ts';
import { sees } from '../filter/sees.ts';
import type { View } from '../filter/view.ts';
import type {
  LexicalPart,
  SegmentLexicalCandidate,
  SegmentLexicalRequest,
  SegmentLexicalResult,
  SegmentSpace,
} from '../segment/parts.ts';
import { BestScores } from './best-scores.ts';
import type { SegmentTerm } from './scan-plan.ts';
import { scoreAll } from './score-all.ts';
import { SegmentPostings } from './segment-postings.ts';
import { type Scanned, SegmentScan } from './segment-scan.ts';
import { SegmentTerms } from './term-sections.ts';

/**
 * Opens the lexical part of a segment.
 * @throws ToolscoutError `INDEX_DAMAGED` where sections are missing or do not fit together
 */
export function openLexicalPart({ space }: SegmentSpace): LexicalPart {
  return new LexicalSegment(space);
}

/**
 * Scans sums of rounded impacts, which say who can be among the best, and scores those exactly: equal to the plain
 * scorer over the same statistics, to the last bit and in the order of ties.
 */
class LexicalSegment implements LexicalPart {
  readonly #terms: SegmentTerms;
  readonly #postings: SegmentPostings;
  readonly #scan: SegmentScan;
  readonly #keyRanks: Uint32Array;
  readonly #memory: Uint8Array;

  constructor(space: SegmentSpace['space']) {
    this.#terms = new SegmentTerms((name) => space.image.section(name));
    this.#postings = new SegmentPostings(space);
    this.#scan = new SegmentScan(space, this.#postings);
    this.#keyRanks = readUint32s(space.image.section('keys.ranks'));
    this.#memory = new Uint8Array(space.memory.buffer);
  }

  documentFrequency(term: string, { ranges, bits }: View): number {
    const number = this.#terms.find(term);
    if (number < 0) return 0;
    const { planeCount, documentCount, starts } = this.#postings;
    if (bits === undefined && ranges[1]! - ranges[0]! === documentCount) return starts[number + 1]! - starts[number]!;
    let frequency = 0;
    for (let i = 0; i < ranges.length; i += 2) {
      const [from, to] = [ranges[i]!, ranges[i + 1]!];
      frequency +=
        number < planeCount
          ? this.#postings.countPlane(number, from, to, bits)
          : this.#postings.countList(number, from, to, bits);
    }
    return frequency;
  }

  search({ terms, idfs, limit, view, also }: SegmentLexicalRequest): SegmentLexicalResult {
    const held: SegmentTerm[] = [];
    for (const [i, term] of terms.entries()) {
      const number = this.#terms.find(term);
      if (number >= 0) held.push({ number, idf: idfs[i]! });
    }
    const seen = also.filter((doc) => sees(view, this.#memory, doc));
    return { ...this.#best(held, view, limit), also: seen.map((doc) => this.#postings.score(doc, held)) };
  }

  #best(terms: readonly SegmentTerm[], view: View, limit: number): Pick<SegmentLexicalResult, 'best' | 'total'> {
    if (terms.length === 0 || view.count === 0) return { best: [], total: 0 };
    const scanned = this.#scan.run(terms, view, limit);
    if (scanned !== undefined) return { best: this.#bestOfScanned(terms, scanned, limit), total: scanned.total };
    const { docs, scores } = scoreAll(this.#postings, terms, view, this.#memory);
    const best = new BestScores(limit);
    for (const doc of docs) best.add(scores[doc]!);
    const candidates = docs.filter((doc) => scores[doc]! >= best.floor).map((doc) => this.#postings.score(doc, terms));
    return { best: this.#inOrder(candidates, limit), total: docs.length };
  }

  /** Scores from the highest sum down, as long as a sum can still beat the limit-th best score. */
  #bestOfScanned(terms: readonly SegmentTerm[], { plan, pairs }: Scanned, limit: number): SegmentLexicalCandidate[] {
    const best = new BestScores(limit);
    const candidates: SegmentLexicalCandidate[] = [];
    for (const pair of pairsBySum(pairs)) {
      if (pairs[2 * pair]! + plan.loss < plan.scale * best.floor) break;
      const candidate = this.#postings.score(pairs[2 * pair + 1]!, terms);
      candidates.push(candidate);
      best.add(candidate.score);
    }
    return this.#inOrder(candidates, limit);
  }

  #inOrder(candidates: SegmentLexicalCandidate[], limit: number): SegmentLexicalCandidate[] {
    const ranks = this.#keyRanks;
    return candidates.sort((a, b) => b.score - a.score || ranks[a.doc]! - ranks[b.doc]!).slice(0, limit);
  }
}

/** Numbers of pairs, highest sum first. A sum has 16 bits and a number 15, so that both sort as one whole number. */
function pairsBySum(pairs: Uint32Array): Uint32Array {
  const sorted = new Uint32Array(pairs.length / 2);
  for (let pair = 0; pair < sorted.length; pair++) sorted[pair] = (0xffff - pairs[2 * pair]!) * 2 ** 15 + pair;
  sorted.sort();
  for (let i = 0; i < sorted.length; i++) sorted[i]! &= 2 ** 15 - 1;
  return sorted;
}
