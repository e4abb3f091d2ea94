import type { Embedder } from '../../../engine/index.ts';
import { ToolscoutError } from '../../../errors.ts';
import { DOCUMENT_VERSION, INDEX_FIELDS } from '../../../retrieval/index.ts';
import { own } from '../../../shared/json.ts';
import type { IndexSettings } from '../index-store/manifest.ts';

/** What an index of tools is built with; `averageLengths` as {@link averageLengthsOf} gives them. */
export function toolIndexSettings(embedder: Embedder | undefined, averageLengths: readonly number[]): IndexSettings {
  return {
    fields: INDEX_FIELDS,
    averageLengths,
    ...(embedder === undefined ? {} : { dimensions: embedder.dimensions }),
    owner: { documents: DOCUMENT_VERSION, ...(embedder === undefined ? {} : { embedder: embedder.id }) },
  };
}

/** Id of the embedder that the vectors of an index are of; undefined in an index without. */
export function embedderOfIndex({ owner }: IndexSettings): string | undefined {
  const id = own(owner, 'embedder');
  return typeof id === 'string' ? id : undefined;
}

/**
 * Tells an index of tools as this version makes them from any other.
 * @throws ToolscoutError `INDEX_FOREIGN` or `INDEX_VERSION`
 */
export function checkToolIndex({ owner }: IndexSettings, folder: string): void {
  const version = own(owner, 'documents');
  if (typeof version !== 'number') {
    throw new ToolscoutError('INDEX_FOREIGN', `${folder} is no index of tools.`, {
      next: 'Name a folder made by "toolscout index build".',
      details: { folder },
    });
  }
  if (version === DOCUMENT_VERSION) return;
  throw new ToolscoutError(
    'INDEX_VERSION',
    `The tools of ${folder} were analysed by version ${version}, this is version ${DOCUMENT_VERSION}.`,
    {
      next:
        version < DOCUMENT_VERSION
          ? 'Run "toolscout index migrate DIR" to analyse them anew.'
          : 'Update toolscout, or build the index anew.',
      details: { folder, version },
    },
  );
}

/**
 * Vectors of two models have nothing to do with each other.
 * @throws ToolscoutError `CONFIG_INVALID` where the index has vectors of another embedder, or none
 */
export function checkEmbedder(settings: IndexSettings, embedder: Embedder | undefined, folder: string): void {
  const wanted = embedderOfIndex(settings);
  if (wanted === embedder?.id) return;
  throw new ToolscoutError(
    'CONFIG_INVALID',
    `The index ${folder} was built ${wanted === undefined ? 'without an embedder' : `with the embedder ${wanted}`}, not ${embedder === undefined ? 'without one' : `with ${embedder.id}`}.`,
    { next: 'Use the same embedder, or build the index anew.', details: { folder, embedder: wanted } },
  );
}
