/**
 * The sections that a segment's filter works on. Tags and their values are numbered in ascending order, values within
 * their tag; a combination is what one or many documents carry.
 *
 *     names         UTF-16: tags, then values, without anything between
 *     nameEnds      uint32 each name: its end in `names`
 *     tagEnds       uint32 each tag: the end of its values
 *     postings      3 uint32 each value: form, start in `sets` in bytes, length in bytes
 *     sets          what the postings point at, each at a multiple of 64
 *     documents     uint32 each document: its combination
 *     combinationEnds, combinations   uint32: value, or EMPTY_TAG | tag for a tag without values, in the order given
 */
export const FILTER_SECTIONS = {
  names: 'filter.names',
  nameEnds: 'filter.nameEnds',
  tagEnds: 'filter.tagEnds',
  postings: 'filter.postings',
  sets: 'filter.sets',
  documents: 'filter.documents',
  combinationEnds: 'filter.combinationEnds',
  combinations: 'filter.combinations',
} as const;

/** How the documents of a value are written: whichever takes least. */
export const SET_FORM = {
  /** Pairs of start and end. */
  ranges: 0,
  /** Ascending numbers. */
  list: 1,
  /** One bit each document of the segment. */
  bitmap: 2,
} as const;

/** Marks a tag in a combination that holds no values. */
export const EMPTY_TAG: number = 2 ** 31;

/** Words of one posting. */
export const POSTING_WORDS = 3;

/** Bytes of a bitmap of so many documents, rounded up so that kernels may work in whole steps. */
export function bitmapBytes(size: number): number {
  return Math.ceil(size / 512) * 64;
}
