import { readCase } from './case-file.ts';
import { watchConnections } from './product/connections.ts';
import { type CaseVerdict, runCase } from './run-case.ts';

/**
 * One of the processes that cases run in, one at a time: a case may hang, burn the processor or break the process, and
 * the runner has to see it. Gets `{file}` and answers `{verdict}`.
 */
const crashes: string[] = [];
process.on('uncaughtException', (error) => crashes.push(error.stack ?? String(error)));
process.on('unhandledRejection', (reason) =>
  crashes.push(reason instanceof Error ? (reason.stack ?? '') : String(reason)),
);
watchConnections();

process.on('message', (message: { file: string }) => {
  crashes.length = 0;
  void run(message.file).then((verdict) => process.send?.({ verdict }));
});
// The runner is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

async function run(file: string): Promise<CaseVerdict> {
  try {
    return await runCase(readCase(file), crashes);
  } catch (error) {
    return { kind: 'failed', why: `the runner failed: ${(error as Error).stack ?? String(error)}` };
  }
}
