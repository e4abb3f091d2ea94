import type { CacheLoss, ExposedSet, Placement } from './types.ts';

export interface CostContext {
  readonly placement: Placement;
  readonly loss: CacheLoss | undefined;
  readonly historyTokens: number;
}

/**
 * Tokens that were cached and are read again because of the change: what stands behind the first difference. Nothing
 * where the cache had been lost before, or where definitions are only appended to the conversation.
 */
export function rereadTokens(
  before: ExposedSet,
  after: ExposedSet,
  { placement, loss, historyTokens }: CostContext,
): number {
  if (loss === 'model' || loss === 'ttl') return 0;
  const first = after.tools.findIndex(({ hash }, position) => before.tools[position]?.hash !== hash);
  const same = first < 0 ? after.tools.length : first;
  if (same === after.tools.length && same === before.tools.length) return 0;
  const onlyAdds = same === before.tools.length;
  if (onlyAdds && placement === 'conversation') return 0;
  // A compacted conversation is new text anyway; the definitions before it are what was cached.
  const history = loss === 'compaction' ? 0 : historyTokens;
  const behind = after.tools.slice(same).filter(({ hash }) => before.tools.some((one) => one.hash === hash));
  return behind.reduce((total, { tokens }) => total + tokens, 0) + history;
}
