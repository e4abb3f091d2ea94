import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AssemblyEvent,
  openSessionLog,
  type ReadSessionLog,
  readSessionLog,
  reportSessions,
  type SessionReport,
} from 'toolscout';
import { runAgent } from './agent.ts';
import { type Lane, TASK } from './lanes.ts';
import { type Ran, startPlugin, TOOLS } from './plugin.ts';
import { type RecordedRequest, startProvider } from './provider.ts';

/** Everything that is known of a lane afterwards, each part from the one who saw it. */
export interface LaneRun {
  readonly lane: Lane;
  /** What the provider received. */
  readonly requests: readonly RecordedRequest[];
  /** What the plugin ran. */
  readonly ran: readonly Ran[];
  /** Names that a hook before each call saw. */
  readonly hooked: readonly string[];
  /** What the session log holds. */
  readonly log: ReadSessionLog;
  readonly report: SessionReport;
  readonly assemblies: readonly AssemblyEvent[];
}

/** Runs the task once, with a provider, a plugin and a session log of its own. */
export async function runLane(lane: Lane): Promise<LaneRun> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-lane-'));
  const provider = await startProvider(lane.script);
  const plugin = startPlugin();
  const hooked: string[] = [];
  try {
    const { file, sink } = openSessionLog({ path: folder });
    await runAgent(TASK, {
      url: provider.url,
      tools: TOOLS,
      execute: plugin.execute,
      hooks: [
        {
          before: ({ tool }) => {
            hooked.push(tool.id);
          },
        },
      ],
      context: lane.context,
      profile: lane.profile,
      session: lane.name,
      log: sink,
    });
    const log = await readSessionLog(file);
    const report = reportSessions(log.events).find(({ session }) => session === lane.name);
    if (report === undefined) throw new Error(`The session log ${file} holds nothing of the lane ${lane.name}.`);
    const assemblies = log.events.filter((event) => event.type === 'assembly');
    return { lane, requests: provider.requests, ran: plugin.ran, hooked, log, report, assemblies };
  } finally {
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
