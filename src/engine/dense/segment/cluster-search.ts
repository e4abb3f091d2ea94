import type { Image } from '../../codec/open-image.ts';
import type { View } from '../../filter/view.ts';
import { readFloat32s, readUint32s } from '../little-endian.ts';
import type { BestCandidates } from './best-candidates.ts';
import { DENSE_SECTIONS } from './dense-layout.ts';
import { upperTail } from './upper-tail.ts';
import type { RowPlaces, VectorScan } from './vector-scan.ts';

/** Clusters and documents that are looked at before any is judged. */
const FIRST_CLUSTERS = 4;
const FIRST_DOCUMENTS_A_CANDIDATE = 8;
/** A search ends when so large a share of its candidates at most is expected in the clusters that are left. */
const EXPECTED_MISS = 0.01;
/** A round looks where all but this share of what is expected lies: what it finds makes less of the rest worth a look. */
const LEFT_TO_LATER = 0.25;
/** Scores in a cluster have longer tails than a normal distribution, and the queries' directions are only like those of documents. */
const SPREAD_FACTOR = 1.2;
/** Clusters are first taken by the score that few of their documents exceed. */
const FIRST_SPREADS = 2;
/** Codes of wanted documents differ by so many standard deviations more than those of the ones that were found, at most. */
const CODE_DEVIATIONS = 2.5;
/** Fewer documents than this a candidate are scored faster than their codes are compared. */
const SCORED_A_CANDIDATE = 8;

/** Where the documents of a segment lie in clusters, and how a search finds the few that are worth a look. */
export class ClusterSearch {
  readonly mean: Float32Array;
  readonly #scan: VectorScan;
  readonly #centroids: RowPlaces;
  readonly #spreads: Float32Array;
  readonly #runEnds: Uint32Array;
  readonly #runs: Uint32Array;
  readonly #sizes: Float64Array;
  readonly #documents: number;
  readonly #codeBits: number;

  constructor(image: Image, scan: VectorScan) {
    this.#scan = scan;
    this.mean = readFloat32s(image.section(DENSE_SECTIONS.mean));
    this.#centroids = {
      rows: image.section(DENSE_SECTIONS.centroids).byteOffset,
      scales: image.section(DENSE_SECTIONS.centroidScales).byteOffset,
    };
    this.#spreads = readFloat32s(image.section(DENSE_SECTIONS.spreads));
    this.#runEnds = readUint32s(image.section(DENSE_SECTIONS.runEnds));
    this.#runs = readUint32s(image.section(DENSE_SECTIONS.runs));
    this.#documents = image.documents;
    this.#codeBits = this.mean.length;
    this.#sizes = Float64Array.from(this.#runEnds, (_, cluster) => {
      const runs = this.#runsOf(cluster);
      let size = 0;
      for (let i = 0; i < runs.length; i += 2) size += runs[i + 1]! - runs[i]!;
      return size;
    });
  }

  /** Offers the documents of a view that may be among the best; the scan has the query, of this length. */
  search(view: View, queryLength: number, best: BestCandidates): void {
    const scores = this.#scan.scoreRows(this.#centroids, this.#sizes.length);
    const left = new Float64Array(scores.length);
    const share = view.count / this.#documents;
    for (let cluster = 0; cluster < left.length; cluster++) left[cluster] = this.#sizes[cluster]! * share;
    const spreads = Float64Array.from(this.#spreads, (spread) => Math.max(Number.MIN_VALUE, spread * queryLength));
    this.#offer(this.#takeFirst(scores, spreads, left, best.limit), view, best);
    for (;;) {
      const chosen = this.#takeExpected(scores, spreads, left, best);
      if (chosen.length === 0) return;
      this.#offer(chosen, view, best);
    }
  }

  /** The clusters whose best documents should score highest. Takes what it gives from what is left. */
  #takeFirst(scores: Float64Array, spreads: Float64Array, left: Float64Array, limit: number): number[] {
    const chosen: number[] = [];
    let documents = 0;
    while (chosen.length < left.length) {
      if (chosen.length >= FIRST_CLUSTERS && documents >= FIRST_DOCUMENTS_A_CANDIDATE * limit) break;
      let first = -1;
      let most = -Infinity;
      for (let cluster = 0; cluster < left.length; cluster++) {
        const bound = scores[cluster]! + FIRST_SPREADS * spreads[cluster]!;
        if (left[cluster] === 0 || bound <= most) continue;
        first = cluster;
        most = bound;
      }
      if (first < 0) break;
      documents += left[first]!;
      left[first] = 0;
      chosen.push(first);
    }
    return chosen;
  }

  /**
   * The clusters that hold most of what is still expected to be found, as if the scores in each were distributed normally
   * around that of its centroid; none where that is little. Takes what it gives from what is left.
   */
  #takeExpected(scores: Float64Array, spreads: Float64Array, left: Float64Array, best: BestCandidates): number[] {
    const expected = new Float64Array(left.length);
    let all = 0;
    for (let cluster = 0; cluster < left.length; cluster++) {
      if (left[cluster] === 0) continue;
      const deviations = (best.least - scores[cluster]!) / (SPREAD_FACTOR * spreads[cluster]!);
      expected[cluster] = left[cluster]! * upperTail(deviations);
      all += expected[cluster]!;
    }
    const allowed = EXPECTED_MISS * best.limit;
    if (all <= allowed) return [];
    const least = lowestTaken(expected, Math.max(allowed, LEFT_TO_LATER * all));
    const chosen: number[] = [];
    for (let cluster = 0; cluster < left.length; cluster++) {
      if (left[cluster] === 0 || expected[cluster]! < least) continue;
      left[cluster] = 0;
      chosen.push(cluster);
    }
    return chosen;
  }

  #offer(clusters: readonly number[], view: View, best: BestCandidates): void {
    const runs: number[] = [];
    let documents = 0;
    for (const cluster of clusters) documents += cut(this.#runsOf(cluster), view.ranges, runs);
    const bits = view.bits ?? 0;
    if (!best.isFull || documents <= SCORED_A_CANDIDATE * best.limit) this.#scan.offerAll(runs, bits, best);
    else this.#scan.offerNear(runs, bits, this.#mostBits(best), best);
  }

  /** Documents that score as well as those that were found have codes about as near. */
  #mostBits(best: BestCandidates): number {
    const distances = this.#scan.distances(best.docs);
    const average = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    const share = average / this.#codeBits;
    return Math.ceil(average + CODE_DEVIATIONS * Math.sqrt(this.#codeBits * share * (1 - share)));
  }

  #runsOf(cluster: number): Uint32Array {
    return this.#runs.subarray(cluster === 0 ? 0 : this.#runEnds[cluster - 1], this.#runEnds[cluster]);
  }
}

/** The least of the numbers that must be taken for the others to sum up to at most `rest`, to a power of 2. */
function lowestTaken(numbers: Float64Array, rest: number): number {
  const STEPS = 16;
  const sums = new Float64Array(STEPS);
  for (const number of numbers) {
    let step = 0;
    for (let bound = rest; step < STEPS - 1 && number < bound; bound /= 2) step++;
    sums[step]! += number;
  }
  let sum = 0;
  for (let step = STEPS - 1; step > 0; step--) {
    sum += sums[step]!;
    if (sum > rest) return rest / 2 ** step;
  }
  return rest;
}

/** Adds to `cut` what of the runs lies in ranges; says how many documents that is. */
function cut(runs: Uint32Array, ranges: Uint32Array, into: number[]): number {
  let documents = 0;
  let range = 0;
  for (let i = 0; i < runs.length; i += 2) {
    while (range < ranges.length && ranges[range + 1]! <= runs[i]!) range += 2;
    for (let at = range; at < ranges.length && ranges[at]! < runs[i + 1]!; at += 2) {
      const start = Math.max(runs[i]!, ranges[at]!);
      const end = Math.min(runs[i + 1]!, ranges[at + 1]!);
      into.push(start, end);
      documents += end - start;
    }
  }
  return documents;
}
