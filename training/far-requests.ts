import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyncEmbedder } from '../src/engine/index.ts';
import { requestEmbeddingText } from '../src/retrieval/embedding-text.ts';
import { spellOutProducts } from '../src/retrieval/products/spell-out.ts';

/** The requests of far-requests.jsonl, which no tool does, in its order. */
export function farRequests(): readonly string[] {
  return readFileSync(join(import.meta.dirname, 'far-requests.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

/** A request as a search embeds it. */
export function staticRequest(embedder: SyncEmbedder, text: string): Float32Array {
  return embedder.embedSync(requestEmbeddingText(spellOutProducts(text)), 'query');
}
