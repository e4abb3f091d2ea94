import {
  type Differences,
  differencesAmong,
  type Sureness,
  sayDifferences,
  type ToolHit,
  type ToolSearchResult,
} from '../../retrieval/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { estimatingCounter } from '../../tokens/index.ts';
import { singleLine, type Tool, toSignature } from '../../tools/index.ts';

/** One hit as a model reads it. */
export interface HitAnswer {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  /** These two are left out where the session was shown them before. */
  readonly description?: string;
  readonly signature?: string;
  readonly sure: Sureness;
  /** The tool is in the request already: call it directly. */
  readonly exposed?: true;
  readonly schema?: Readonly<Record<string, unknown>>;
  /** What tells it from a near twin among these hits. */
  readonly differs?: string;
}

/** Hits carry what tells tools apart, not whole manuals: repeated in every result, these cost the most. */
const MAX_HIT_DESCRIPTION = 200;
const MAX_HIT_SIGNATURE = 320;
/** A sure hit's schema comes along when it takes at most this many tokens, and saves the describe hop. */
const MAX_INLINE_SCHEMA = 400;
/** All that come along in one answer, where several tools were named outright. */
const MAX_INLINE_SCHEMAS = 1_200;
/** Characters in which a reader who skims looks for what is different. */
const SKIMMED = 40;

/** The hits of one answer, each bounded. */
export function toHitAnswers(
  { verdict, hits }: ToolSearchResult,
  isExposed: (tool: Tool) => boolean,
): readonly HitAnswer[] {
  const apart = differencesAmong(hits.map((hit) => hit.tool));
  const withSchema = schemasToShow(verdict, hits, isExposed);
  return hits.map(({ tool, sure }) => {
    const differences = apart.get(tool);
    return {
      id: tool.id,
      name: tool.name,
      server: tool.source.name,
      description: describe(tool, differences),
      signature: toSignature(tool.inputSchema, { maxLength: MAX_HIT_SIGNATURE }),
      sure,
      ...(isExposed(tool) ? { exposed: true as const } : {}),
      ...(withSchema.has(tool) ? { schema: tool.inputSchema } : {}),
      ...(differences === undefined ? {} : { differs: sayDifferences(differences) }),
    };
  });
}

/** One line; what a near twin has not comes first, where the description says it late. */
function describe(tool: Tool, differences: Differences | undefined): string {
  const text = singleLine(tool.description === '' ? (tool.title ?? '') : tool.description);
  const words = differences?.words ?? [];
  const start = text.slice(0, SKIMMED).toLowerCase();
  const isSaidLate = words.length > 0 && !words.some((word) => start.includes(word.toLowerCase()));
  return truncate(isSaidLate ? `${words.join(', ')}: ${text}` : text, MAX_HIT_DESCRIPTION);
}

/** Of an exact answer all that were named, of a confident one the first; small ones only. */
function schemasToShow(
  verdict: ToolSearchResult['verdict'],
  hits: readonly ToolHit[],
  isExposed: (tool: Tool) => boolean,
): ReadonlySet<Tool> {
  const sure =
    verdict === 'exact' ? hits.filter((hit) => hit.sure === 'exact') : verdict === 'confident' ? hits.slice(0, 1) : [];
  const shown = new Set<Tool>();
  let tokens = 0;
  for (const { tool } of sure) {
    // Whoever has the definition before them needs no second copy of it.
    if (isExposed(tool)) continue;
    const cost = costOf(tool);
    if (cost > MAX_INLINE_SCHEMA || tokens + cost > MAX_INLINE_SCHEMAS) continue;
    tokens += cost;
    shown.add(tool);
  }
  return shown;
}

const memory = new WeakMap<Tool, number>();

function costOf(tool: Tool): number {
  let cost = memory.get(tool);
  if (cost === undefined) {
    cost = estimatingCounter.countTokens(JSON.stringify(tool.inputSchema)).tokens;
    memory.set(tool, cost);
  }
  return cost;
}
