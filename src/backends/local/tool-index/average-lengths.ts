import type { SegmentDocument } from '../../../engine/index.ts';
import { isCallersTag, REFERENCE_LENGTHS } from '../../../retrieval/index.ts';

/** Documents whose lengths are looked at: enough for means that more would not move. */
export const LENGTH_SAMPLE: number = 2 ** 14;

/**
 * Length of each field that counts as usual in an index that begins with these documents: their own means where everybody
 * may see all of them, so that a search scores as in a catalog in memory. Where any of them carries a tag, the reference
 * lengths: a mean over what some caller may not see would tell of it in the scores of what they may.
 */
export function averageLengthsOf(documents: readonly SegmentDocument[]): readonly number[] {
  if (documents.length === 0 || documents.some(({ tags }) => Object.keys(tags).some(isCallersTag))) {
    return REFERENCE_LENGTHS;
  }
  return REFERENCE_LENGTHS.map((reference, field) => {
    const total = documents.reduce((sum, document) => sum + lengthOf(document, field), 0);
    return total === 0 ? reference : total / documents.length;
  });
}

function lengthOf(document: SegmentDocument, field: number): number {
  const { numbered } = document;
  if (numbered === undefined) return document.terms[field]!.length;
  return numbered.ends[field]! - (field === 0 ? 0 : numbered.ends[field - 1]!);
}
