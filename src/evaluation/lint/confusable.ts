import type { Embedder } from '../../engine/index.ts';
import {
  createMemoryBackend,
  type DuplicateGroup,
  findNearDuplicates,
  searchTools,
  tellApart,
} from '../../retrieval/index.ts';
import { groupBy } from '../../shared/group-by.ts';
import { type Catalog, settingKey, type Tool } from '../../tools/index.ts';
import { finding, type LintFinding, type Severity, type SuggestedOverride } from './finding.ts';
import { firstWords, withFirstWords } from './first-words.ts';
import { createOwnWords } from './own-words.ts';

/** Each asks the search once, some milliseconds: above this, only what reads alike is looked for. */
const MAX_ASKED = 5_000;
/** Overrides for whole families of tools would be longer than any configuration: a few, by hand, is what helps. */
const MAX_REWRITTEN = 6;
/** What holds less of a tool's own words came first by chance of the ranking; nobody takes the one for the other. */
const LEAST_OVERLAP = 0.5;

/** Tools that are taken for each other. */
export interface ConfusableTools {
  readonly findings: readonly LintFinding[];
  /** Tools that came behind another one in one trial and that are not reported: once more, or by their words, they differ. */
  readonly suppressed: number;
}

/** A tool that another one comes before. */
interface Mistake {
  readonly tool: Tool;
  readonly other: Tool;
  readonly severity: Severity;
}

/**
 * Which tools are taken for each other. First the groups that read alike; then tools of which a request ends at another:
 * the search is asked for each in its own words, leaving out what its server says of many, and where another comes first,
 * once more with the words of its name in front, as people ask. Reported is what loses both times to a tool that holds
 * its words, grouped by the tool that wins.
 * @param onAsked told before each search; what it returns is waited for, so that others have their turn meanwhile.
 */
export async function findConfusableTools(
  catalog: Catalog,
  embedder: Embedder,
  onAsked: (asked: number) => unknown,
): Promise<ConfusableTools> {
  const groups = await findNearDuplicates(catalog.tools, embedder);
  const alike = groups.filter(({ suggestion }) => suggestion !== 'none').map(fromGroup);
  const together = new Map<Tool, DuplicateGroup>();
  for (const group of groups) for (const { tool } of group.tools) together.set(tool, group);
  const backend = createMemoryBackend(catalog, { embedder });
  const own = createOwnWords(catalog.tools);
  const ask = async (tool: Tool, query: string) => {
    const { ranked } = await searchTools(backend, { query, limit: 1, intents: false });
    return { first: ranked[0]?.tool, rank: ranked.findIndex((hit) => hit.tool === tool) };
  };
  const mistakes: Mistake[] = [];
  let suppressed = 0;
  for (const [asked, tool] of (catalog.tools.length > MAX_ASKED ? [] : catalog.tools).entries()) {
    await onAsked(asked + 1);
    const request = own.request(tool);
    if (request === '') continue;
    const { first: other, rank } = await ask(tool, request);
    if (other === undefined || other === tool) continue;
    // Of a group that reads alike it has been said already.
    if (together.get(tool) !== undefined && together.get(tool) === together.get(other)) continue;
    const again = await ask(tool, `${nameWords(tool)} ${request}`.trim());
    if (again.first === tool || own.overlap(tool, other) < LEAST_OVERLAP) suppressed++;
    else mistakes.push({ tool, other, severity: Math.max(rank, again.rank) === 1 ? 'note' : 'warning' });
  }
  return { findings: [...alike, ...clusters(mistakes)], suppressed };
}

/** {@link findConfusableTools} without what was suppressed. */
export async function confusableTools(
  ...given: Parameters<typeof findConfusableTools>
): Promise<readonly LintFinding[]> {
  return (await findConfusableTools(...given)).findings;
}

/** One finding for each tool that comes before others, those before the most of them first; pairs only once. */
function clusters(mistakes: readonly Mistake[]): LintFinding[] {
  const byWinner = groupBy(mistakes, ({ other }) => other);
  const said = new Set<Mistake>();
  const findings: LintFinding[] = [];
  for (const [winner, all] of [...byWinner].sort(([, a], [, b]) => b.length - a.length)) {
    const left = all.filter((one) => !said.has(one));
    if (left.length === 0) continue;
    const back = mistakes.filter(({ tool, other }) => tool === winner && left.some((one) => one.tool === other));
    for (const one of [...left, ...back]) said.add(one);
    findings.push(mistaken(left, winner, back.length > 0));
  }
  return findings;
}

/** What a person would say of a name: of a name of one word ("run"), nothing. */
function nameWords({ originalName }: Tool): string {
  const words = originalName
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length < 2 ? '' : `${words.join(' ')}:`;
}

function fromGroup({ tools, suggestion }: DuplicateGroup): LintFinding {
  const merge = suggestion === 'merge';
  const members = tools.map(({ tool }) => tool);
  const first = members.map((tool) => firstWords(tool, others(tool, members)) ?? '');
  return finding(
    'near-duplicates',
    'warning',
    members.map(({ id }) => id),
    merge
      ? `${tools.length} tools do the same under one name.`
      : `${tools.length} tools read alike before they differ.`,
    {
      differs: tools.map(({ differs }) => differs),
      ...(merge
        ? { suggestion: 'Offer one of them only.' }
        : { firstWords: first, ...(members.length > MAX_REWRITTEN ? {} : { overrides: rewritten(members, first) }) }),
    },
  );
}

/** Just behind another is a matter of chance; farther down it is not found in its own words. */
function mistaken(mistakes: readonly Mistake[], winner: Tool, mutual: boolean): LintFinding {
  const tools = mistakes.map(({ tool }) => tool);
  const all = [...tools, winner];
  const words = tools.map((tool) => firstWords(tool, [winner]) ?? '');
  const differs = tellApart(all);
  const severity = mistakes.some((one) => one.severity === 'warning') ? 'warning' : 'note';
  const [first] = tools;
  const message =
    tools.length > 1
      ? `Asked for in their own words, ${tools.length} tools come behind ${winner.id}.`
      : mutual
        ? `Asked for in their own words, ${first!.id} and ${winner.id} come behind each other.`
        : `Asked for in its own words, ${first!.id} comes behind ${winner.id}.`;
  const isShort = tools.length <= MAX_REWRITTEN && words.some((one) => one !== '');
  return finding(
    'confusable',
    severity,
    all.map(({ id }) => id),
    message,
    {
      differs: [
        ...tools.map((tool, position) => differs.get(tool) ?? words[position]!),
        differs.get(winner) ?? firstWords(winner, tools) ?? '',
      ],
      ...(isShort ? { firstWords: [...words, ''], overrides: rewritten(tools, words) } : {}),
    },
  );
}

function rewritten(tools: readonly Tool[], first: readonly string[]): Readonly<Record<string, SuggestedOverride>> {
  return Object.fromEntries(
    tools.flatMap((tool, position) => {
      const words = first[position]!;
      return words === '' ? [] : [[settingKey(tool), { description: withFirstWords(tool, words) }] as const];
    }),
  );
}

function others(tool: Tool, members: readonly Tool[]): readonly Tool[] {
  return members.filter((one) => one !== tool);
}
