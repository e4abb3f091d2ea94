import type { Embedder } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { DOCUMENT_VERSION, INDEX_FIELDS } from '../../retrieval/index.ts';
import { ENCODINGS, type VectorEncoding } from './index-body.ts';
import { list, member } from './members.ts';

/** Raised when the mapping or what stands in it changes, so that an index of the old kind is told from the new. */
export const LAYOUT_VERSION = 1;

/** What an index was made with; kept in its mapping, so that whoever opens it works in the same way. */
export interface OpenSearchSettings {
  readonly layout: number;
  /** Version of the documents' analysis. */
  readonly documents: number;
  /** Id of the embedder that the vectors are of. */
  readonly embedder: string | undefined;
  readonly dimensions: number | undefined;
  readonly averageLengths: readonly number[];
  readonly encoding: VectorEncoding;
  /** The tag whose tools lie together. */
  readonly routeBy: string;
}

export function newSettings(
  embedder: Embedder | undefined,
  averageLengths: readonly number[],
  { encoding, routeBy }: Pick<OpenSearchSettings, 'encoding' | 'routeBy'>,
): OpenSearchSettings {
  return {
    layout: LAYOUT_VERSION,
    documents: DOCUMENT_VERSION,
    embedder: embedder?.id,
    dimensions: embedder?.dimensions,
    averageLengths,
    encoding,
    routeBy,
  };
}

/**
 * Reads what an index says of itself.
 * @throws ToolscoutError `INDEX_FOREIGN` for one that is not of tools, `INDEX_VERSION` for one of another version
 */
export function readSettings(meta: unknown, name: string): OpenSearchSettings {
  const own = member(meta, 'toolscout');
  const layout = member(own, 'layout');
  const documents = member(own, 'documents');
  const encoding = ENCODINGS.find((one) => one === member(own, 'encoding'));
  const routeBy = member(own, 'routeBy');
  const averageLengths = list(own, 'averageLengths').filter((length) => typeof length === 'number');
  if (
    typeof layout !== 'number' ||
    typeof documents !== 'number' ||
    encoding === undefined ||
    typeof routeBy !== 'string'
  ) {
    throw new ToolscoutError('INDEX_FOREIGN', `${name} is no index of tools.`, {
      next: 'Name one made by "toolscout index build --backend opensearch".',
      details: { index: name },
    });
  }
  if (layout !== LAYOUT_VERSION || documents !== DOCUMENT_VERSION || averageLengths.length !== INDEX_FIELDS.length) {
    throw new ToolscoutError(
      'INDEX_VERSION',
      `The tools of ${name} were written by version ${layout}.${documents}, this is version ${LAYOUT_VERSION}.${DOCUMENT_VERSION}.`,
      {
        next: 'Build the index anew: the old one is searched until the new one is whole.',
        details: { index: name, version: `${layout}.${documents}` },
      },
    );
  }
  const embedder = member(own, 'embedder');
  const dimensions = member(own, 'dimensions');
  return {
    layout,
    documents,
    embedder: typeof embedder === 'string' ? embedder : undefined,
    dimensions: typeof dimensions === 'number' ? dimensions : undefined,
    averageLengths,
    encoding,
    routeBy,
  };
}

/**
 * Vectors of two models have nothing to do with each other.
 * @throws ToolscoutError `CONFIG_INVALID` where the index has vectors of another embedder, or none
 */
export function checkIndexEmbedder(settings: OpenSearchSettings, embedder: Embedder | undefined, name: string): void {
  if (settings.embedder === embedder?.id) return;
  const was = settings.embedder === undefined ? 'without an embedder' : `with the embedder ${settings.embedder}`;
  throw new ToolscoutError(
    'CONFIG_INVALID',
    `The index ${name} was built ${was}, not ${embedder === undefined ? 'without one' : `with ${embedder.id}`}.`,
    { next: 'Use the same embedder, or build the index anew.', details: { index: name, embedder: settings.embedder } },
  );
}
