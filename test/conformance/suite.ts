import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Revisions of the protocol that the suite has a frozen set of requirements for. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
  readonly details?: unknown;
}

/** Scenario → its checks. */
export type SuiteResult = ReadonlyMap<string, readonly Check[]>;

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);

export interface SuiteOptions {
  readonly revision: Revision;
  /** One scenario instead of all that the revision requires. */
  readonly scenario?: string;
}

/** Runs the server suite against a URL. */
export function runServerSuite(url: string, options: SuiteOptions): Promise<SuiteResult> {
  return runSuite(['server', '--url', url], options);
}

/** Runs the client suite against a client that is started by this command, with the suite's URL behind it. */
export function runClientSuite(command: string, options: SuiteOptions): Promise<SuiteResult> {
  // All clients are started at once: on a small machine each of them takes its time.
  return runSuite(['client', '--command', command, '--timeout', '180000'], options);
}

async function runSuite(args: readonly string[], { revision, scenario }: SuiteOptions): Promise<SuiteResult> {
  const output = mkdtempSync(join(tmpdir(), 'toolscout-conformance-'));
  const which =
    scenario === undefined ? ['--requirements', revision] : ['--scenario', scenario, '--spec-version', revision];
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, [SUITE, ...args, ...which, '--output-dir', output], { stdio: 'ignore' });
      child.once('error', reject);
      child.once('exit', () => resolve());
    });
    return readResults(output);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Each scenario has a folder of its own, named after it and the time. */
function readResults(folder: string): SuiteResult {
  const results = new Map<string, readonly Check[]>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('checks.json')) continue;
    const name = dirname(file)
      .replace(/^(?:server|client)-(?=.*-\d{4}-)/u, '')
      .replace(/-\d{4}-\d{2}-\d{2}T.*$/u, '');
    results.set(name, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Check[]);
  }
  return results;
}

/** The checks that did not pass, as `scenario: check: why`. */
export function failures(result: SuiteResult): string[] {
  return [...result].flatMap(([scenario, checks]) =>
    checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id, errorMessage }) => `${scenario}: ${id}: ${errorMessage ?? ''}`),
  );
}
