import { buildVectorIndex, type Embedder } from '../engine/index.ts';
import { LIKENESS_MODELS } from './likeness-model.ts';
import { NO_TOOL_REQUESTS, TOOL_REQUESTS } from './likeness-texts.ts';
import { checkDimensions } from './tool-vectors.ts';

/**
 * Is the request something that a tool of whatever kind does, or one for hands, friends and fate ("iron my shirt")? Learned
 * from requests alone, without any catalog. Cosines with tools do not tell: in a large catalog something is near to everything.
 * @returns log odds against what is usual: 0 for requests as they mostly are, below for those that no tool does.
 */
export type LikenessJudge = (request: Float32Array) => number;

/** Of how many of the nearest requests of either kind the mean counts. */
const NEAREST = 3;
const UNKNOWN: LikenessJudge = () => 0;
const known = new WeakMap<Embedder, Promise<LikenessJudge>>();

/**
 * The judge for the vectors of a model. That of the table adds up words, and no direction in its space parts the two kinds;
 * what the nearest known requests are does. The deep model has the direction.
 * @returns one that always says 0, which means nothing, for models that it was not fitted for.
 * @throws what the embedder throws.
 */
export function likenessJudge(embedder: Embedder): LikenessJudge | Promise<LikenessJudge> {
  if (embedder.id === LIKENESS_MODELS.deep.tier) return (request) => deepLikeness(embedder.id, request);
  if (embedder.id !== LIKENESS_MODELS.static.tier) return UNKNOWN;
  let judge = known.get(embedder);
  if (judge === undefined) {
    judge = byNearest(embedder);
    known.set(embedder, judge);
    judge.catch(() => known.delete(embedder));
  }
  return judge;
}

/** The judgement of the deep model alone; 0 for the vectors of others. */
export function deepLikeness(tier: string, request: Float32Array): number {
  const { tier: own, weights, bias } = LIKENESS_MODELS.deep;
  if (tier !== own || request.length !== weights.length) return 0;
  return weights.reduce((sum, weight, i) => sum + weight * request[i]!, bias);
}

async function byNearest(embedder: Embedder): Promise<LikenessJudge> {
  const vectors = await embedder.embed([...NO_TOOL_REQUESTS, ...TOOL_REQUESTS], 'query');
  for (const vector of vectors) checkDimensions(vector, embedder);
  const index = buildVectorIndex(vectors, embedder.dimensions);
  const { noTool, tool, bias } = LIKENESS_MODELS.static;
  return (request) => {
    const [far, near] = likenessEvidence(index.scores(request));
    return noTool * far + tool * near + bias;
  };
}

/**
 * How near the nearest requests of either kind are.
 * @param cosines with `NO_TOOL_REQUESTS`, then with `TOOL_REQUESTS`
 * @param skip the place of the request itself, where it is one of them
 */
export function likenessEvidence(cosines: Float32Array, skip = -1): readonly [noTool: number, tool: number] {
  const parts = NO_TOOL_REQUESTS.length;
  return [meanOfNearest(cosines, 0, parts, skip), meanOfNearest(cosines, parts, cosines.length, skip)];
}

function meanOfNearest(cosines: Float32Array, start: number, end: number, skip: number): number {
  const best = new Array<number>(NEAREST).fill(-1);
  for (let i = start; i < end; i++) {
    let cosine = cosines[i]!;
    if (i === skip || cosine <= best[NEAREST - 1]!) continue;
    for (let place = 0; place < NEAREST; place++)
      if (cosine > best[place]!) [best[place], cosine] = [cosine, best[place]!];
  }
  return best.reduce((sum, one) => sum + one, 0) / NEAREST;
}
