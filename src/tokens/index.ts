export type { Encoding, TokenCount, TokenCounter } from './counter.ts';
export { estimatingCounter, loadTokenCounter } from './counter.ts';
