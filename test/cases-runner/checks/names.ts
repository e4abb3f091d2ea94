import { setTimeout as pause } from 'node:timers/promises';
import { own, shown, textsOf } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { leavesOf, type Outcome, type SeenTool } from '../outcome.ts';
import { CHECK_STEP } from '../product/recorder.ts';
import { sampleArguments } from '../sample-arguments.ts';
import { echoedCall } from './calls.ts';
import {
  type CheckContext,
  type CheckGroup,
  fails,
  HOLDS,
  numberOf,
  sameJson,
  unmapped,
  type Verdict,
  when,
} from './check.ts';
import { PROBE_TOOL, toolsOf } from './tools.ts';

/** Some test servers never answer, on purpose. */
const ROUND_TRIP_MS = 10_000;

/** Names that models see, what is in the catalog, and what is in the list. */
export const NAME_CHECKS: CheckGroup = {
  names_match: {
    fields: ['pattern'],
    needs: ['pattern'],
    run: async ({ pattern }, unit) => {
      const rule = new RegExp(String(pattern), 'u');
      const wrong = (await toolsOf(unit)).filter(({ name }) => !rule.test(name));
      return when(wrong.length === 0, () => `${shown(wrong.map(({ name }) => name))} do not match`);
    },
  },
  names_unique: {
    fields: [],
    run: async (_check, unit) => {
      const names = (await toolsOf(unit)).map(({ name }) => name);
      return when(new Set(names).size === names.length, () => `a name stands twice in ${shown(names)}`);
    },
  },
  names_stable: {
    fields: ['permute'],
    run: async ({ permute }, unit, context) => {
      const first = nameTable(await toolsOf(unit));
      const again = nameTable(await context.relist(permute !== undefined && permute !== false));
      return when(sameJson(again, first), () => `${shown(first)} became ${shown(again)}`);
    },
  },
  round_trip_all: {
    fields: [],
    run: async (_check, unit, context) => {
      for (const tool of await toolsOf(unit)) {
        if (tool.tool === PROBE_TOOL) continue;
        const verdict = await roundTrip(tool, unit, context);
        if (verdict.kind !== 'holds') return verdict;
      }
      return HOLDS;
    },
  },
  tools_present: {
    fields: ['names', 'refs'],
    run: async ({ names, refs }, unit) => {
      const wanted = [...textsOf(names).map((tool) => ({ server: undefined, tool })), ...refsOf(refs)];
      const lists = Object.values(unit.facets ?? {});
      if (wanted.length === 0) return unmapped('names no tools');
      for (const tools of lists.length > 0 ? lists : [await toolsOf(unit)]) {
        const missing = wanted.filter((ref) => !tools.some((tool) => isMeant(ref, tool)));
        if (missing.length > 0) return fails(`${shown(missing)} is missing`);
      }
      return HOLDS;
    },
  },
  catalog_has: {
    fields: ['ref', 'refs'],
    needs: ['ref', 'refs'],
    run: async ({ ref, refs }, unit) => {
      const tools = await toolsOf(unit);
      const missing = refsOf(refs ?? ref).filter((wanted) => !tools.some((tool) => isMeant(wanted, tool)));
      return when(
        missing.length === 0,
        () =>
          `${shown(missing)} is not among ${shown(
            tools.map(({ id }) => id),
            400,
          )}`,
      );
    },
  },
  catalog_lacks: {
    fields: ['ref', 'refs'],
    needs: ['ref', 'refs'],
    run: async ({ ref, refs }, unit) => {
      const tools = await toolsOf(unit);
      const found = refsOf(refs ?? ref).filter((wanted) => tools.some((tool) => isMeant(wanted, tool)));
      return when(found.length === 0, () => `${shown(found)} is in the catalog`);
    },
  },
  catalog_count: {
    fields: ['server', 'n'],
    needs: ['n'],
    run: async ({ server, n }, unit) => {
      const tools = (await toolsOf(unit)).filter((tool) => server === undefined || tool.server === server);
      const own = tools.filter(({ tool }) => tool !== PROBE_TOOL);
      return when(
        tools.length === n || own.length === n,
        `${tools.length} tools (${own.length} without ${PROBE_TOOL})`,
      );
    },
  },
  catalog_equals: {
    fields: ['refs'],
    needs: ['refs'],
    run: async ({ refs }, unit) => {
      const wanted = refsOf(refs);
      const tools = (await toolsOf(unit)).filter(
        (tool) => tool.tool !== PROBE_TOOL || wanted.some((ref) => isMeant(ref, tool)),
      );
      const missing = wanted.filter((ref) => !tools.some((tool) => isMeant(ref, tool)));
      const extra = tools.filter((tool) => !wanted.some((ref) => isMeant(ref, tool)));
      return when(
        missing.length + extra.length === 0,
        () => `missing ${shown(missing)}, too many ${shown(extra.map(({ id }) => id))}`,
      );
    },
  },
  bridge_present: {
    fields: [],
    run: (_check, unit) => bridge(unit, (names, listed) => names.every((one) => listed.has(one))),
  },
  bridge_absent: {
    fields: [],
    run: (_check, unit) => bridge(unit, (names, listed) => !names.some((one) => listed.has(one))),
  },
  bridge_intact: {
    fields: [],
    run: async (_check, unit) => {
      const fresh = await (await unit.world.gateway()).bridgeTools();
      const lists = listsOf(unit);
      if (lists.length === 0) return unmapped('no step lists the tools');
      const broken = lists.find((list) => fresh.some((tool) => !list.some((one) => sameJson(one, tool))));
      return when(broken === undefined, () => `the bridge changed: ${shown(broken, 400)}`);
    },
  },
  list_size_le: {
    fields: ['n', 'value'],
    run: (check, unit) => {
      const limit = numberOf(check, 'n', 'value');
      const lists = listsOf(unit);
      if (limit === undefined || lists.length === 0) return unmapped('needs a number and a step that lists the tools');
      const longest = Math.max(...lists.map(({ length }) => length));
      return when(longest <= limit, `${longest} tools are listed`);
    },
  },
  invariant: {
    fields: ['name'],
    run: async ({ name }, unit) => {
      if (name !== 'deferred_implies_bridge') return unmapped(`invariant ${String(name)} is not known`);
      const deferred = (await toolsOf(unit)).filter(
        (tool) => !listsOf(unit).every((list) => namesIn(list).has(tool.name)),
      );
      if (deferred.length === 0) return HOLDS;
      return bridge(unit, (names, listed) => names.every((one) => listed.has(one)));
    },
  },
};

function nameTable(tools: readonly SeenTool[]): Readonly<Record<string, string>> {
  const entries = tools.map(({ server, tool, name }) => [`${server}/${tool}`, name] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A call by the exposed name has to reach the tool behind it: a fake records it, some servers say what they got. */
async function roundTrip(tool: SeenTool, unit: Outcome, context: CheckContext): Promise<Verdict> {
  const { calls, sightings } = unit.world.recorder;
  const [callsBefore, seenBefore] = [calls.length, sightings.length];
  const args = sampleArguments(tool.inputSchema);
  const outcome = await Promise.race([
    context.perform({ op: 'gateway_call', name: tool.name, arguments: args }),
    pause(ROUND_TRIP_MS, undefined, { ref: false }),
  ]);
  if (outcome === undefined) return unmapped(`${tool.name} does not answer, so nothing says what it reached`);
  const sighting = sightings.slice(seenBefore).find(({ step }) => step.startsWith(CHECK_STEP));
  if (sighting === undefined) return fails(`${tool.name} reaches nothing: ${shown(outcome.value)}`);
  const isFake = unit.world.plan.entries.some(({ source }) => source.name === sighting.server);
  const arrived = isFake
    ? calls.slice(callsBefore).find(({ step }) => step.startsWith(CHECK_STEP))
    : echoedCall(outcome, sighting.server);
  if (arrived === undefined) return unmapped(`nothing says what ${tool.name} reached: ${shown(outcome.value)}`);
  const isOwn = arrived.server === tool.server && arrived.tool === tool.tool;
  return when(isOwn, `${tool.name} reaches ${arrived.server}/${arrived.tool} instead of ${tool.server}/${tool.tool}`);
}

function refsOf(value: unknown): ReturnType<typeof toRef>[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(toRef);
}

/** The tool arrays that steps listed. */
function listsOf(unit: Outcome): readonly (readonly unknown[])[] {
  return leavesOf(unit).flatMap(({ op, value }) => {
    if (op === 'list') return [value as readonly unknown[]];
    return op === 'list_catalog' ? [own(value, 'bridge') as readonly unknown[]] : [];
  });
}

function namesIn(list: readonly unknown[]): ReadonlySet<string> {
  return new Set(list.map((tool) => String(own(tool, 'name'))));
}

async function bridge(
  unit: Outcome,
  holds: (names: readonly string[], listed: ReadonlySet<string>) => boolean,
): Promise<Verdict> {
  const lists = listsOf(unit);
  if (lists.length === 0) return unmapped('no step lists the tools');
  const names: readonly string[] = Object.values((await unit.world.gateway()).bridgeNames);
  const wrong = lists.find((list) => !holds(names, namesIn(list)));
  return when(wrong === undefined, () => `listed: ${shown([...namesIn(wrong ?? [])])}`);
}
