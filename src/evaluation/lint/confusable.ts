import type { Embedder } from '../../engine/index.ts';
import {
  createMemoryBackend,
  type DuplicateGroup,
  findNearDuplicates,
  searchTools,
  tellApart,
} from '../../retrieval/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { finding, type LintFinding, type Severity, type SuggestedOverride } from './finding.ts';
import { firstWords, withFirstWords } from './first-words.ts';
import { overrideKey } from './overrides.ts';

/** Longest part of a description that is taken for a request. */
const MAX_SENTENCE = 200;
/** Each asks the search once, some milliseconds: above this, only what reads alike is looked for. */
const MAX_ASKED = 5_000;
/** Overrides for whole families of tools would be longer than any configuration: a few, by hand, is what helps. */
const MAX_REWRITTEN = 6;

/**
 * Which tools are taken for each other. First the groups that read alike; then each tool whose own first sentence, asked
 * for, finds another tool first: there a request in the same words ends at the wrong one.
 * @param onAsked told before each search; what it returns is waited for, so that others have their turn meanwhile.
 */
export async function confusableTools(
  catalog: Catalog,
  embedder: Embedder,
  onAsked: (asked: number) => unknown,
): Promise<readonly LintFinding[]> {
  const groups = await findNearDuplicates(catalog.tools, embedder);
  const alike = groups.filter(({ suggestion }) => suggestion !== 'none').map(fromGroup);
  const together = new Map<Tool, DuplicateGroup>();
  for (const group of groups) for (const { tool } of group.tools) together.set(tool, group);
  const backend = createMemoryBackend(catalog, { embedder });
  const found: LintFinding[] = [];
  for (const [asked, tool] of (catalog.tools.length > MAX_ASKED ? [] : catalog.tools).entries()) {
    await onAsked(asked + 1);
    const query = firstSentence(tool);
    if (query === '') continue;
    const { ranked } = await searchTools(backend, { query, limit: 1, intents: false });
    const rank = ranked.findIndex((hit) => hit.tool === tool);
    const other = ranked[0]?.tool;
    if (other === undefined || other === tool) continue;
    // Of a group that reads alike it has been said already.
    if (together.get(tool) !== undefined && together.get(tool) === together.get(other)) continue;
    found.push(mistaken(tool, other, rank === 1 ? 'note' : 'warning'));
  }
  return [...alike, ...found];
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
function mistaken(tool: Tool, other: Tool, severity: Severity): LintFinding {
  const words = firstWords(tool, [other]);
  const differs = tellApart([tool, other]);
  const message = `Asked for in its own words, ${tool.id} comes behind ${other.id}.`;
  return finding('confusable', severity, [tool.id, other.id], message, {
    differs: [differs.get(tool) ?? words ?? '', differs.get(other) ?? firstWords(other, [tool]) ?? ''],
    ...(words === undefined ? {} : { firstWords: [words, ''], overrides: rewritten([tool], [words]) }),
  });
}

function rewritten(tools: readonly Tool[], first: readonly string[]): Readonly<Record<string, SuggestedOverride>> {
  return Object.fromEntries(
    tools.flatMap((tool, position) => {
      const words = first[position]!;
      return words === '' ? [] : [[overrideKey(tool), { description: withFirstWords(tool, words) }] as const];
    }),
  );
}

function others(tool: Tool, members: readonly Tool[]): readonly Tool[] {
  return members.filter((one) => one !== tool);
}

function firstSentence({ description }: Tool): string {
  const sentence = /^[\s\S]*?[.!?。！？](?=\s|$)|^[^\n]+/u.exec(description)?.[0] ?? '';
  return sentence.slice(0, MAX_SENTENCE).trim();
}
