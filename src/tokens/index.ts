export type { Encoding, TokenCount, TokenCounter } from './counter.ts';
export { loadTokenCounter } from './counter.ts';
