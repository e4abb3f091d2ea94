import { LIKENESS_MODEL } from './likeness-model.ts';

/**
 * Is the request something that a tool of whatever kind does, or one for hands, friends and fate ("iron my shirt")? A
 * direction in the space of the built-in deep model, learned from requests alone, without any catalog: above 0 for
 * likely. Cosines do not tell: in a large catalog something is near to everything.
 * @returns 0, which says nothing, for the vectors of other models.
 */
export function toolLikeness(tier: string, request: Float32Array): number {
  const { weights, bias } = LIKENESS_MODEL;
  if (tier !== LIKENESS_MODEL.tier || request.length !== weights.length) return 0;
  return weights.reduce((sum, weight, i) => sum + weight * request[i]!, bias);
}
