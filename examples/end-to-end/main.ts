import { CHECKS, firstRequest } from './checks.ts';
import { HIDING_LANES, LANES } from './lanes.ts';
import { type LaneRun, runLane } from './run-lane.ts';

const runs: LaneRun[] = [];
for (const lane of LANES) runs.push(await runLane(lane));
const runOf = (name: string): LaneRun => runs.find(({ lane }) => lane.name === name)!;

const print = (
  lane: string,
  mode: string,
  tools: unknown,
  bytes: unknown,
  share: string,
  did: string,
  called: string,
) =>
  console.log(
    [
      lane.padEnd(22),
      mode.padEnd(9),
      String(tools).padStart(5),
      String(bytes).padStart(8),
      share.padStart(10),
      did.padStart(6),
      called,
    ].join(' '),
  );

print('lane', 'mode', 'tools', 'request', 'of direct', 's d c', 'called');
for (const run of runs) {
  const { lane, report } = run;
  const { bytes, request } = firstRequest(run);
  const share = (100 * bytes) / firstRequest(runOf(`${lane.profile} direct`)).bytes;
  const { searches, describes, calls, assembly, finalCall } = report;
  print(
    lane.name,
    assembly?.mode ?? '-',
    request.tools.length,
    bytes,
    `${Math.round(share)} %`,
    `${searches} ${describes} ${calls}`,
    finalCall?.name ?? '-',
  );
}
console.log('\ntools, request: schemas and bytes of the first request.');
console.log('s d c: searches, descriptions and calls in the session log.\n');

let failures = 0;
for (const [what, check] of Object.entries(CHECKS)) {
  const failed = HIDING_LANES.flatMap(({ name, profile }) => {
    try {
      check(runOf(name), runOf(`${profile} direct`));
      return [];
    } catch (error) {
      return [`       ${name}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
  failures += failed.length;
  console.log([`${failed.length === 0 ? 'ok    ' : 'FAILED'} ${what}`, ...failed].join('\n'));
}
process.exitCode = failures === 0 ? 0 : 1;
