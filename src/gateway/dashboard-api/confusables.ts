import type { Embedder } from '../../engine/index.ts';
import { confusableTools, type LintFinding, SEVERITIES } from '../../evaluation/index.ts';
import { embedTools } from '../../retrieval/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { type SizedCatalog, sizeOf } from '../observed-session.ts';
import { layOut } from './plane.ts';
import { shortText } from './tools.ts';
import type { ConfusableGroup, Confusables, MapPoint } from './types.ts';

/** Above it, comparing all tools keeps the gateway busy for longer than a person waits. */
const MAX_COMPARED = 5_000;
/** Dots that a map can show. Those of groups come first. */
const MAX_POINTS = 2_500;
const MAX_GROUPS = 300;
/** Tools of one group that are shown. */
const MAX_MEMBERS = 12;
/** Searches before somebody else has a turn: some ten milliseconds. */
const ASKED_AT_ONCE = 8;

const known = new WeakMap<Catalog, Promise<Confusables>>();

/** Which tools are mistaken for each other, and a map of what they mean. Worked out once for a catalog. */
export function findConfusables(catalog: SizedCatalog, embedder: Embedder): Promise<Confusables> {
  let found = known.get(catalog);
  if (found === undefined) {
    found = compare(catalog, embedder);
    known.set(catalog, found);
    // The next one who asks tries again.
    found.catch(() => known.delete(catalog));
  }
  return found;
}

async function compare(catalog: SizedCatalog, embedder: Embedder): Promise<Confusables> {
  const { tools } = catalog;
  const size = sizeOf(catalog);
  if (size > MAX_COMPARED) {
    return { groups: [], total: 0, tooMany: true, ...(await map(tools, size, new Map(), embedder)) };
  }
  const found = await confusableTools(catalog, embedder, takeTurns);
  // What is only just behind another is a matter of chance, and comes last.
  const ordered = [...found].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const groups = ordered.slice(0, MAX_GROUPS).map((finding) => toGroup(catalog, finding));
  const groupOf = new Map<string, number>();
  for (const [position, group] of groups.entries()) {
    for (const { id } of group.tools) if (!groupOf.has(id)) groupOf.set(id, position);
  }
  return { groups, total: found.length, ...(await map(tools, size, groupOf, embedder)) };
}

/** Thousands of searches in one go would keep everybody else waiting. */
function takeTurns(asked: number): Promise<void> | undefined {
  return asked % ASKED_AT_ONCE === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
}

function toGroup(catalog: Catalog, finding: LintFinding): ConfusableGroup {
  const { check, severity, message, suggestion, differs = [], firstWords = [] } = finding;
  return {
    kind: check === 'near-duplicates' ? 'alike' : 'mistaken',
    severity,
    message,
    suggestion,
    tools: finding.tools.slice(0, MAX_MEMBERS).flatMap((id, position) => {
      const tool = catalog.byId(id);
      if (tool === undefined) return [];
      return [
        {
          id,
          name: tool.originalName,
          server: tool.source.name,
          description: shortText(tool),
          differs: differs[position] ?? '',
          firstWords: firstWords[position] ?? '',
        },
      ];
    }),
  };
}

async function map(
  tools: readonly Tool[],
  size: number,
  groupOf: ReadonlyMap<string, number>,
  embedder: Embedder,
): Promise<Pick<Confusables, 'points' | 'mapped'>> {
  const shown = choose(tools, groupOf);
  const places = layOut(await embedTools(embedder, shown));
  const points = shown.map((tool, position): MapPoint => {
    const [x, y] = places[position]!;
    const group = groupOf.get(tool.id);
    const base = { id: tool.id, name: tool.originalName, server: tool.source.name, x: rounded(x), y: rounded(y) };
    return group === undefined ? base : { ...base, group };
  });
  return { points, mapped: size === 0 ? 1 : shown.length / size };
}

/** Those of groups, and of the others as many as there is room for, in equal steps. */
function choose(tools: readonly Tool[], groupOf: ReadonlyMap<string, number>): readonly Tool[] {
  if (tools.length <= MAX_POINTS) return tools;
  const grouped = tools.filter((tool) => groupOf.has(tool.id)).slice(0, MAX_POINTS);
  const others = tools.filter((tool) => !groupOf.has(tool.id));
  const room = Math.min(MAX_POINTS - grouped.length, others.length);
  return [...grouped, ...Array.from({ length: room }, (_, i) => others[Math.floor((i * others.length) / room)]!)];
}

/** A screen has no more places. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
