import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xxh32 } from '../checksum.ts';
import type { EmbeddingRole } from '../embedder.ts';
import { littleEndianBytes } from '../little-endian.ts';
import { createStaticEmbedder } from '../static-model.ts';
import { createDeepEmbedder } from './deep-embedder.ts';

/** Texts of ours with the first components of the vectors that `training/embedding/deep_reference.py` gives for their ids. */
interface Line {
  readonly text: string;
  readonly role: EmbeddingRole;
  readonly start: readonly number[];
}
const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const bytes = read('../../../../models/deep-45k-384.bin');
const { tokenizer } = createStaticEmbedder(read('../../../../models/static-45k-256.bin'));
const embedder = createDeepEmbedder(bytes, tokenizer);
const lines: readonly Line[] = JSON.parse(read('__fixtures__/vectors.json').toString('utf8'));

describe('the built-in deep model', () => {
  it('gives the vectors of the network that was trained', () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const { text, role, start } of lines) {
      const vector = embedder.embedSync(text, role);
      for (const [i, component] of start.entries()) {
        if (Math.abs(vector[i]! - component) > 2e-4) expect([text, vector[i]]).toEqual([text, component]);
      }
    }
  });

  it('gives the same bits on every engine and machine, and another id when they change', () => {
    const bits = lines.map(({ text, role }) => xxh32(littleEndianBytes(embedder.embedSync(text, role))).toString(16));
    const all = xxh32(new TextEncoder().encode(bits.join(' '))).toString(16);
    expect([embedder.id, embedder.checksum.toString(16), all]).toEqual(['deep-45k-384@1', '3d20ea34', '4e987e10']);
  });

  it('is no larger than it may be', () => {
    expect(bytes.byteLength).toBeLessThanOrEqual(34_000_000);
    expect(embedder.dimensions).toBe(384);
  });

  it.each([
    ['send an email to my boss', 'отправь письмо начальнику', 'delete a database table'],
    ['what is the weather tomorrow', '明天天气怎么样', 'create an invoice'],
    ['stop the test server', 'apaga el servidor de pruebas', 'show my calendar'],
  ])('puts "%s" nearer to "%s" than to "%s"', (text, same, other) => {
    const cosine = (left: string, right: string): number => {
      const a = embedder.embedSync(left, 'query');
      const b = embedder.embedSync(right, 'query');
      return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    };
    expect(cosine(text, same)).toBeGreaterThan(cosine(text, other) + 0.2);
  });
});
