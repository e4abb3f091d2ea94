import type { Sureness, ToolHit, ToolSearchResult, Verdict } from '../../retrieval/index.ts';
import { truncate } from '../../shared/truncate.ts';
import {
  boundSchema,
  type Catalog,
  singleLine,
  type Tool,
  type ToolAnnotations,
  toSignature,
} from '../../tools/index.ts';
import { boundedList, serverNames } from './definitions.ts';

/** One hit as a model reads it. */
export interface HitAnswer {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly signature: string;
  readonly sure: Sureness;
  readonly exposed?: true;
  readonly schema?: Readonly<Record<string, unknown>>;
}

/** A search answer as a model reads it (DESIGN, "What the bridge says"). */
export interface SearchAnswer {
  readonly verdict: Verdict;
  readonly hits: readonly HitAnswer[];
  readonly shown: number;
  readonly total: number;
  readonly more?: string;
  readonly question?: string;
  readonly advice?: string;
  readonly degraded?: true;
  /** Servers that could hold the tool but do not answer now. */
  readonly unavailable?: readonly UnavailableServer[];
}

export interface UnavailableServer {
  readonly server: string;
  readonly state: string;
  readonly message?: string;
}

export interface DescribeAnswer {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: ToolAnnotations;
  readonly signature: string;
  /** The schemas were too large to show whole. */
  readonly cut?: true;
}

/** Hits carry what tells tools apart, not whole manuals: repeated in every result, these cost the most. */
const MAX_HIT_DESCRIPTION = 240;
const MAX_HIT_SIGNATURE = 320;
/** A sure hit's schema comes along when it is at most this long, and saves the describe hop. */
const MAX_INLINE_SCHEMA = 1_500;
const MAX_DESCRIBED_SCHEMA = 20_000;

/** Turns a search result into what a model reads. `maxLimit` is what it may ask for. */
export function toSearchAnswer(
  catalog: Catalog,
  result: ToolSearchResult,
  maxLimit: number,
  unavailable: readonly UnavailableServer[] = [],
): SearchAnswer {
  const { verdict, hits, total } = result;
  const inline = verdict === 'exact' || verdict === 'confident';
  const question = verdict === 'ambiguous' ? askWhich(hits) : undefined;
  const advice = adviceFor(catalog, result);
  return {
    verdict,
    hits: hits.map((hit, rank) => toHitAnswer(hit, inline && rank === 0)),
    shown: hits.length,
    total,
    ...(total > hits.length && hits.length > 0 ? { more: moreText(hits.length, maxLimit) } : {}),
    ...(question === undefined ? {} : { question }),
    ...(advice === undefined ? {} : { advice }),
    ...(result.degraded ? { degraded: true as const } : {}),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

export function toHitAnswer(hit: ToolHit, withSchema: boolean): HitAnswer {
  const { tool, sure } = hit;
  const schema = withSchema ? JSON.stringify(tool.inputSchema) : '';
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    description: truncate(
      singleLine(tool.description === '' ? (tool.title ?? '') : tool.description),
      MAX_HIT_DESCRIPTION,
    ),
    signature: toSignature(tool.inputSchema, { maxLength: MAX_HIT_SIGNATURE }),
    sure,
    ...(withSchema && schema.length <= MAX_INLINE_SCHEMA ? { schema: tool.inputSchema } : {}),
  };
}

/** The exact definition of one tool, bounded so that one huge schema cannot fill a context. */
export function toDescribeAnswer(tool: Tool): DescribeAnswer {
  const input = boundSchema(tool.inputSchema, MAX_DESCRIBED_SCHEMA);
  const output = tool.outputSchema === undefined ? undefined : boundSchema(tool.outputSchema, MAX_DESCRIBED_SCHEMA);
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    description: tool.description === '' ? (tool.title ?? '') : tool.description,
    inputSchema: input.schema,
    ...(output === undefined ? {} : { outputSchema: output.schema }),
    ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
    signature: toSignature(tool.inputSchema),
    ...(input.cut || output?.cut === true ? { cut: true as const } : {}),
  };
}

function moreText(shown: number, maxLimit: number): string {
  return shown < maxLimit
    ? `Ask again with limit up to ${maxLimit}, or with a narrower query.`
    : 'Narrow the query or name a server.';
}

/** Where one name is offered by several servers, the one thing left to ask is which. */
function askWhich(hits: readonly ToolHit[]): string | undefined {
  const exact = hits.filter((hit) => hit.sure === 'exact');
  if (exact.length < 2) return undefined;
  return `Which one is meant: ${exact.map((hit) => hit.tool.name).join(', ')}?`;
}

function adviceFor(catalog: Catalog, result: ToolSearchResult): string | undefined {
  if (result.reason === 'zero-idf') return 'Nearly every tool carries this word; say what the tool should do.';
  if (result.verdict !== 'none') return undefined;
  const servers = serverNames(catalog);
  const kinds = servers.length > 0 ? ` Tools exist for: ${boundedList(servers)}.` : '';
  switch (result.reason) {
    case 'empty-catalog':
      return 'No tools are available. Tell the user.';
    case 'unknown-server':
      return `There is no such server.${kinds}`;
    case 'no-words':
    case 'stop-words-only':
      return `The query has no word to search for. Say what the tool should do.${kinds}`;
    default:
      return `Nothing here fits. Ask once more in other words or in English; then tell the user.${kinds}`;
  }
}
