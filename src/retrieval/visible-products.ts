import type { RetrievalBackend } from './backend.ts';

/** Which of the products a request asks for some visible tool is for. */
export async function visibleProducts(backend: RetrievalBackend, asked: readonly string[]): Promise<readonly string[]> {
  const served = await Promise.all(asked.map((product) => backend.serves(product)));
  return asked.filter((_, position) => served[position]);
}
