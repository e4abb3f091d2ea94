import { topK } from '../lexical/top-k.ts';
import type { DocId } from '../types.ts';

/**
 * The documents with the highest of `scores`, best first, ties by document order; for callers that want the scores of
 * other documents as well and so have them all already.
 */
export function bestDocuments(scores: Float32Array, limit: number, allow?: (doc: DocId) => boolean): DocId[] {
  const docs: number[] = [];
  for (let doc = 0; doc < scores.length; doc++) if (allow === undefined || allow(doc as DocId)) docs.push(doc);
  return topK(docs, scores, limit) as DocId[];
}
