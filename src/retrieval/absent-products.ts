import type { RetrievalBackend } from './backend.ts';

/**
 * The products a request asks for, if no tool serves any of them: "move the deal in Pipedrive" where there is another CRM.
 * Meaning finds the other CRM's tools and finds them near; that they are for something else, only the name tells.
 */
export async function absentProducts(backend: RetrievalBackend, asked: readonly string[]): Promise<readonly string[]> {
  const served = await Promise.all(asked.map((product) => backend.serves(product)));
  return served.includes(true) ? [] : asked;
}
