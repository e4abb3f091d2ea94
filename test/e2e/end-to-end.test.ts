import { beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from '../../examples/end-to-end/checks.ts';
import { HIDING_LANES, LANES } from '../../examples/end-to-end/lanes.ts';
import { TOOLS } from '../../examples/end-to-end/plugin.ts';
import { type LaneRun, runLane } from '../../examples/end-to-end/run-lane.ts';

/** The example, on the package as it is built. Its checks are its own; here it is shown that they can fail as well. */
describe('a large plugin behind a chat provider, with its tools shown and hidden', () => {
  const runs = new Map<string, LaneRun>();
  beforeAll(async () => {
    for (const lane of LANES) runs.set(lane.name, await runLane(lane));
  });
  const directOf = ({ lane }: LaneRun): LaneRun => runs.get(`${lane.profile} direct`)!;

  it('has over 36 tools in the plugin, and every mode in every wire format', () => {
    expect(TOOLS.filter(({ source }) => source.name === 'helpdesk').length).toBeGreaterThanOrEqual(36);
    const asked = HIDING_LANES.filter(({ way }) => way === 'search').map(({ profile, mode }) => `${profile} ${mode}`);
    expect(new Set(asked).size).toBe(5 * 3);
  });

  it.each(Object.keys(CHECKS))('%s', (what) => {
    for (const { name } of HIDING_LANES) {
      const run = runs.get(name)!;
      expect(() => CHECKS[what]!(run, directOf(run)), name).not.toThrow();
    }
  });

  it.each(Object.keys(CHECKS))('notices where it does not hold that %s', (what) => {
    const run = runs.get('toolscout tools')!;
    const direct = directOf(run);
    // Each lane in the place of the other: nothing of what the checks say is true of them then.
    const [request] = run.requests;
    const untold = { ...run, ran: [], hooked: [], report: { ...run.report, finalCall: undefined } };
    const swapped: Record<string, [LaneRun, LaneRun]> = {
      'the direct lane calls the tool of the plugin': [run, { ...direct, ran: [] }],
      'the other lane calls the same tool, under its real name': [untold, direct],
      'the direct lane shows the provider every schema': [run, run],
      'the other lane shows the bridge, what never hides, and no other schema': [direct, direct],
      'its requests are smaller than the direct one, in bytes': [run, { ...direct, requests: [request!] }],
      'the logs count what was done, and tell of the bridge': [{ ...run, report: direct.report }, direct],
    };
    expect(() => CHECKS[what]!(...swapped[what]!)).toThrow();
  });

  it('says in the log that the mode "code" could not be had, and shows the same bytes as the mode "tools"', () => {
    for (const profile of ['toolscout', 'bridge', 'bridge-batch', 'mode', 'preselection']) {
      const [code, tools] = [runs.get(`${profile} code`)!, runs.get(`${profile} tools`)!];
      expect(code.assemblies.map(({ mode, fallbackFrom }) => [mode, fallbackFrom])).toEqual(
        code.requests.map(() => ['tools', 'code']),
      );
      expect(code.requests.map(({ raw }) => raw.length)).toEqual(tools.requests.map(({ raw }) => raw.length));
      expect(code.requests[0]!.raw).toBe(tools.requests[0]!.raw);
    }
  });
});
