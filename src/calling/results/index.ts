/** Results that are too long for a model: their head now, the rest on request. */
export { boundResult } from './bound-result.ts';
export { READ_BACK_NAME, readBack } from './read-back.ts';
export { createResultStore, type ResultPage, type ResultStore, type ResultStoreOptions } from './result-store.ts';
