/** How much each client may do. */
export { type RateLimitSettings, RateLimits } from './rate-limits.ts';
export type { Rate } from './token-bucket.ts';
