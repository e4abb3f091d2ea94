import { singleLine } from '../../tools/index.ts';
import { type CliIo, printText } from '../io.ts';
import { plural } from '../layout.ts';
import type { DoctorFinding, ServerExamination } from './examine.ts';

/** Findings of one kind that a person is shown of one server; `--json` has all. */
const MAX_WARNINGS = 3;
/** Lines of stderr that a person is shown. */
const STDERR_LINES = 8;

/** Prints one paragraph a server, and a sentence about all of them. */
export function printExaminations(examinations: readonly ServerExamination[], io: CliIo): void {
  for (const examination of examinations) printServer(examination, io);
  const faulty = examinations.filter(({ verdict }) => verdict === 'faulty').length;
  const checked = examinations.filter(({ verdict }) => verdict !== 'off').length;
  io.stdout(`${plural(checked, 'server')} checked, ${faulty === 0 ? 'none' : String(faulty)} with a fault\n`);
}

function printServer(examination: ServerExamination, io: CliIo): void {
  const { name, verdict, findings, stderrTail } = examination;
  printText(io, `${name}: ${summary(examination)}`);
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  for (const finding of [...faults, ...warnings.slice(0, MAX_WARNINGS)]) printFinding(finding, io);
  if (warnings.length > MAX_WARNINGS) io.stdout(`  and ${warnings.length - MAX_WARNINGS} more; --json has all\n`);
  if (verdict !== 'faulty' || stderrTail === undefined) return;
  io.stdout('  the end of its stderr:\n');
  for (const line of stderrTail.split('\n').slice(-STDERR_LINES)) printText(io, `    | ${singleLine(line)}`);
}

function summary({ verdict, tools, protocolVersion, readyAfterMs, findings }: ServerExamination): string {
  if (verdict === 'off') return 'switched off in its file';
  if (verdict === 'faulty') return `fault in ${findings[0]?.step ?? 'start'}`;
  const facts = [
    plural(tools ?? 0, 'tool'),
    ...(protocolVersion === undefined ? [] : [`protocol ${protocolVersion}`]),
    ...(readyAfterMs === undefined ? [] : [`ready after ${(readyAfterMs / 1000).toFixed(1)} s`]),
  ];
  return `sound (${facts.join(', ')})`;
}

function printFinding({ severity, message, fix }: DoctorFinding, io: CliIo): void {
  const text = severity === 'warning' ? `warning: ${singleLine(message)}` : singleLine(message);
  printText(io, `  ${text}`);
  printText(io, `  fix: ${fix}`);
}
