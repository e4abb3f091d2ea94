import type { DocumentOrder } from '../segment/parts.ts';
import { K1 } from './constants.ts';
import type { Collected, KeptPatterns, TermNumbers } from './lay-out-segment.ts';
import { ListBuckets } from './list-buckets.ts';
import { ReadAhead } from './read-ahead.ts';
import { IMPACT_STEPS, type Narrow, narrowFor } from './segment-layout.ts';
import { TermPlanes } from './term-planes.ts';

/** Sections of a segment with a figure for each posting or document: see `segment-layout.ts`. */
export interface PlacedDocuments {
  readonly patterns: Narrow;
  readonly lengths: Narrow;
  readonly planes: Uint8Array;
  readonly ranks: Uint32Array;
  readonly listDocuments: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Words of {@link placesOf}: the number, one of nothing, and a float64: the greatest impact. */
const PLACE_WORDS = 4;

/** Documents lie far from one another in their order: so many are called up at once. */
const FETCHED = 32;

/** Lays the documents out one by one, in their order. */
export function placeDocuments(
  collected: Collected,
  terms: TermNumbers,
  kept: KeptPatterns,
  order: DocumentOrder,
): PlacedDocuments {
  const { documents, weights, fields } = collected;
  const first = fields.length;
  const patterns = narrowFor(kept.size, documents.postings);
  const lengths = narrowFor(documents.greatestLength, documents.size * first);
  const planes = new TermPlanes(terms.starts, terms.planes, documents.size, patterns);
  const lists = new ListBuckets(terms.starts, terms.planes, patterns);
  const places = placesOf(terms);
  const words = new Uint32Array(documents.mostWords);
  const impacts = new Uint8Array(documents.mostWords);
  const ahead = new ReadAhead();
  for (let place = 0; place < order.length; place++) {
    if (place % FETCHED === 0) documents.fetch(order, place, Math.min(place + FETCHED, order.length));
    const count = documents.read(order[place]!, words);
    for (let f = 0; f < first; f++) lengths[place * first + f] = words[f]!;
    ahead.records(places, PLACE_WORDS, words, first, 2, count);
    weights.begin(words);
    numberPostings(places, kept.numberOf, weights.weigh(words, first + 1, count), { words, first, count, impacts });
    planes.add(place, words, impacts, first, count);
    lists.add(place, words, impacts, first, count);
  }
  lists.sort();
  return {
    patterns,
    lengths,
    planes: planes.impacts,
    ranks: planes.finishRanks(),
    listDocuments: lists.documents,
    impacts: lists.impacts,
  };
}

interface DocumentPostings {
  /** Term and pattern of each posting, from `first` up to `count`. */
  readonly words: Uint32Array;
  readonly first: number;
  readonly count: number;
  /** Takes the impact of each posting where its term stands in `words`. */
  readonly impacts: Uint8Array;
}

/** Replaces terms and patterns by their numbers in the segment. */
function numberPostings(
  places: Uint32Array,
  keptNumbers: Uint32Array,
  weights: Float64Array,
  { words, first, count, impacts }: DocumentPostings,
): void {
  const greatest = new Float64Array(places.buffer);
  for (let i = first; i < count; i += 2) {
    const at = words[i]! * PLACE_WORDS;
    const weight = weights[words[i + 1]!]!;
    const share = weight / ((K1 + weight) * greatest[at / 2 + 1]!);
    impacts[i] = Math.min(IMPACT_STEPS, Math.ceil(share * IMPACT_STEPS));
    words[i] = places[at]!;
    words[i + 1] = keptNumbers[words[i + 1]!]!;
  }
}

/** What placing needs of each term, side by side, since every posting fetches it from far. */
function placesOf({ numberOf, greatest }: TermNumbers): Uint32Array {
  const places = new Uint32Array(numberOf.length * PLACE_WORDS);
  const numbers = new Float64Array(places.buffer);
  for (const [term, number] of numberOf.entries()) {
    places[term * PLACE_WORDS] = number;
    numbers[(term * PLACE_WORDS) / 2 + 1] = greatest[number]!;
  }
  return places;
}
