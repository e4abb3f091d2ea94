/**
 * Example requests that do not come from the tools themselves: the shipped pack, those that a model writes, and merging
 * them with the user's own.
 */
export * from './enrich/index.ts';
export { ExamplePack, type ExamplePackOptions, type ServerExamples, type ServerIdentity } from './example-pack.ts';
export { mergeExamples } from './merge-examples.ts';
export { withFileExamples } from './with-file-examples.ts';
export { withPackExamples } from './with-pack-examples.ts';
