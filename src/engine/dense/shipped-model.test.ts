import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createStaticEmbedder } from './static-model.ts';

/**
 * The model in the repository against lines whose ids and vectors another implementation gave: ids from the tokenizer
 * of the training, the first four components from its table code in Python.
 */
interface Line {
  readonly text: string;
  readonly ids: readonly number[];
  readonly start: readonly number[];
}
const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const bytes = read('../../../models/static-45k-256.bin');
const embedder = createStaticEmbedder(bytes);
const lines: readonly Line[] = JSON.parse(read('__fixtures__/token-ids.json').toString('utf8'));

describe('the built-in static model', () => {
  it('gives the ids that the table was trained with', () => {
    expect(lines.length).toBeGreaterThan(40);
    for (const { text, ids } of lines) expect([text, embedder.tokenizer.encode(text)]).toEqual([text, ids]);
  });

  it('gives the vectors of the training', () => {
    for (const { text, start } of lines) {
      const vector = embedder.embedSync(text, 'query');
      for (const [i, component] of start.entries()) expect(vector[i]).toBeCloseTo(component, 5);
    }
  });

  it('changes its id when it changes', () => {
    expect([embedder.id, embedder.checksum.toString(16)]).toEqual(['static-45k-256@3', 'c04457c9']);
  });

  it('is small', () => {
    expect(bytes.byteLength).toBeLessThanOrEqual(12_500_000);
    expect(embedder.dimensions).toBe(256);
    expect(embedder.tokenizer.size).toBe(45_005);
  });

  it.each([
    ['send an email to my boss', 'отправь письмо начальнику', 'delete a database table'],
    ['what is the weather tomorrow', '明天天气怎么样', 'create an invoice'],
    ['book a flight to Berlin', 'забронируй рейс в Берлин', 'list the branches of a repository'],
  ])('puts "%s" nearer to "%s" than to "%s"', (text, same, other) => {
    const cosine = (left: string, right: string): number => {
      const a = embedder.embedSync(left, 'query');
      const b = embedder.embedSync(right, 'query');
      return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    };
    expect(cosine(text, same)).toBeGreaterThan(cosine(text, other) + 0.2);
  });
});
