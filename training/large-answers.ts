import type { Embedder } from '../src/engine/index.ts';
import type { EvaluationQuery } from '../src/evaluation/index.ts';
import { answerEvidence } from '../src/retrieval/evidence.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../src/retrieval/index.ts';
import { hitConfidences, lacksFit, weighAnswer } from '../src/retrieval/verdict.ts';
import type { WordTrace } from '../src/retrieval/word-trace.ts';
import { contentHash } from '../src/shared/hash.ts';
import { type Catalog, createCatalog, type Tool } from '../src/tools/index.ts';

/** How a large catalogue answered a request. */
export interface LargeAnswer {
  readonly size: number;
  readonly isFar: boolean;
  /** The right tool is among the first five. */
  readonly found: boolean;
  /** For the model of "does anything fit?". */
  readonly x: number[];
  /** Where no threshold decides: 0 refused, 1 answered. */
  readonly decided?: 0 | 1;
}

/** What is asked of how many tools: those that the requests are for, and others by chance. */
export interface LargeAsked {
  readonly own: readonly Tool[];
  readonly others: Catalog;
  readonly size: number;
  readonly queries: readonly EvaluationQuery[];
  /** Requests that no tool does. */
  readonly far: readonly string[];
}

/**
 * Asks a catalogue that the deep model does not read as a whole.
 * @param likenessOf how much a request is like what tools do, by a judge that was not fitted on it.
 */
export async function askLarge(
  { own, others, size, queries, far }: LargeAsked,
  { embedder, deep }: { readonly embedder: Embedder; readonly deep: Embedder | undefined },
  likenessOf: (text: string) => Promise<number>,
): Promise<LargeAnswer[]> {
  const present = new Set(own.map(({ id }) => id));
  const drawn = others.tools.filter(({ id }) => !present.has(id)).sort((a, b) => order(a.id) - order(b.id));
  const some = createCatalog(
    [...own, ...drawn].slice(0, size).map(({ id, source, raw }) => ({ id, source, definition: raw })),
  );
  const backend = createMemoryBackend(some, {
    embedder,
    ...(deep === undefined ? {} : { deep: createBackgroundEmbedding(deep, { missing: 'wait' }) }),
  });
  await backend.prepare?.();
  const ask = async (text: string, relevant: EvaluationQuery['relevant']): Promise<LargeAnswer> => {
    let trace: WordTrace | undefined;
    const { verdict, ranked } = await searchTools(backend, { query: text, intents: false }, (one) => {
      trace = one;
    });
    const { fused = [], facts, exact } = trace ?? {};
    const head = {
      size,
      isFar: relevant.size === 0,
      found: ranked.slice(0, 5).some(({ tool }) => relevant.has(tool.id)),
    };
    if ((exact?.tools.length ?? 0) > 0 || fused.length === 0 || facts === undefined || facts.unoffered) {
      return { ...head, x: [], decided: verdict === 'none' ? 0 : 1 };
    }
    const x = answerEvidence(fused, { ...facts, likeness: await likenessOf(text) });
    const weighed = weighAnswer(fused, facts, 'balanced', hitConfidences(fused, facts));
    const isOpen = lacksFit({ ...weighed, fits: 0, threshold: 1 });
    return { ...head, x, ...(isOpen ? {} : { decided: 1 }) };
  };
  const answers: LargeAnswer[] = [];
  for (const { text, relevant } of queries) answers.push(await ask(text, relevant));
  for (const text of far) answers.push(await ask(text, new Map()));
  return answers;
}

/** By chance, and the same each time. */
function order(id: string): number {
  return Number.parseInt(contentHash(id).slice(0, 8), 16);
}
