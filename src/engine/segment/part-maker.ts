import { createDenseBuilder } from '../dense/segment/dense-builder.ts';
import { openDense } from '../dense/segment/open-dense.ts';
import { documentOrder } from '../filter/document-order.ts';
import { createFilterBuilder } from '../filter/filter-builder.ts';
import { openFilter } from '../filter/open-filter.ts';
import { createLexicalSegmentBuilder } from '../lexical/segment-builder.ts';
import { openLexicalPart } from '../lexical/segment-part.ts';
import type { FieldOptions } from '../types.ts';
import type { PartMaker } from './parts.ts';

/** What all segments of an index have in common. */
export interface PartOptions {
  readonly fields: readonly FieldOptions[];
  /** Average length of each field, for the length normalisation of BM25F. */
  readonly averageLengths: readonly number[];
  /** Dimensions of the vectors; absent in an index without. */
  readonly dimensions?: number | undefined;
}

/** Makes the parts that segments have outside of tests. */
export function createPartMaker({ fields, averageLengths, dimensions }: PartOptions): PartMaker {
  return {
    dimensions,
    builders: () => {
      const filter = createFilterBuilder();
      const dense = dimensions === undefined ? undefined : createDenseBuilder(dimensions);
      return {
        lexical: createLexicalSegmentBuilder({ fields, averageLengths }),
        filter,
        dense,
        order: (ranks) => documentOrder({ ranks, partitions: filter.partitions(), clusters: dense?.clusters() }),
      };
    },
    open: (segment) => ({
      lexical: openLexicalPart(segment),
      filter: openFilter(segment),
      dense: dimensions === undefined ? undefined : openDense(segment),
    }),
  };
}
