import { buildVectorIndex, type VectorIndex } from '../engine/index.ts';
import type { Candidate, CandidateRequest, CandidateSet } from './backend.ts';
import type { BackgroundEmbedding } from './background-embedding.ts';
import { DEEP_RERANKED } from './constants.ts';
import { createDenseLeg, type LegAnswer } from './dense-leg.ts';
import { isFitted } from './foreign-cosines.ts';
import { fuse } from './fusion.ts';
import { type DeepReading, readTier } from './guidance/deep-reading.ts';
import { requestOperations } from './operations/request-operations.ts';
import { scriptsOf } from './scripts-of.ts';
import { deepLikeness } from './tool-likeness.ts';

/**
 * Lets the deep leg judge the best candidates of the first, in a catalog that it does not know as a whole. All of them
 * or none: with the vectors of some, the order would be that of who was embedded first. The set is returned as it was,
 * with its tier, where a vector is missing or the leg does not answer.
 * @param read what the deep model made of the request already.
 */
export async function rerankByDeepLeg(
  set: CandidateSet,
  { query, terms, bare }: Pick<CandidateRequest, 'query' | 'terms' | 'bare'>,
  deep: BackgroundEmbedding,
  {
    read,
    onError,
  }: { readonly read: DeepReading | undefined; readonly onError: ((error: unknown) => void) | undefined },
): Promise<CandidateSet> {
  const best = fuse(set, terms.length)
    .slice(0, DEEP_RERANKED)
    .map(({ tool }) => tool);
  if (best.length === 0) return set;
  const vectors = await deep.some(best);
  if (vectors === undefined) return { ...set, degraded: set.degraded || deep.progress().state === 'failed' };
  const { embedder } = deep;
  const index = buildVectorIndex(vectors, embedder.dimensions);
  const leg = createDenseLeg(embedder, 'deep', () => index, {
    scripts: scriptsOf(best),
    waits: deep.missing === 'wait',
    onError,
  });
  const { cosines, request, guided, failed } =
    read === undefined ? await leg.ask(query, { bare: bare?.query }) : compareReading(read, index);
  if (cosines === undefined || request === undefined) return { ...set, degraded: set.degraded || failed };
  const positions = new Map(best.map((tool, position) => [tool, position]));
  return {
    ...set,
    candidates: set.candidates.map((candidate): Candidate => {
      const position = positions.get(candidate.tool);
      if (position === undefined) return { ...candidate, deepCosine: 0 };
      const deepCosine = cosines[position]!;
      return { ...candidate, deepCosine, ...(guided && { deepGuided: guided.cosines[position]! }) };
    }),
    reranked: new Set(best),
    // Whoever judges candidates has read the request.
    tier: `${set.tier.replace(readTier(embedder), '')}+rerank:${embedder.id}`,
    deep: true,
    calibrated: set.calibrated && isFitted('deep', embedder.id),
    likeness: deepLikeness(embedder.id, request),
    operations: requestOperations(embedder.id, request),
  };
}

function compareReading({ request, guided }: DeepReading, index: VectorIndex): LegAnswer {
  return {
    cosines: index.scores(request),
    request,
    ...(guided && { guided: { request: guided, cosines: index.scores(guided) } }),
    failed: false,
  };
}
