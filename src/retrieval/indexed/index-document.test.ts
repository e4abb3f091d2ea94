import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../tools/index.ts';
import { IndexDocuments, toIndexDocument } from './index-document.ts';

/** Parts of names and texts of several scripts, with what parts them. */
const part = fc.constantFrom(
  ...[
    'github',
    'GitHub',
    'list',
    'ISSUES',
    'the',
    'Zoom',
    'Disney',
    '+',
    'C++',
    'ΣΑΣ',
    'İd',
    'поиск',
    '天气',
    '微信',
    'ID2',
  ],
  ...['.', '/', ':', '_', '__', '___', '-', ' ', '--', '\u00ad', '…', '\ud83d', '😀', 'x'.repeat(70)],
);
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

const entry = fc.record({
  id: fc.option(
    text.filter((id) => id !== ''),
    { nil: undefined },
  ),
  server: text,
  name: text.filter((name) => name !== ''),
  title: text,
  description: text,
  properties: fc.dictionary(text, fc.record({ description: text, enum: fc.array(text, { maxLength: 2 }) }), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  examples: fc.array(text, { maxLength: 2 }),
});

describe('documents whose terms are numbered', () => {
  it('are those that each tool alone becomes', () => {
    const documents = new IndexDocuments();
    fc.assert(
      fc.property(entry, ({ id, server, name, title, description, properties, examples }) => {
        const { tools } = createCatalog([
          {
            source: { kind: 'mcp', name: server },
            definition: { name, title, description, inputSchema: { type: 'object', properties } },
            ...(id === undefined ? {} : { id }),
            tags: { tenant: ['a'] },
            examples,
          },
        ]);
        for (const tool of tools) {
          const passing = { tool, definitionJson: JSON.stringify(tool.raw), tagsJson: JSON.stringify(tool.tags) };
          const { numbered, ...made } = documents.make(passing);
          const { terms, ...plain } = toIndexDocument(tool);
          expect(made).toEqual(plain);
          expect(documents.make(passing).terms).toEqual(terms);
          expect(numbered!.ends).toHaveLength(terms.length);
        }
      }),
      { numRuns: 200 },
    );
  });
});
