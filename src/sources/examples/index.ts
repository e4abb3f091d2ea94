/** Example requests that do not come from the tools themselves: the shipped pack, and merging it with the user's own. */
export { ExamplePack, type ExamplePackOptions, type ServerExamples, type ServerIdentity } from './example-pack.ts';
export { mergeExamples } from './merge-examples.ts';
export { withPackExamples } from './with-pack-examples.ts';
