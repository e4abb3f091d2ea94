import type { PolicyRules } from '../../../src/calling/index.ts';
import { own, shown, textsOf } from '../json.ts';
import { toSeenTool } from '../ops/answers.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { leavesOf, type Outcome } from '../outcome.ts';
import { rulesOf } from '../product/setup.ts';
import { type CheckGroup, fails, HOLDS, numberOf, sameJson, unmapped, type Verdict, when } from './check.ts';
import { PROBE_TOOL, toolsOf } from './tools.ts';

/** What is in the catalog, and what of it and of the bridge is in the list that a model gets. */
export const CATALOG_CHECKS: CheckGroup = {
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
  /** Which tools a policy means: one that the check names, or that of the step. */
  policy_hits: {
    fields: ['policy', 'allow', 'deny', 'ref', 'refs', 'n'],
    needs: ['ref', 'refs', 'n'],
    run: async (check, unit) => {
      const { policy, ref, refs = ref, allow, deny } = check;
      const given = policy ?? (allow === undefined && deny === undefined ? undefined : { allow, deny });
      const gateway = await unit.world.settledGateway();
      const view =
        given === undefined ? await unit.world.session() : gateway.session({ rules: rulesOf(given) as PolicyRules });
      const tools = view.catalog().tools.map(toSeenTool);
      const n = numberOf(check, 'n');
      if (n !== undefined && tools.length !== n) return fails(`${shown(given)} means ${tools.length} tools`);
      if (refs === undefined) return HOLDS;
      const wanted = refsOf(refs);
      const missing = wanted.filter((one) => !tools.some((tool) => isMeant(one, tool)));
      const extra = tools.filter((tool) => !wanted.some((one) => isMeant(one, tool)));
      return when(
        missing.length + extra.length === 0,
        () => `missing ${shown(missing)}, too many ${shown(extra.map(({ id }) => id))}`,
      );
    },
  },
  directory_entries: {
    fields: ['n'],
    needs: ['n'],
    run: async ({ n }, unit) => {
      const directory = leavesOf(unit).find(({ op }) => op === 'directory');
      if (directory === undefined) return unmapped('no step shows the directory');
      const entries = entriesIn(String(directory.value));
      const names = new Set((await toolsOf(directory)).map(({ name }) => name));
      const foreign = entries.filter((entry) => !names.has(entry));
      if (foreign.length > 0) return fails(`${shown(foreign)} is no tool`);
      return when(entries.length === n, `${entries.length} entries: ${shown(entries)}`);
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
        // Passed through, a tool has the name that its host gave it.
        (tool) => !listsOf(unit).every((list) => namesIn(list).has(tool.name) || namesIn(list).has(tool.tool)),
      );
      if (deferred.length === 0) return HOLDS;
      return bridge(unit, (names, listed) => names.every((one) => listed.has(one)));
    },
  },
};

/** Names on the lines of a directory: one before a quoted description, or several in a row. */
function entriesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap((line) =>
      line
        .slice(2)
        .replace(/ ".*"$/, '')
        .split(', '),
    )
    .filter((name) => !/^\+\d+ more$/.test(name));
}

function refsOf(value: unknown): ReturnType<typeof toRef>[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(toRef);
}

/** The tool arrays that steps listed. */
function listsOf(unit: Outcome): readonly (readonly unknown[])[] {
  return leavesOf(unit).flatMap(({ op, value }) => {
    if (op === 'list' || op === 'turn') return [value as readonly unknown[]];
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
