import { type Command, Option } from 'commander';
import { createBuiltInEmbedder } from '../backends/index.ts';
import { type LintFinding, lintCatalog, mergeOverrides, SEVERITIES, type Severity } from '../evaluation/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { findingLines } from './lint-report.ts';
import { openTools, reportUnavailable, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { createWorkProgress } from './progress.ts';

interface LintOptions extends ToolsOptions {
  readonly failOn?: Severity;
  readonly strict?: boolean;
  readonly overrides?: boolean;
  readonly json?: boolean;
}

/** `toolscout lint`: what makes tools dangerous, hard to find or to tell apart, and what to do about it. */
export function registerLint(program: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    program
      .command('lint')
      .description('find tools that are confused with each other, poisoned or hidden text, and poor descriptions'),
  )
    .addOption(
      new Option('--fail-on <severity>', 'exit code 1 when anything of this severity or worse was found').choices(
        SEVERITIES,
      ),
    )
    .option('--strict', 'the same as --fail-on note')
    .option('--overrides', 'print only the suggested section "overrides" of toolscout.json')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout lint --config toolscout.json --fail-on warning\n\nNothing is changed: what is suggested goes into your own configuration.',
    )
    .action(async (options: LintOptions) => finish(await runLint(options, io)));
}

async function runLint(options: LintOptions, io: CliIo): Promise<number> {
  const open = await openTools(options, io);
  try {
    const { catalog } = open;
    const progress = createWorkProgress(io, 'Asking for tools in their own words:', catalog.tools.length);
    let suppressed = 0;
    const findings = await lintCatalog(catalog, {
      embedder: createBuiltInEmbedder(),
      onAsked: (asked) => progress.update(asked),
      onSuppressed: (tools) => {
        suppressed = tools;
      },
    });
    progress.clear();
    const overrides = mergeOverrides(findings);
    if (options.overrides === true) {
      reportUnavailable(open.statuses, io);
      io.stdout(`${JSON.stringify({ overrides }, undefined, 2)}\n`);
    } else if (options.json === true) {
      const alike = findings.filter(({ check }) => check === 'near-duplicates').length;
      printJson(io, {
        tools: catalog.tools.length,
        findings,
        alike,
        suppressed,
        counts: countsOf(findings),
        overrides,
      });
    } else {
      reportUnavailable(open.statuses, io);
      const size = { tools: catalog.tools.length, suppressed };
      for (const line of findingLines(findings, size, overrides, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
    }
    const failOn = options.failOn ?? (options.strict === true ? 'note' : undefined);
    return failOn !== undefined && findings.some(({ severity }) => isAtLeast(severity, failOn))
      ? EXIT.failed
      : EXIT.done;
  } finally {
    await open.close();
  }
}

function countsOf(findings: readonly LintFinding[]): Record<Severity, number> {
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  return { error: count('error'), warning: count('warning'), note: count('note') };
}

function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}
