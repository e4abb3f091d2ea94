/** Example requests that a model writes: what to ask, what to keep of the replies, and the files they stand in. */
export { type EnrichEstimate, estimateEnrichment } from './estimate.ts';
export { ExampleFile } from './example-file.ts';
export type { ExampleLine } from './example-line.ts';
export { appendDraft, draftPath, dropDrafts, readExampleFile, writeExampleFile } from './files.ts';
export { DEFAULT_LANGUAGES, type LanguageCounts, languageName, MAX_PER_LANGUAGE } from './languages.ts';
export { type EnrichPlan, type EnrichTask, planEnrichment } from './plan.ts';
export { type EnrichOutcome, type EnrichUsage, writeExamples } from './write-examples.ts';
