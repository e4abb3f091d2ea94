import type { Tool } from '../../tools/index.ts';
import type { Candidate } from '../backend.ts';
import { GROUPS_COUNT_FROM } from '../constants.ts';

/**
 * Does it count for a tool how near the tools of its source are to the request? Where nobody says so, in large catalogs:
 * there a request has near misses at a thousand sources, and what the right one is about speaks against them. Measured in
 * docs/hierarchy.md.
 * @param size tools that the caller may see
 */
export function groupsCount(size: number, wanted: boolean | undefined): boolean {
  return wanted ?? size >= GROUPS_COUNT_FROM;
}

/**
 * For each source the mean of its tools' cosines with a request: the product of the request with the centroid of their
 * vectors, which therefore needs to be kept nowhere.
 * @returns the mean of a source by its name
 */
export function createSourceMeans(tools: readonly Tool[]): (cosines: Float32Array) => (server: string) => number {
  const numbers = new Map<string, number>();
  const numberOf = Int32Array.from(tools, ({ source: { name } }) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  const counts = new Float64Array(numbers.size);
  for (const number of numberOf) counts[number] = counts[number]! + 1;
  return (cosines) => {
    const sums = new Float64Array(numbers.size);
    for (let doc = 0; doc < numberOf.length; doc++) {
      const number = numberOf[doc]!;
      sums[number] = sums[number]! + cosines[doc]!;
    }
    return (server) => {
      const number = numbers.get(server)!;
      return sums[number]! / counts[number]!;
    };
  };
}

/** The candidates with how near their sources are; each source is asked about once. */
export function withGroupLikeness(
  candidates: readonly Candidate[],
  meanOf: (server: string) => number,
): readonly Candidate[] {
  const means = new Map<string, number>();
  return candidates.map((candidate) => {
    const { name } = candidate.tool.source;
    let group = means.get(name);
    if (group === undefined) {
      group = meanOf(name);
      means.set(name, group);
    }
    return { ...candidate, group };
  });
}
