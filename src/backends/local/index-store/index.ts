/** An index on disk: one folder, one writer, many readers. */
export { buildIndex } from './build-index.ts';
export { type IndexReader, openIndexReader } from './index-reader.ts';
export { type IndexStats, indexStats } from './index-stats.ts';
export { type IndexWriter, type IndexWriterOptions, openIndexWriter } from './index-writer.ts';
export type { IndexSettings } from './manifest.ts';
export { type MigrationReport, migrateIndex } from './migrate-index.ts';
export { type RepairReport, repairIndex } from './repair-index.ts';
export type { MakeParts } from './snapshot.ts';
export { type IndexProblem, type IndexReport, verifyIndex } from './verify-index.ts';
