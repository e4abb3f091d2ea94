import { findNearDuplicates } from '../retrieval/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { Logger } from './log.ts';

/** Half a second of work; whoever has more tools runs `toolscout lint`. */
const MAX_TOOLS = 1_000;
const MAX_NAMED = 5;

/** Says once, when tools were taken in, which of them read alike; what to do about it is told by `toolscout lint`. */
export async function reportDuplicates({ tools }: Catalog, log: Logger): Promise<void> {
  if (!log.isLevelEnabled('info') || tools.length > MAX_TOOLS) return;
  const groups = (await findNearDuplicates(tools)).filter(({ suggestion }) => suggestion !== 'none');
  if (groups.length === 0) return;
  const alike = groups.slice(0, MAX_NAMED).map((group) => group.tools.map(({ tool }) => tool.id));
  log.info(
    { groups: groups.length, alike },
    'some tools read alike, and models confuse them; "toolscout lint" says what would tell them apart',
  );
}
