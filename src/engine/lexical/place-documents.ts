import type { DocumentOrder } from '../segment/parts.ts';
import { K1 } from './constants.ts';
import type { Collected, KeptPatterns, TermNumbers } from './lay-out-segment.ts';
import { ListBuckets } from './list-buckets.ts';
import { IMPACT_STEPS, type Narrow, narrowFor, planeStride, RANK_BLOCK, rankBlocks } from './segment-layout.ts';

/** Sections of a segment with a figure for each posting or document: see `segment-layout.ts`. */
export interface PlacedDocuments {
  readonly patterns: Narrow;
  readonly lengths: Narrow;
  readonly planes: Uint8Array;
  readonly ranks: Uint32Array;
  readonly listDocuments: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Words of {@link placesOf}: number, next posting of those with planes, and a float64: the greatest impact. */
const PLACE_WORDS = 4;

/** Lays the documents out one by one, in their order. */
export function placeDocuments(
  collected: Collected,
  terms: TermNumbers,
  kept: KeptPatterns,
  order: DocumentOrder,
): PlacedDocuments {
  const { documents, weights, fields } = collected;
  const { planes: planeCount, starts } = terms;
  const stride = planeStride(documents.size);
  const blocks = rankBlocks(documents.size);
  const patterns = narrowFor(kept.size, documents.postings);
  const lengths = narrowFor(documents.greatestLength, documents.size * fields.length);
  const planes = new Uint8Array(planeCount * stride);
  const ranks = new Uint32Array(planeCount * blocks);
  const lists = new ListBuckets(starts.subarray(planeCount), patterns);
  const places = placesOf(terms);
  const greatest = new Float64Array(places.buffer);
  const words = new Uint32Array(documents.mostWords);
  const keptNumbers = kept.numberOf;
  const first = fields.length;
  for (let place = 0; place < order.length; place++) {
    const count = documents.read(order[place]!, words);
    for (let f = 0; f < first; f++) lengths[place * first + f] = words[f]!;
    weights.begin(words);
    const nextBlock = Math.floor(place / RANK_BLOCK) + 1;
    for (let i = first; i < count; i += 2) {
      const at = words[i]! * PLACE_WORDS;
      const term = places[at]!;
      const pattern = keptNumbers[words[i + 1]!]!;
      const weight = weights.weight(words[i + 1]!);
      const share = weight / ((K1 + weight) * greatest[at / 2 + 1]!);
      const steps = Math.min(IMPACT_STEPS, Math.ceil(share * IMPACT_STEPS));
      if (term < planeCount) {
        patterns[places[at + 1]!++] = pattern;
        planes[term * stride + place] = steps;
        if (nextBlock < blocks) ranks[term * blocks + nextBlock]!++;
      } else {
        lists.push(term - planeCount, place, steps, pattern);
      }
    }
  }
  lists.sort();
  for (let i = 0; i < ranks.length; i++) if (i % blocks > 0) ranks[i]! += ranks[i - 1]!;
  return { patterns, lengths, planes, ranks, listDocuments: lists.documents, impacts: lists.impacts };
}

/** What placing needs of each term, side by side, since every posting fetches it from far. */
function placesOf({ numberOf, starts, greatest }: TermNumbers): Uint32Array {
  const places = new Uint32Array(numberOf.length * PLACE_WORDS);
  const numbers = new Float64Array(places.buffer);
  for (const [term, number] of numberOf.entries()) {
    places[term * PLACE_WORDS] = number;
    places[term * PLACE_WORDS + 1] = starts[number]!;
    numbers[(term * PLACE_WORDS) / 2 + 1] = greatest[number]!;
  }
  return places;
}
