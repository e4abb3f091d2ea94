import { describe, expect, it } from 'vitest';
import { quantise } from '../../engine/index.ts';
import { REFERENCE_LENGTHS, toIndexDocument } from '../../retrieval/index.ts';
import { readPassingTool } from '../../tools/index.ts';
import { documentId } from './document-id.ts';
import { fromStored, toStored } from './stored-document.ts';

const tool = readPassingTool({
  source: { kind: 'mcp', name: 'mail' },
  definition: { name: 'sendMail', description: 'Отправить письмо. Send a mail.', inputSchema: { type: 'object' } },
  tags: { tenant: ['t1', 't,2'], region: [], __proto__x: ['"q"'] },
  examples: ['write to Ada'],
})!;
const vector = quantise(Float32Array.of(0.6, -0.8, 0, 0));

describe('a document in a cluster', () => {
  it('comes back as it was put in', () => {
    const document = toIndexDocument(tool, vector);
    const stored = JSON.parse(JSON.stringify(toStored(document, REFERENCE_LENGTHS, 'float'))) as unknown;
    const back = fromStored(stored);
    expect({ ...back, tags: { ...back.tags } }).toEqual(document);
  });

  it('carries the impact of each term, 0 … 1, and a vector of the chosen encoding', () => {
    const document = toIndexDocument(tool, vector);
    const { impacts, embedding, names } = toStored(document, REFERENCE_LENGTHS, 'float');
    expect(Object.keys(impacts as object)).toEqual(expect.arrayContaining(['send', 'mail', 'ada']));
    for (const impact of Object.values(impacts as Record<string, number>)) {
      expect(impact).toBeGreaterThan(0);
      expect(impact).toBeLessThan(1);
    }
    expect(embedding).toEqual([0.598425, -0.8, 0, 0]);
    expect(toStored(document, REFERENCE_LENGTHS, 'byte').embedding).toEqual([95, -127, 0, 0]);
    expect(names).toEqual(['sendmail', 'mail__sendmail']);
  });

  it('has no vector in the graph where there is no direction', () => {
    const document = toIndexDocument(tool, quantise(new Float32Array(4)));
    expect(toStored(document, REFERENCE_LENGTHS, 'float')).not.toHaveProperty('embedding');
  });

  it('that somebody else wrote is damage', () => {
    for (const source of [undefined, {}, { id: 'a' }])
      expect(() => fromStored(source)).toThrow(expect.objectContaining({ code: 'INDEX_DAMAGED' }));
  });

  it('has an id that the cluster takes', () => {
    expect(documentId('mcp:mail:send')).toBe('mcp:mail:send');
    expect(documentId('ж'.repeat(300))).toMatch(/^#[0-9a-f]+$/);
  });
});
