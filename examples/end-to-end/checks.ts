import { deepEqual, equal, ok } from 'node:assert/strict';
import { PROFILES } from 'toolscout';
import { type Lane, REQUIRED } from './lanes.ts';
import { schemaMark, TARGET, TARGET_ARGUMENTS, TOOLS } from './plugin.ts';
import type { RecordedRequest } from './provider.ts';
import type { LaneRun } from './run-lane.ts';

/** Schemas that directory mode may show beside those that are required. */
const MAX_LIKELY = 4;

/** The six things that a run with hidden tools has to show beside a direct one. Each throws where it does not hold. */
export const CHECKS: Readonly<Record<string, (run: LaneRun, direct: LaneRun) => void>> = {
  'the direct lane calls the tool of the plugin': (_run, direct) => callsTarget(direct),

  'the other lane calls the same tool, under its real name': (run, direct) => {
    callsTarget(run);
    deepEqual(run.ran, direct.ran);
    equal(run.report.finalCall?.tool, direct.report.finalCall?.tool);
  },

  'the direct lane shows the provider every schema': (_run, direct) => {
    const expected = TOOLS.map(({ definition }) => [definition.name, definition.inputSchema]);
    const received = firstRequest(direct).request.tools.map(({ function: { name, parameters } }) => [name, parameters]);
    deepEqual(received, expected);
  },

  'the other lane shows the bridge, what never hides, and no other schema': (run) => {
    const { raw, request } = firstRequest(run);
    const names = request.tools.map((tool) => tool.function.name);
    const { search, describe, call } = PROFILES[run.lane.profile].names;
    const fixed = [...neverHidden(run.lane), search, describe, call];
    deepEqual(names.slice(0, fixed.length), fixed);
    const hydrated = names.slice(fixed.length);
    if (run.lane.mode === 'directory' && run.lane.way === 'search') {
      ok(hydrated.includes(REQUIRED) && hydrated.length > 1, 'what is required or likely is shown');
      ok(hydrated.length <= 1 + MAX_LIKELY, `${hydrated.length} schemas are shown for this turn`);
    } else deepEqual(hydrated, []);
    for (const { definition, source } of TOOLS) {
      const isShown = names.includes(definition.name) || names.includes(`${source.name}__${definition.name}`);
      equal(raw.includes(schemaMark(definition.name)), isShown, `the schema of ${definition.name}`);
    }
    equal(raw.includes(`- helpdesk__${TARGET.name}`), run.lane.mode === 'directory', 'the directory names the tool');
  },

  'its requests are smaller than the direct one, in bytes': (run, direct) => {
    for (const { bytes } of run.requests) ok(bytes < firstRequest(direct).bytes, `${bytes} bytes`);
    // The tools and the prompt are the same in every request of the lane, so that the provider can cache them.
    const prefixes = run.requests.map(({ request: { tools, messages } }) => JSON.stringify([tools, messages[0]]));
    equal(new Set(prefixes).size, 1, 'tools and prompt stay the same');
  },

  'the logs count what was done, and tell of the bridge': (run, direct) => {
    for (const { log, report, requests, assemblies } of [run, direct]) {
      equal(log.skipped, 0);
      deepEqual(
        assemblies.map(({ visible }) => visible),
        requests.map(({ request }) => request.tools.length),
      );
      deepEqual(report.resultFrom, { source: 'plugin', server: 'helpdesk' });
      deepEqual([report.calls, report.refused, report.finalCall?.outcome], [1, 0, 'ok']);
      deepEqual(assemblies[0]?.catalog.sources, { core: 3, plugin: 44, client: 2 });
    }
    const searched = run.lane.way === 'search' ? 1 : 0;
    deepEqual([run.report.searches, run.report.searchesWithoutHit, run.report.describes], [searched, 0, searched]);
    deepEqual([direct.report.searches, direct.report.describes], [0, 0]);
    deepEqual(
      [run.report.finalCall?.entrance, direct.report.finalCall?.entrance],
      [run.lane.way === 'search' ? 'bridge' : 'direct', 'direct'],
    );
    const { mode, fallbackFrom } = run.report.assembly ?? {};
    deepEqual([mode, fallbackFrom], run.lane.mode === 'code' ? ['tools', 'code'] : [run.lane.mode, undefined]);
    equal(direct.report.assembly?.mode, 'direct');
  },
};

/** The plugin ran it once with these arguments, and everybody on the way saw its own name. */
function callsTarget({ ran, hooked, report }: LaneRun): void {
  deepEqual(ran, [{ name: TARGET.name, arguments: TARGET_ARGUMENTS }]);
  deepEqual(hooked, [TARGET.id]);
  equal(report.finalCall?.tool, TARGET.id);
  equal(report.finalCall?.name, TARGET.name);
}

/** Names that stay in the request, in order of id: direct-only tools, and what the family and the mode spare. */
function neverHidden({ profile, mode }: Lane): readonly string[] {
  const client = mode === 'directory' ? ['open_tab', 'read_selection'] : [];
  const core = profile === 'mode' ? [] : ['read_file', 'run_command', 'write_file'];
  return [...client, ...core, 'canvas__draw_chart', 'canvas__show_form'];
}

/** The first request is the one to compare: later ones hold what the lane has done. */
export function firstRequest({ requests }: LaneRun): RecordedRequest {
  const [first] = requests;
  if (first === undefined) throw new Error('The provider received nothing.');
  return first;
}
