import { OPERATION_MODEL } from './operation-model.ts';

/**
 * How much more (above 0) or less a request asks for each of the operations than requests do on the whole, as log odds.
 * "Remove the site" and the tool that creates sites are near in meaning, and only this tells them apart. Learned from
 * requests and the names of their tools, without any catalog (`training/fit-operations.ts`).
 * @returns one figure for each of `OPERATIONS`; empty for the vectors of other models.
 */
export function requestOperations(tier: string, request: Float32Array): readonly number[] {
  const { rows } = OPERATION_MODEL;
  if (tier !== OPERATION_MODEL.tier || request.length !== rows[0]!.weights.length) return [];
  return rows.map(({ weights, bias }) => weights.reduce((sum, weight, i) => sum + weight * request[i]!, bias));
}
