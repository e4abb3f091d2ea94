import type { Embedder } from '../engine/index.ts';
import { LIKENESS_MODELS } from './likeness-model.ts';

/**
 * Is the request something that a tool of whatever kind does, or one for hands, friends and fate ("iron my shirt")? Learned
 * from requests alone, without any catalog. Cosines with tools do not tell: in a large catalog something is near to everything.
 * @returns log odds against what is usual: 0 for requests as they mostly are, below for those that no tool does.
 */
export type LikenessJudge = (request: Float32Array) => number;

/** Of how many of the nearest requests of either kind the mean counts. */
const NEAREST = 5;
const UNKNOWN: LikenessJudge = () => 0;

/**
 * The judge for the vectors of a model. That of the table adds up words, and no direction in its space parts the two kinds;
 * what the nearest known requests are does. The deep model has the direction.
 * @returns one that always says 0, which means nothing, for models that it was not fitted for.
 * @throws what the embedder's landmarks throw.
 */
export async function likenessJudge(embedder: Embedder): Promise<LikenessJudge> {
  if (embedder.id === LIKENESS_MODELS.deep.tier) return (request) => deepLikeness(embedder.id, request);
  if (embedder.id !== LIKENESS_MODELS.static.tier || embedder.landmarks === undefined) return UNKNOWN;
  const landmarks = await embedder.landmarks();
  const { noTool, tool, bias } = LIKENESS_MODELS.static;
  return (request) => {
    const far = nearness(landmarks.noTool.scores(request));
    const near = nearness(landmarks.tool.scores(request));
    return noTool * far + tool * near + bias;
  };
}

/** The judgement of the deep model alone; 0 for the vectors of others. */
export function deepLikeness(tier: string, request: Float32Array): number {
  const { tier: own, weights, bias } = LIKENESS_MODELS.deep;
  if (tier !== own || request.length !== weights.length) return 0;
  return weights.reduce((sum, weight, i) => sum + weight * request[i]!, bias);
}

/**
 * How near the nearest of some requests are: the mean of the {@link NEAREST} highest cosines.
 * @param skip the place of the request itself, where it is one of them
 */
export function nearness(cosines: Float32Array, skip = -1): number {
  const best = new Array<number>(NEAREST).fill(-1);
  for (let i = 0; i < cosines.length; i++) {
    let cosine = cosines[i]!;
    if (i === skip || cosine <= best[NEAREST - 1]!) continue;
    for (let place = 0; place < NEAREST; place++)
      if (cosine > best[place]!) [best[place], cosine] = [cosine, best[place]!];
  }
  return best.reduce((sum, one) => sum + one, 0) / NEAREST;
}
