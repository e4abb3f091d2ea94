/** Indexes of tools in an OpenSearch cluster. The client's package is loaded when the first is opened. */
export {
  type OpenSearchIndexReport,
  type OpenSearchIndexStats,
  openSearchIndexStats,
  verifyOpenSearchIndex,
} from './care-for-index.ts';
export { connectOpenSearch, type OpenSearchConnection, type OpenSearchHttp } from './connection.ts';
export { ENCODINGS, type VectorEncoding } from './index-body.ts';
export { type OpenedOpenSearchIndex, openOpenSearchIndex } from './open-index.ts';
export {
  type BuildOpenSearchOptions,
  buildOpenSearchIndex,
  deleteOpenSearchIndex,
  type UpdateOpenSearchOptions,
  updateOpenSearchIndex,
} from './write-index.ts';
