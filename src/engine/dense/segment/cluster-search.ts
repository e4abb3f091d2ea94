import type { Image } from '../../codec/open-image.ts';
import { countRanges, type View } from '../../filter/view.ts';
import { readFloat32s, readUint32s } from '../little-endian.ts';
import type { BestCandidates } from './best-candidates.ts';
import { DENSE_SECTIONS } from './dense-layout.ts';
import { upperTail } from './upper-tail.ts';
import type { RowPlaces, VectorScan } from './vector-scan.ts';

/** Clusters and documents that are looked at before any is judged. */
const FIRST_CLUSTERS = 4;
const FIRST_DOCUMENTS_A_CANDIDATE = 8;

/** How much a search may miss. */
interface Accuracy {
  /** It ends when so large a share of its candidates at most is expected in the clusters that are left. */
  readonly expectedMiss: number;
  /**
   * Scores in a cluster have longer tails than a normal distribution, and queries' directions are only like those of
   * documents: spreads are taken for so much wider.
   */
  readonly spreadFactor: number;
  /** Codes of wanted documents differ by at most so many standard deviations more than those of the ones found. */
  readonly codeDeviations: number;
}

/** Finds 98 of 100. */
const WIDE: Accuracy = { expectedMiss: 0.02, spreadFactor: 1.1, codeDeviations: 2 };
/** Finds 99 of 100: where few documents are seen, a miss weighs more and costs less to avoid. */
const NARROW: Accuracy = { expectedMiss: 0.01, spreadFactor: 1.2, codeDeviations: 2.5 };
/** Views up to this share of the documents are narrow. */
const NARROW_SHARE = 0.11;
/** A round looks where all but this share of what is expected lies: what it finds makes less of the rest worth a look. */
const LEFT_TO_LATER = 0.25;
/** Clusters are first taken by the score that few of their documents exceed. */
const FIRST_SPREADS = 2;
/** Fewer documents than this a candidate are scored faster than their codes are compared. */
const SCORED_A_CANDIDATE = 8;

/**
 * A query that nothing is near to has no near codes either: of more documents than this at a time, at most as many as
 * this share of all is scored, as far as can be told from a sample.
 */
const MANY_DOCUMENTS = 32_768;
const MOST_SCORED = 0.02;
const SAMPLE = 512;

/** Going to a run takes as long as comparing so many codes that lie side by side. */
const CODES_A_RUN = 16;

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
    const accuracy = share <= NARROW_SHARE ? NARROW : WIDE;
    for (let cluster = 0; cluster < left.length; cluster++) left[cluster] = this.#sizes[cluster]! * share;
    const unit = queryLength * accuracy.spreadFactor;
    const spreads = Float64Array.from(this.#spreads, (spread) => Math.max(Number.MIN_VALUE, spread * unit));
    this.#offer(this.#takeFirst(scores, spreads, left, best.limit), view, best, accuracy);
    for (;;) {
      const chosen = this.#takeExpected(scores, spreads, left, {
        least: best.least,
        allowed: accuracy.expectedMiss * best.limit,
      });
      if (chosen.length === 0) return;
      if (best.isFull && this.#codesFor(chosen) > countRanges(view.ranges)) {
        this.#offerView(view, best, accuracy);
        return;
      }
      this.#offer(chosen, view, best, accuracy);
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
  #takeExpected(
    scores: Float64Array,
    spreads: Float64Array,
    left: Float64Array,
    { least, allowed }: { readonly least: number; readonly allowed: number },
  ): number[] {
    const expected = new Float64Array(left.length);
    let all = 0;
    for (let cluster = 0; cluster < left.length; cluster++) {
      if (left[cluster] === 0) continue;
      const deviations = (least - scores[cluster]!) / spreads[cluster]!;
      expected[cluster] = left[cluster]! * upperTail(deviations);
      all += expected[cluster]!;
    }
    if (all <= allowed) return [];
    const taken = lowestTaken(expected, Math.max(allowed, LEFT_TO_LATER * all));
    const chosen: number[] = [];
    for (let cluster = 0; cluster < left.length; cluster++) {
      if (left[cluster] === 0 || expected[cluster]! < taken) continue;
      left[cluster] = 0;
      chosen.push(cluster);
    }
    return chosen;
  }

  #offer(clusters: readonly number[], view: View, best: BestCandidates, { codeDeviations }: Accuracy): void {
    let documents = 0;
    for (const cluster of clusters) documents += this.#sizes[cluster]!;
    const few = documents <= SCORED_A_CANDIDATE * best.limit;
    const most = best.isFull && !few ? this.#mostBits(clusters, view, best, codeDeviations) : undefined;
    const ranges = view.count === this.#documents || isWhole(view.ranges, this.#documents) ? undefined : view.ranges;
    for (const cluster of clusters) {
      const runs = this.#runsOf(cluster);
      this.#scan.offer(ranges === undefined ? runs : cut(runs, ranges), { bits: view.bits ?? 0, most, best });
    }
  }

  /** Compares the codes of all documents of a view, one after the other. */
  #offerView(view: View, best: BestCandidates, { codeDeviations }: Accuracy): void {
    const clusters = Array.from(this.#runEnds.keys()).filter((cluster) => this.#sizes[cluster]! > 0);
    const most = this.#mostBits(clusters, view, best, codeDeviations);
    best.expectAgain();
    this.#scan.offer(view.ranges, { bits: view.bits ?? 0, most, best });
  }

  /** Documents that score as well as those that were found have codes about as near. */
  #mostBits(clusters: readonly number[], view: View, best: BestCandidates, deviations: number): number {
    const distances = this.#scan.distances(best.docs);
    const average = distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
    const differing = average / this.#codeBits;
    const most = Math.ceil(average + deviations * Math.sqrt(this.#codeBits * differing * (1 - differing)));
    const share = view.count / this.#documents;
    const documents = clusters.reduce((sum, cluster) => sum + this.#sizes[cluster]!, 0);
    return documents * share > MANY_DOCUMENTS ? Math.min(most, this.#bitsOf(clusters, MOST_SCORED / share)) : most;
  }

  /** What looking at clusters costs, in codes that lie side by side. */
  #codesFor(clusters: readonly number[]): number {
    let codes = 0;
    for (const cluster of clusters) codes += this.#sizes[cluster]! + (CODES_A_RUN * this.#runsOf(cluster).length) / 2;
    return codes;
  }

  /** The distance that a share of the documents of these clusters is within. */
  #bitsOf(clusters: readonly number[], share: number): number {
    const sample = Array.from({ length: SAMPLE }, (_, i) => {
      const runs = this.#runsOf(clusters[Math.floor((i * clusters.length) / SAMPLE)]!);
      return runs[2 * Math.floor((i * runs.length) / 2 / SAMPLE)]!;
    });
    const distances = Uint32Array.from(this.#scan.distances(sample)).sort();
    return distances[Math.floor(Math.min(1, share) * (distances.length - 1))]!;
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

function isWhole(ranges: Uint32Array, size: number): boolean {
  return ranges.length === 2 && ranges[0] === 0 && ranges[1] === size;
}

/** What of the runs lies in ranges. */
function cut(runs: Uint32Array, ranges: Uint32Array): number[] {
  const inside: number[] = [];
  let range = 0;
  for (let i = 0; i < runs.length; i += 2) {
    while (range < ranges.length && ranges[range + 1]! <= runs[i]!) range += 2;
    for (let at = range; at < ranges.length && ranges[at]! < runs[i + 1]!; at += 2) {
      inside.push(Math.max(runs[i]!, ranges[at]!), Math.min(runs[i + 1]!, ranges[at + 1]!));
    }
  }
  return inside;
}
