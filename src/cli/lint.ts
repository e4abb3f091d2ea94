import type { Command } from 'commander';
import { createBuiltInEmbedder } from '../backends/index.ts';
import { findNearDuplicates } from '../retrieval/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, plural, wrap } from './layout.ts';
import { type LintFinding, lintFindings } from './lint-findings.ts';
import { openTools, reportUnavailable, type ToolsOptions, withToolsOptions } from './open-tools.ts';

interface LintOptions extends ToolsOptions {
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** Findings of one kind that a person is shown; `--json` has all. */
const MAX_SHOWN = 10;
/** Tools of one group that a person is shown. */
const MAX_MEMBERS = 6;

/** `toolscout lint`: what makes tools hard to find or to tell apart, and what to do about it. */
export function registerLint(program: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    program.command('lint').description('find near-duplicates, hidden characters, missing and over-long descriptions'),
  )
    .option('--strict', 'exit code 1 when anything was found')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExample:\n  toolscout lint --tools tools.jsonl --strict')
    .action(async (options: LintOptions) => finish(await runLint(options, io)));
}

async function runLint(options: LintOptions, io: CliIo): Promise<number> {
  const open = await openTools(options, io);
  try {
    const { catalog } = open;
    const groups = await findNearDuplicates(catalog.tools, createBuiltInEmbedder());
    const findings = lintFindings(catalog, groups);
    if (options.json === true) {
      printJson(io, { tools: catalog.tools.length, findings, alike: groups.length });
    } else {
      reportUnavailable(open.statuses, io);
      printFindings(findings, io);
      io.stdout(`${plural(findings.length, 'finding')} in ${plural(catalog.tools.length, 'tool')}\n`);
    }
    return options.strict === true && findings.length > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await open.close();
  }
}

function printFindings(findings: readonly LintFinding[], io: CliIo): void {
  const columns = Math.min(io.columns, 120);
  const byCheck = new Map<string, LintFinding[]>();
  for (const finding of findings) byCheck.set(finding.check, [...(byCheck.get(finding.check) ?? []), finding]);
  for (const [check, list] of byCheck) {
    io.stdout(`${check} (${list.length})\n`);
    // Only near-duplicates differ in what to do about them.
    const [suggestion, ...others] = new Set(list.map((finding) => finding.suggestion));
    if (others.length === 0) for (const line of wrap(suggestion ?? '', columns, '  ')) io.stdout(`${line}\n`);
    for (const finding of list.slice(0, MAX_SHOWN)) printFinding(finding, others.length > 0, columns, io);
    if (list.length > MAX_SHOWN) io.stdout(`  … and ${list.length - MAX_SHOWN} more; see --json\n`);
    io.stdout('\n');
  }
}

function printFinding(finding: LintFinding, withSuggestion: boolean, columns: number, io: CliIo): void {
  const { tools, message, differs, suggestion } = finding;
  for (const line of wrap(withSuggestion ? `${message} ${suggestion}` : message, columns, '  - ').map(hang))
    io.stdout(`${line}\n`);
  if (differs === undefined) return;
  for (const [position, tool] of tools.slice(0, MAX_MEMBERS).entries()) {
    io.stdout(`${clip(`    ${tool}: ${differs[position]}`, columns)}\n`);
  }
  if (tools.length > MAX_MEMBERS) io.stdout(`    … and ${tools.length - MAX_MEMBERS} more\n`);
}

/** Only the first line of a finding keeps its mark. */
function hang(line: string, position: number): string {
  return position === 0 ? line : line.replace('-', ' ');
}
