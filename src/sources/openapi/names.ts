import { shortHash } from '../../shared/hash.ts';

/** What an operation can be called after. */
export interface NamedOperation {
  readonly operationId: string | undefined;
  readonly method: string;
  readonly path: string;
}

const HASH_LENGTH = 8;

/**
 * A name for each operation: its id, or method and path. Where several would have one name, each of them gets the next
 * longer one, so that no name depends on the order in the document.
 */
export function nameOperations(operations: readonly NamedOperation[]): readonly string[] {
  let names = operations.map(({ operationId, ...place }) => operationId ?? placeName(place));
  for (const longer of [withPlace, withHash]) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    names = names.map((name, i) => (counts.get(name) === 1 ? name : longer(operations[i]!)));
  }
  return names;
}

function placeName({ method, path }: Pick<NamedOperation, 'method' | 'path'>): string {
  const words = path.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^_+|_+$/g, '');
  return words === '' ? method : `${method}_${words}`;
}

function withPlace({ operationId, ...place }: NamedOperation): string {
  return operationId === undefined ? withHash({ operationId, ...place }) : `${operationId}_${placeName(place)}`;
}

/** Method and path are unique in a document. */
function withHash({ operationId, ...place }: NamedOperation): string {
  const { method, path } = place;
  return `${operationId ?? placeName(place)}_${shortHash(`${method} ${path}`, HASH_LENGTH)}`;
}
