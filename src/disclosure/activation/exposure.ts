import { pairNames, settingNames, type Tool } from '../../tools/index.ts';
import type { DisclosureMode, ToolSearchFamily } from './settings.ts';

/** Beyond this many definitions models choose worse (SPEC A6: accuracy falls past 30–50). */
export const MAX_EXPOSED = 30;
/** Of the most used tools, so many stay visible at most (SPEC A6: 3–5). */
export const MAX_FREQUENT = 5;
/** So many on a wish of their own servers, which know nothing of each other and of what a request may cost. */
export const MAX_MARKED = 5;

export interface ExposureRules {
  readonly family: ToolSearchFamily;
  readonly mode: DisclosureMode;
  /** Ids or names that the host wants visible whatever happens, also as `server/tool`. */
  readonly pinned?: readonly string[];
  /** Ids or names of the most used tools, most used first. */
  readonly frequent?: readonly string[];
  /** Most definitions in the exposed set, the bridge included. Only marks and frequent tools give way to it. */
  readonly maxExposed?: number;
  /** How many of them are the bridge. */
  readonly bridgeTools?: number;
}

/** Which tools a bridged request would carry itself, and which it would hide. Both in the order of the catalog. */
export interface Exposure {
  readonly visible: readonly Tool[];
  readonly deferred: readonly Tool[];
  /** Ids of the frequent tools that got a place. */
  readonly frequent: readonly string[];
  /** Tools that asked to be visible by a mark of their own and found no place. */
  readonly crowdedOut: readonly string[];
}

/** May the tool be hidden at all (SPEC C3), pins and marks aside? */
export function isDeferrable(tool: Tool, { family, mode }: Pick<ExposureRules, 'family' | 'mode'>): boolean {
  if (tool.directOnly) return false;
  if (tool.source.kind === 'core') return family === 'mode';
  if (tool.source.kind === 'client') return mode !== 'directory';
  return true;
}

/** Splits a session's tools. Depends on what is in the list and on the rules, never on the order of the list. */
export function splitExposure(tools: readonly Tool[], rules: ExposureRules): Exposure {
  const pinned = new Set(rules.pinned);
  const visible = new Set<Tool>();
  for (const tool of tools) {
    if (!isDeferrable(tool, rules) || isNamed(tool, pinned)) visible.add(tool);
  }
  const places = (rules.maxExposed ?? MAX_EXPOSED) - (rules.bridgeTools ?? 0);
  const frequent: string[] = [];
  for (const reference of rules.frequent ?? []) {
    if (frequent.length === MAX_FREQUENT || visible.size >= places) break;
    const tool = tools.find((one) => [one.id, one.name, ...pairNames(one)].includes(reference));
    if (tool === undefined || visible.has(tool)) continue;
    visible.add(tool);
    frequent.push(tool.id);
  }
  const crowdedOut: string[] = [];
  let marked = 0;
  for (const tool of tools) {
    if (visible.has(tool) || !isMarked(tool)) continue;
    if (marked < MAX_MARKED && visible.size < places) {
      visible.add(tool);
      marked++;
    } else crowdedOut.push(tool.id);
  }
  return {
    visible: tools.filter((tool) => visible.has(tool)),
    deferred: tools.filter((tool) => !visible.has(tool)),
    frequent,
    crowdedOut,
  };
}

function isNamed(tool: Tool, references: ReadonlySet<string>): boolean {
  return references.size > 0 && settingNames(tool).some((name) => references.has(name));
}

/** A server's own wish that a host's search should not hide the tool; other hosts know it by this key. */
function isMarked(tool: Tool): boolean {
  return tool.raw._meta?.['anthropic/alwaysLoad'] === true;
}
