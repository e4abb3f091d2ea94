/**
 * A term as `scanLexical` takes it: 32-bit words. With a plane: its address (byte d = impact of document d, 0 = absent;
 * zeros up to a multiple of 64), that of the bitmap of documents with it, and that of the greatest impacts of groups of
 * documents (see `digest-planes.ts`). With a list: plane 0; address of the first uint32 document and the end; what leads
 * from a quarter of a document's address to the address of its impact.
 */
export const TERM_BYTES = 32;
export const TERM_PLANE = 0;
export const TERM_PRESENT = 4;
export const TERM_GREATEST = 8;
export const TERM_LIST = 4;
export const TERM_LIST_END = 8;
export const TERM_IMPACTS = 12;
export const TERM_WEIGHT = 16;

/** What lists contribute is shifted by this: their weights are multiples of 1/256. */
export const LIST_SHIFT = 8;
/** What planes contribute is shifted by this at most. */
export const MAX_PLANE_SHIFT = 7;
