import { estimatingCounter } from '../../tokens/index.ts';
import type { Tool } from '../../tools/index.ts';
import { definitionTokens } from '../activation/count.ts';
import { rereadTokens } from './cost.ts';
import { completeEvictionSettings } from './settings.ts';
import type {
  CacheLoss,
  EvictionReason,
  EvictionSettings,
  ExposedSet,
  ExposedTool,
  ExposureMoment,
  NextExposedSet,
} from './types.ts';

const EMPTY: ExposedSet = { turn: 0, tools: [] };

/**
 * The set of the next request, from the one before and what is known now. New tools are appended, so that what stays
 * keeps its place; least recently used ones go first, pinned and wanted ones never.
 */
export function nextExposedSet(
  previous: ExposedSet | undefined,
  moment: ExposureMoment,
  given: Partial<EvictionSettings> = {},
): NextExposedSet {
  const before = previous ?? EMPTY;
  const settings = completeEvictionSettings(given);
  const { catalog, wanted, counter = estimatingCounter } = moment;
  const turn = before.turn + 1;
  const isWanted = new Set(wanted.map(({ id }) => id));
  const evicted: { id: string; why: EvictionReason; tokens: number }[] = [];
  const leave = (tool: ExposedTool, why: EvictionReason) => evicted.push({ id: tool.id, why, tokens: tool.tokens });
  const read = (tool: Tool, lastUsed: number): ExposedTool => ({
    id: tool.id,
    hash: tool.hash,
    tokens: definitionTokens(tool.raw, counter),
    lastUsed,
  });

  const altered: string[] = [];
  let tools: ExposedTool[] = [];
  for (const old of before.tools) {
    const tool = catalog.byId(old.id);
    if (tool === undefined) {
      leave(old, 'gone');
      continue;
    }
    if (tool.hash !== old.hash) altered.push(old.id);
    const isUsed = isWanted.has(old.id) || moment.used?.includes(old.id) === true;
    tools.push(read(tool, isUsed ? turn : old.lastUsed));
  }
  const known = new Set(before.tools.map(({ id }) => id));
  // What is not in the catalog is exposed by no wish.
  const added = [...isWanted].flatMap((id) => (known.has(id) ? [] : (catalog.byId(id) ?? [])));
  tools.push(...added.map((tool) => read(tool, turn)));

  const toolset = altered.length > 0 || evicted.length > 0;
  const loss = lossOf(moment, settings, toolset, added.length > 0);
  const stays = ({ id }: ExposedTool) => isWanted.has(id) || moment.pinned?.includes(id) === true;
  const isOver = () => sum(tools) > settings.hardTokens || tools.length > settings.maxTools;
  const shrink = (why: EvictionReason, target: number, maxTools = Number.POSITIVE_INFINITY): void => {
    for (const tool of tools.filter((one) => !stays(one)).sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (sum(tools) <= target && tools.length <= maxTools) return;
      leave(tool, why);
      tools = tools.filter((one) => one !== tool);
    }
  };
  const { policy, maxTokens, maxTools } = settings;
  const kept = maxTokens * settings.keepShare;
  if (policy === 'fresh') shrink('unwanted', 0);
  if (policy === 'lru') shrink('budget', maxTokens, maxTools);
  if (policy === 'cache-aware') {
    if (loss !== undefined && sum(tools) > maxTokens) shrink('budget', kept);
    // Down to a part of it here as well: a set that stays at its ceiling would lose the cache with each tool.
    if (isOver()) shrink('ceiling', kept, Math.floor(maxTools * settings.keepShare));
  }

  const set: ExposedSet = { turn, tools };
  const reread = rereadTokens(before, set, { ...settings, loss, historyTokens: moment.historyTokens ?? 0 });
  return {
    set,
    tools: tools.map(({ id }) => catalog.byId(id)!),
    change: {
      added: added.map(({ id }) => id),
      evicted,
      altered,
      ...(loss === undefined ? {} : { loss }),
      invalidates: reread > 0,
      rereadTokens: reread,
      tokens: { before: sum(before.tools), after: sum(tools), exact: counter.exact },
      over: isOver(),
    },
  };
}

function lossOf(
  { compacted, modelChanged, idleMs = 0 }: ExposureMoment,
  { cacheTtlMs, placement }: EvictionSettings,
  toolset: boolean,
  adds: boolean,
): CacheLoss | undefined {
  if (modelChanged === true) return 'model';
  if (compacted === true) return 'compaction';
  if (idleMs >= cacheTtlMs) return 'ttl';
  if (toolset) return 'toolset';
  // A new definition in front of the conversation costs its cache, whether or not others leave.
  return adds && placement === 'tools' ? 'addition' : undefined;
}

function sum(tools: readonly ExposedTool[]): number {
  return tools.reduce((total, { tokens }) => total + tokens, 0);
}
