import type { FilterInput } from '../../engine/index.ts';
import { editDistance } from '../../shared/edit-distance.ts';
import type { Tool } from '../../tools/index.ts';
import type { RetrievalBackend } from '../backend.ts';
import { acceptsTool } from '../filter.ts';
import type { ToolSearchRequest } from '../hit.ts';
import { searchTools } from '../search.ts';
import type { WordTrace } from '../word-trace.ts';
import type { ExplainTrial, OwnChange } from './explain-options.ts';
import { explainTool, figure, type RankedContext } from './explain-tool.ts';
import type { ChangeExplanation, ExpectedExplanation } from './explanation.ts';

/** What the question "why not this tool?" is answered from. */
export interface ExpectedContext {
  /** What was searched, and what it is a part of. */
  readonly backend: RetrievalBackend;
  readonly whole: RetrievalBackend;
  readonly request: ToolSearchRequest;
  readonly context: RankedContext;
  readonly trace: WordTrace | undefined;
  readonly surfaces: ReadonlyMap<string, string>;
  /** Ranks far down. */
  readonly look: () => Promise<RankedContext>;
  readonly trial?: ExplainTrial;
  readonly change?: OwnChange;
  readonly filter?: FilterInput;
}

const MAX_NAMES = 5;

export async function explainExpected(asked: string, given: ExpectedContext): Promise<ExpectedExplanation> {
  const owners = await given.whole.named(asked);
  const [tool] = owners;
  if (tool === undefined) return { asked, outcome: 'unknown', names: await alike(asked, given.whole), changes: [] };
  if (owners.length > 1) return { asked, outcome: 'several', names: owners.map(({ id }) => id), changes: [] };
  const condition = await leftOutBy(tool, given);
  if (condition !== undefined) return { asked, outcome: 'filtered', condition, changes: [] };
  return explainRank(asked, tool, given);
}

async function explainRank(asked: string, tool: Tool, given: ExpectedContext): Promise<ExpectedExplanation> {
  const { result, limit, named } = given.context;
  const known = result.ranked.some((hit) => hit.tool === tool);
  const context = known ? given.context : await given.look();
  const hit = context.result.ranked.find((one) => one.tool === tool);
  const explained = explainTool(tool, context, hit);
  const told = { asked, tool: explained };
  const own = await ownChange(tool, given);
  if (named.size > 0 && !named.has(tool)) return { ...told, outcome: 'others-named', changes: own };
  if (hit === undefined) {
    return { ...told, outcome: 'not-ranked', changes: [...own, ...(await changesFor(tool, given, context, 0))] };
  }
  if (result.verdict !== 'none' && explained.rank === 1) return { ...told, outcome: 'first', changes: own };
  const lacks = { shown: gapTo(context, tool, limit), first: gapTo(context, tool, 1) };
  const changes = [...own, ...(await changesFor(tool, given, context, lacks.first))];
  if (explained.shown) return { ...told, outcome: 'shown', lacks, changes };
  const refused = result.verdict === 'none' && (explained.rank ?? 0) <= limit;
  return { ...told, outcome: refused ? 'refused' : 'below-limit', lacks, changes };
}

/** Score that the tool lacks for a place in the ranking; 0 where it has it. */
function gapTo({ fused }: RankedContext, tool: Tool, place: number): number {
  const own = fused.find((one) => one.tool === tool)?.score ?? 0;
  const other = fused[Math.min(place, fused.length) - 1]?.score ?? 0;
  return figure(Math.max(0, other - own));
}

/** Which condition of filter or query the tool does not meet. */
async function leftOutBy(
  tool: Tool,
  { backend, trace, filter, request }: ExpectedContext,
): Promise<string | undefined> {
  const visible = (await backend.named(tool.id)).includes(tool);
  if (!visible) return `filter ${typeof filter === 'string' ? filter : JSON.stringify(filter)}`;
  const conditions = trace?.filter ?? {};
  if (acceptsTool(tool, conditions)) return undefined;
  if (conditions.server !== undefined && tool.source.name !== conditions.server) return `server:${conditions.server}`;
  if (conditions.kind !== undefined && tool.kind !== conditions.kind) return `kind:${conditions.kind}`;
  return `a word marked with + in ${JSON.stringify(request.query)}`;
}

/** Names that are spelled nearly so: for whoever owns the tools, never for a model. */
async function alike(asked: string, whole: RetrievalBackend): Promise<readonly string[]> {
  const wanted = asked.toLowerCase();
  const { tools } = await whole.list({}, 5_000);
  return tools
    .map(({ id, originalName, name }) => ({
      id,
      distance: Math.min(
        editDistance(wanted, originalName.toLowerCase()),
        editDistance(wanted, name.toLowerCase()),
        originalName.toLowerCase().includes(wanted) ? 1 : Number.POSITIVE_INFINITY,
      ),
    }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ id }) => id);
}

/** What would bring the tool up: the words of the request that it lacks, and the request as an example. */
async function changesFor(
  tool: Tool,
  given: ExpectedContext,
  { words, set }: RankedContext,
  gap: number,
): Promise<ChangeExplanation[]> {
  const { trace, surfaces } = given;
  const text = trace?.query ?? given.request.query;
  const idf = set?.queryIdf ?? 0;
  const held = new Set(words.scores(tool).flatMap(({ term, score }) => (score > 0 ? [term] : [])));
  const missing = words.terms
    .filter(({ term }) => !held.has(term) && surfaces.has(term))
    .map((term) => ({
      word: surfaces.get(term.term)!,
      gain: idf === 0 ? 0 : words.gain(tool, term, 'description') / idf,
    }))
    .sort((a, b) => b.gain - a.gain);
  // As few words as close the gap by themselves; all of them where they do not.
  let gain = 0;
  const needed = missing.filter((one) => {
    if (gain > gap) return false;
    gain += one.gain;
    return true;
  });
  const phrase = [...new Set(needed.map(({ word }) => word))].join(' ');
  const changes: ChangeExplanation[] = [];
  if (phrase !== '') {
    const description = `${phrase}. ${tool.description}`;
    changes.push({ kind: 'words', text: phrase, gain: figure(gain), ...(await tried(tool, given, { description })) });
  }
  if (text.trim() !== '' && !tool.examples.includes(text)) {
    const after = await tried(tool, given, { examples: [...tool.examples, text] });
    changes.push({ kind: 'example', text, gain: 0, ...after });
  }
  return changes;
}

async function ownChange(tool: Tool, given: ExpectedContext): Promise<ChangeExplanation[]> {
  const { change, trial } = given;
  if (change === undefined || trial === undefined) return [];
  const { kind, text } = change;
  const made =
    kind === 'example'
      ? { examples: [...tool.examples, text] }
      : { description: kind === 'description' ? text : `${text} ${tool.description}`.trim() };
  return [{ kind: 'own', text, gain: 0, ...(await tried(tool, given, made)) }];
}

async function tried(
  tool: Tool,
  { trial, request }: ExpectedContext,
  change: { readonly description?: string; readonly examples?: readonly string[] },
): Promise<Pick<ChangeExplanation, 'rank' | 'verdict'>> {
  if (trial === undefined) return {};
  const { ranked, verdict } = await searchTools(await trial({ tool, ...change }), request);
  const rank = ranked.findIndex((hit) => hit.tool.id === tool.id);
  return { rank: rank < 0 ? null : rank + 1, verdict };
}
