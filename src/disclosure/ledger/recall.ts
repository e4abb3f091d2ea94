import { isUsed, type SessionMemory, type ToolUse, type ToolUseKind } from '../../state/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';

/** A remembered tool as it is now. */
export interface RecalledTool {
  readonly tool: Tool;
  /** `changed`: its definition is not the one that was used; what the model knows of it may be wrong. */
  readonly state: 'same' | 'changed';
  readonly use: ToolUse;
}

/**
 * A remembered tool that this caller cannot have now: removed, its server away, or not allowed any more. Which of these
 * it is, is not told.
 */
export interface GoneTool {
  readonly id: string;
  readonly state: 'gone';
  /** Tools of the same own name from other sources: for a person or a model to choose, never a substitute. */
  readonly similar: readonly Tool[];
}

export interface Recall {
  /** The most telling first: called before described before found, then by turn, then by count. */
  readonly tools: readonly RecalledTool[];
  readonly gone: readonly GoneTool[];
}

export interface RecallOptions {
  /**
   * The least that must have been done with a tool. Default `described`: a search shows several tools for one that is
   * wanted.
   */
  readonly atLeast?: ToolUseKind;
  /** Only what was used in the last so many turns, the current one among them. Default: all. */
  readonly turns?: number;
  /** At most so many tools. Default 50. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 50;
const MAX_SIMILAR = 3;
/** A lost server takes all its tools along; more need not be told. */
const MAX_GONE = 50;

/** What of a session's memory is there in this catalog, each reference resolved anew. */
export function recall({ tools, turn }: SessionMemory, catalog: Catalog, options: RecallOptions = {}): Recall {
  const { atLeast = 'described', turns = Number.POSITIVE_INFINITY, limit = DEFAULT_LIMIT } = options;
  const wanted = tools.filter((use) => turn - use.turn < turns && reaches(use, atLeast)).sort(byWeight);
  const here: RecalledTool[] = [];
  const gone: GoneTool[] = [];
  for (const use of wanted) {
    const tool = catalog.byId(use.id);
    if (tool === undefined) gone.push({ id: use.id, state: 'gone', similar: similarTo(use.id, catalog) });
    else here.push({ tool, state: tool.hash === use.hash ? 'same' : 'changed', use });
  }
  return { tools: here.slice(0, limit), gone: gone.slice(0, MAX_GONE) };
}

function reaches(use: ToolUse, atLeast: ToolUseKind): boolean {
  if (atLeast === 'found') return true;
  return atLeast === 'called' ? use.called > 0 : isUsed(use);
}

/** Equal ones keep the order of their last use, newest first. */
function byWeight(a: ToolUse, b: ToolUse): number {
  const rank = ({ called, described }: ToolUse) => (called > 0 ? 2 : described > 0 ? 1 : 0);
  return rank(b) - rank(a) || b.turn - a.turn || b.called - a.called || b.described - a.described;
}

function similarTo(id: string, catalog: Catalog): readonly Tool[] {
  const name = id.slice(id.lastIndexOf(':') + 1);
  return catalog.tools.filter(({ originalName }) => originalName === name).slice(0, MAX_SIMILAR);
}
