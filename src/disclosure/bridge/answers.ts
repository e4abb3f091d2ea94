import type { IntentAnswer, SearchReason, ToolGroup, ToolSearchResult, Verdict } from '../../retrieval/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { boundSchema, type Catalog, type Tool, type ToolAnnotations, toSignature } from '../../tools/index.ts';
import { boundedList, serverNames } from './definitions.ts';
import { GROUPS_ADVICE, toGroupAnswers } from './group-answers.ts';
import { type HitAnswer, toHitAnswers } from './hit-answer.ts';
import { askWhich } from './question.ts';

export type { HitAnswer } from './hit-answer.ts';

/** A name asked for that means no single tool; close names, or those of its owners, are a hint and never a substitute. */
export interface MissingName {
  readonly name: string;
  readonly similar?: readonly string[];
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
  /** Of a compound request: which hits, by id, serve which part of it. */
  readonly intents?: readonly IntentAnswer[];
  /** Sources to go on with, where the request asks what there is or no tool stands out: `server` takes them. */
  readonly groups?: readonly ToolGroup[];
  /** Names asked for with `select:` that no tool has. */
  readonly missing?: readonly MissingName[];
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

const MAX_DESCRIBED_SCHEMA = 20_000;
const MAX_MISSING_NAME = 80;
/** Enough to tell the parts of a request apart; whoever reads it wrote it. */
const MAX_INTENT_TEXT = 60;
const MAX_INTENT_HITS = 3;
/** Owners of one name that are worth listing. */
const MAX_SIMILAR = 10;

export interface SearchAnswerOptions {
  /** What the model may ask for at most. */
  readonly maxLimit: number;
  readonly unavailable?: readonly UnavailableServer[];
  readonly isExposed?: (tool: Tool) => boolean;
}

/** Turns a search result into what a model reads. */
export function toSearchAnswer(
  catalog: Catalog,
  result: ToolSearchResult,
  { maxLimit, unavailable = [], isExposed = () => false }: SearchAnswerOptions,
): SearchAnswer {
  const { verdict, hits, total } = result;
  const question = askWhich(result);
  const groups = toGroupAnswers(result);
  const advice =
    searchAdvice(catalog, result, 'model', unavailable) ?? (groups.length === 0 ? undefined : GROUPS_ADVICE);
  return {
    verdict,
    hits: toHitAnswers(result, isExposed),
    shown: hits.length,
    total,
    ...(total > hits.length && hits.length > 0 ? { more: moreText(hits.length, maxLimit) } : {}),
    ...(question === undefined ? {} : { question }),
    ...(advice === undefined ? {} : { advice }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(result.intents === undefined ? {} : { intents: result.intents.map(toShortIntent) }),
    ...(result.missing === undefined ? {} : { missing: result.missing.map((name) => toMissingName(catalog, name)) }),
    ...(result.degraded ? { degraded: true as const } : {}),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

function toShortIntent({ text, verdict, hits }: IntentAnswer): IntentAnswer {
  return { text: truncate(text, MAX_INTENT_TEXT), verdict, hits: hits.slice(0, MAX_INTENT_HITS) };
}

/** Several descriptions in the order asked for. Names without one tool cost only themselves. */
export interface DescribeAnswers {
  readonly tools: readonly DescribeAnswer[];
  readonly missing?: readonly MissingName[];
}

/** What a name that means no tool, or several, is answered with beside others: close names, or its owners. */
export function toMissingName(catalog: Catalog, name: string): MissingName {
  const resolution = catalog.resolve(name);
  const tools =
    resolution.kind === 'unknown' ? resolution.similar : resolution.kind === 'ambiguous' ? resolution.tools : [];
  const similar = tools.slice(0, MAX_SIMILAR).map((tool) => tool.name);
  return { name: truncate(name, MAX_MISSING_NAME), ...(similar.length === 0 ? {} : { similar }) };
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

/** Why a search found nothing, or less than it could, and what to do; for a model, or for a person at a terminal. */
export function searchAdvice(
  catalog: Catalog,
  result: ToolSearchResult,
  reader: 'model' | 'person' = 'model',
  unavailable: readonly Pick<UnavailableServer, 'server'>[] = [],
): string | undefined {
  const advice = reader === 'model' ? ADVICE : { ...ADVICE, ...ADVICE_FOR_PEOPLE };
  const unserved = unservedParts(result);
  if (unserved !== undefined) return unserved;
  if (result.verdict !== 'none') return result.reason === undefined ? undefined : advice[result.reason];
  if (result.reason === 'empty-catalog') return advice['empty-catalog'];
  // The one that was meant may be there and down: then it must not be said not to exist.
  const down = result.reason === 'unknown-server' ? unavailable.map(({ server }) => server) : [];
  const servers = serverNames(catalog);
  const kinds = servers.length > 0 ? ` Tools exist for: ${boundedList(servers)}.` : '';
  const absent = result.absent === undefined ? '' : `Nothing here fits: no tool is for ${boundedList(result.absent)}. `;
  const why =
    down.length === 0
      ? advice[result.reason ?? 'no-match']
      : `No such server has tools now. Not available: ${boundedList(down.sort())}.`;
  return `${absent}${why}${kinds}`;
}

/** The parts of a compound request that nothing fits, where something fits the others. */
function unservedParts({ intents = [] }: ToolSearchResult): string | undefined {
  const unserved = intents.filter(({ verdict }) => verdict === 'none');
  if (unserved.length === 0) return undefined;
  return `Nothing here fits: ${unserved.map(({ text }) => `"${truncate(text, MAX_INTENT_TEXT)}"`).join(', ')}.`;
}

const ADVICE: Readonly<Record<SearchReason, string>> = {
  'empty-catalog': 'No tools are available. Tell the user.',
  'unknown-server': 'There is no such server.',
  'unknown-names': 'No tool has this name. Search in words for what it should do.',
  'no-words': 'The query has no word to search for. Say what the tool should do.',
  'stop-words-only': 'The query has no word to search for. Say what the tool should do.',
  'words-only':
    'The meaning of this request could not be read, only its words were looked for. Ask once more in English.',
  'meaning-only': 'The query has no word to search for. Say in words what the tool should do.',
  'must-not-met': 'No tool holds every word marked with +. Ask again without the +.',
  'no-product': 'If another one will do, ask again without the name; else tell the user.',
  'no-action':
    'Nothing here fits: no tool of this product seems to do that. Ask once more with another verb, or for what it does; then tell the user.',
  'no-match': 'Nothing here fits. Ask once more in other words or in English; then tell the user.',
  'no-pattern-match': 'No name or description matches the pattern. Ask in plain words.',
  'pattern-cut':
    'Not every tool was matched against this pattern. Use a simpler one, add server:name, or ask in words.',
  deprecated: 'The first of these is deprecated, says its server. Call another that serves as well, if there is one.',
  'zero-idf': 'Nearly every tool carries this word; say what the tool should do.',
  listed: 'These are in order of name. To have them ranked, say what the tool should do.',
};

/** Where the advice to a model is to turn to the user. */
const ADVICE_FOR_PEOPLE: Partial<Readonly<Record<SearchReason, string>>> = {
  'empty-catalog': 'There are no tools to search.',
  'no-product': 'If another one will do, ask again without the name.',
  'no-action': 'Nothing here fits: no tool of this product seems to do that. Ask with another verb.',
  'no-match': 'Nothing here fits. Ask in other words or in English.',
};
