import { contentHash } from '../../shared/hash.ts';

/** Bytes that the cluster takes as the id of a document. */
const LONGEST_ID = 512;

/** Under which id a document lies in the cluster: that of its tool, or a hash where that is too long. */
export function documentId(key: string): string {
  return Buffer.byteLength(key) <= LONGEST_ID ? key : `#${contentHash(key)}`;
}
