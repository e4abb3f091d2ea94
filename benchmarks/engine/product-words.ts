/**
 * Builds and persists an image of words alone: the parts of a segment for terms, filters and keys, terms given by their
 * numbers. It is beside what engines for words build, which number terms where they cut them out of texts as well.
 */
import { documentOrder } from '../../src/engine/filter/document-order.ts';
import { createFilterBuilder } from '../../src/engine/filter/filter-builder.ts';
import { createLexicalSegmentBuilder } from '../../src/engine/lexical/segment-builder.ts';
import { TermDictionary } from '../../src/engine/lexical/term-dictionary.ts';
import { KeyTableBuilder } from '../../src/engine/segment/key-table.ts';
import { eachLine } from './catalog.ts';
import { AVERAGE_LENGTHS, FIELDS, writeImage } from './product-image.ts';
import { serve } from './protocol.ts';
import { readToolWords } from './read-words.ts';
import { WordNumbers } from './word-numbers.ts';

await serve({
  build(data, n, dir) {
    const dictionary = new TermDictionary();
    const lexical = createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGE_LENGTHS });
    const filter = createFilterBuilder();
    const keys = new KeyTableBuilder();
    const words = new WordNumbers((word) => dictionary.append(word));
    eachLine(data, n, (bytes, start, _, number) => {
      const { numbers, ends, tags } = readToolWords(bytes, start, words);
      lexical.add({ dictionary, numbers, ends });
      filter.add(tags);
      keys.add(String(number));
    });
    const order = documentOrder({ ranks: keys.ranks(), partitions: filter.partitions() });
    writeImage(dir, [...keys.finish(order), ...filter.finish(order), ...lexical.finish(order)], n);
  },
  query() {
    throw new Error('It is only built.');
  },
});
