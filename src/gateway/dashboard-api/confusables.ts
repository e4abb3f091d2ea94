import type { Embedder } from '../../engine/index.ts';
import { embedTools, findNearDuplicates } from '../../retrieval/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { layOut } from './plane.ts';
import { shortText } from './tools.ts';
import type { ConfusableGroup, Confusables, MapPoint } from './types.ts';

/** Above it, comparing all tools keeps the gateway busy for longer than a person waits. */
const MAX_COMPARED = 10_000;
/** Dots that a map can show. Those of groups come first. */
const MAX_POINTS = 2_500;
const MAX_GROUPS = 300;
/** Tools of one group that are shown. */
const MAX_MEMBERS = 12;

const known = new WeakMap<Catalog, Promise<Confusables>>();

/** Which tools are mistaken for each other, and a map of what they mean. Worked out once for a catalog. */
export function findConfusables(catalog: Catalog, embedder: Embedder): Promise<Confusables> {
  let found = known.get(catalog);
  if (found === undefined) {
    found = compare(catalog, embedder);
    known.set(catalog, found);
    // The next one who asks tries again.
    found.catch(() => known.delete(catalog));
  }
  return found;
}

async function compare({ tools }: Catalog, embedder: Embedder): Promise<Confusables> {
  if (tools.length > MAX_COMPARED) {
    return { groups: [], total: 0, toMend: 0, tooMany: true, ...(await map(tools, new Map(), embedder)) };
  }
  const duplicates = await findNearDuplicates(tools, embedder);
  // Those that something can be done about come first.
  const shown = [...duplicates]
    .sort((a, b) => Number(a.suggestion === 'none') - Number(b.suggestion === 'none'))
    .slice(0, MAX_GROUPS);
  const groupOf = new Map<Tool, number>();
  for (const [position, { tools: members }] of shown.entries()) {
    for (const { tool } of members) groupOf.set(tool, position);
  }
  const groups = shown.map(
    ({ similarity, suggestion, tools: members }): ConfusableGroup => ({
      similarity,
      suggestion,
      tools: members.slice(0, MAX_MEMBERS).map(({ tool, differs }) => ({
        id: tool.id,
        name: tool.originalName,
        server: tool.source.name,
        description: shortText(tool),
        differs,
      })),
    }),
  );
  const toMend = duplicates.filter(({ suggestion }) => suggestion !== 'none').length;
  return { groups, total: duplicates.length, toMend, ...(await map(tools, groupOf, embedder)) };
}

async function map(
  tools: readonly Tool[],
  groupOf: ReadonlyMap<Tool, number>,
  embedder: Embedder,
): Promise<Pick<Confusables, 'points' | 'mapped'>> {
  const shown = choose(tools, groupOf);
  const places = layOut(await embedTools(embedder, shown));
  const points = shown.map((tool, position): MapPoint => {
    const [x, y] = places[position]!;
    const group = groupOf.get(tool);
    const base = { id: tool.id, name: tool.originalName, server: tool.source.name, x: rounded(x), y: rounded(y) };
    return group === undefined ? base : { ...base, group };
  });
  return { points, mapped: tools.length === 0 ? 1 : shown.length / tools.length };
}

/** Those of groups, and of the others as many as there is room for, in equal steps. */
function choose(tools: readonly Tool[], groupOf: ReadonlyMap<Tool, number>): readonly Tool[] {
  if (tools.length <= MAX_POINTS) return tools;
  const grouped = tools.filter((tool) => groupOf.has(tool)).slice(0, MAX_POINTS);
  const others = tools.filter((tool) => !groupOf.has(tool));
  const room = Math.min(MAX_POINTS - grouped.length, others.length);
  return [...grouped, ...Array.from({ length: room }, (_, i) => others[Math.floor((i * others.length) / room)]!)];
}

/** A screen has no more places. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
