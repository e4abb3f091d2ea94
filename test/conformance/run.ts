// Runs the whole official suite: the fixture directly, the fixture through the gateway in both of its eras, and our
// client. Prints what failed and exits with 1 where that was not expected: `npm run conformance`.
import { fileURLToPath } from 'node:url';
import { CLIENT_SCENARIOS, unexpected } from './expected.ts';
import { startFixture } from './fixture-server.ts';
import { type Check, REVISIONS, runClientSuite, runServerSuite, type SuiteResult } from './suite.ts';
import { passThrough } from './through-gateway.ts';

const CLIENT = `${process.execPath} ${fileURLToPath(new URL('client.ts', import.meta.url))}`;

const rows: string[] = [];
let failed = 0;

function report(leg: 'server' | 'client', what: string, result: SuiteResult): void {
  const checks = [...result.values()].flat();
  const count = (status: string): number => checks.filter((check) => check.status === status).length;
  const wrong = unexpected(leg, result);
  failed += wrong.length;
  rows.push(`| ${what} | ${result.size} | ${count('SUCCESS')} | ${count('FAILURE')} | ${wrong.length} |`);
  for (const line of wrong) process.stdout.write(`${what}: ${line}\n`);
}

const fixture = await startFixture();
const older = await startFixture('legacy');
const gateway = await passThrough(fixture.url);
const overOlder = await passThrough(older.url);
try {
  for (const revision of REVISIONS) {
    report('server', `server, direct, ${revision}`, await runServerSuite(fixture.url, { revision }));
    report('server', `server, through the gateway, ${revision}`, await runServerSuite(gateway.url, { revision }));
  }
  const [legacy] = REVISIONS;
  report(
    'server',
    `server of 2025-11-25 alone, through the gateway, ${legacy}`,
    await runServerSuite(overOlder.url, { revision: legacy }),
  );
  for (const revision of REVISIONS) {
    const results = new Map<string, readonly Check[]>();
    // One after the other: all at once they would wait for the machine and not for the server.
    for (const scenario of CLIENT_SCENARIOS[revision]) {
      for (const [name, checks] of await runClientSuite(CLIENT, { revision, scenario })) results.set(name, checks);
    }
    report('client', `client, ${revision}`, results);
  }
} finally {
  await Promise.all([gateway.close(), overOlder.close(), fixture.close(), older.close()]);
}
process.stdout.write(
  `\n| Run | Scenarios | Checks passed | Checks failed | of these not expected |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`,
);
process.exitCode = failed === 0 ? 0 : 1;
