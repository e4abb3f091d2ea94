import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog, spellingsOf, type Tool } from '../../tools/index.ts';
import { lookupTerms, termsOfName } from './lookup-terms.ts';

const name = fc.string({ unit: fc.constantFrom(...'aB1_-:/.Σς İ字'), minLength: 1, maxLength: 12 });

function read(server: string, tool: string, id: string | undefined): Tool {
  const source = { kind: 'mcp', name: server } as const;
  return createCatalog([{ source, definition: { name: tool }, ...(id === undefined ? {} : { id }) }]).tools[0]!;
}

describe('the look-up terms of a tool', () => {
  it('hold one of every text that names it, whatever its letter case', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(''), name), name, fc.option(name, { nil: undefined }), (server, own, id) => {
        const tool = read(server, own, id);
        const terms = new Set(lookupTerms(tool));
        for (const spelling of spellingsOf(tool)) {
          for (const text of [spelling, spelling.toLowerCase(), spelling.toUpperCase()]) {
            if (text.toLowerCase() !== spelling.toLowerCase()) continue;
            expect(
              termsOfName(text).some((term) => terms.has(term)),
              `${text} of ${tool.id}`,
            ).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are few, although a tool has many spellings', () => {
    const tool = read('calendar', 'create_event', undefined);
    expect(spellingsOf(tool).length).toBeGreaterThan(8);
    expect(lookupTerms(tool).filter((term) => !term.startsWith('\u0001p')).length).toBeLessThanOrEqual(4);
  });

  it('tell nothing of a name that the tool does not have', () => {
    const terms = new Set(lookupTerms(read('calendar', 'create_event', undefined)));
    expect(termsOfName('delete_event').some((term) => terms.has(term))).toBe(false);
  });
});
