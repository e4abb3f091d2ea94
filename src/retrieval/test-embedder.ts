import type { Embedder, EmbeddingRole } from '../engine/index.ts';

/** An embedder for tests: a few themes as axes, one for each word list; whole texts count words. */
export interface TestEmbedder extends Embedder {
  /** Every text it was asked for, in order. */
  readonly asked: { readonly role: EmbeddingRole; readonly text: string }[];
}

/** What a test embedder does in place of answering. */
export type Misbehaviour = (
  texts: readonly string[],
  role: EmbeddingRole,
) => Promise<readonly Float32Array[]> | undefined;

/** Knows mail, weather and files, in English and Russian. */
export function createTestEmbedder(id = 'test@1', misbehave: Misbehaviour = () => undefined): TestEmbedder {
  const asked: TestEmbedder['asked'] = [];
  return {
    id,
    dimensions: THEMES.length,
    asked,
    embed: async (texts, role) => {
      for (const text of texts) asked.push({ role, text });
      return (await misbehave(texts, role)) ?? texts.map(embedText);
    },
  };
}

const THEMES: readonly RegExp[] = [/mail|письм/iu, /weather|погод/iu, /file|файл/iu];

function embedText(text: string): Float32Array {
  const vector = Float32Array.from(THEMES, (theme) => (theme.test(text) ? 1 : 0));
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((component) => component / length);
}
