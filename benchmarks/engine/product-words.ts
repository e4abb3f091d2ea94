/**
 * Builds and persists an image of words alone: the parts of a segment for terms, filters and keys, terms given by their
 * numbers. It is beside what engines for words build, which number terms where they cut them out of texts as well.
 */
import { documentOrder } from '../../src/engine/filter/document-order.ts';
import { createFilterBuilder } from '../../src/engine/filter/filter-builder.ts';
import { createLexicalSegmentBuilder } from '../../src/engine/lexical/segment-builder.ts';
import { TermDictionary } from '../../src/engine/lexical/term-dictionary.ts';
import { KeyTableBuilder } from '../../src/engine/segment/key-table.ts';
import { eachTool } from './catalog.ts';
import { AVERAGE_LENGTHS, FIELDS, tagsOf, writeImage } from './product-image.ts';
import { serve } from './protocol.ts';
import { WordNumbers } from './word-numbers.ts';

await serve({
  build(data, n, dir) {
    const dictionary = new TermDictionary();
    const lexical = createLexicalSegmentBuilder({ fields: FIELDS, averageLengths: AVERAGE_LENGTHS });
    const filter = createFilterBuilder();
    const keys = new KeyTableBuilder();
    const numbers = new WordNumbers((word) => dictionary.intern(word));
    const fields: [number[], number[], number[]] = [[], [], []];
    eachTool(data, n, (tool, number) => {
      numbers.read(tool.name, fields[0]);
      numbers.read(tool.description, fields[1]);
      numbers.read(tool.params.join(' '), fields[2]);
      const terms = fields.flat();
      const ends = [fields[0].length, fields[0].length + fields[1].length, terms.length];
      lexical.add({ dictionary, numbers: terms, ends });
      filter.add(tagsOf(tool));
      keys.add(String(number));
    });
    const order = documentOrder({ ranks: keys.ranks(), partitions: filter.partitions() });
    writeImage(dir, [...keys.finish(order), ...filter.finish(order), ...lexical.finish(order)], n);
  },
  query() {
    throw new Error('It is only built.');
  },
});
