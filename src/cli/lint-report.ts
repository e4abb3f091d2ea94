import { type LintFinding, SEVERITIES, type SuggestedOverride } from '../evaluation/index.ts';
import { clip, count, plural, wrap } from './layout.ts';

/** Findings of one kind that a person is shown; `--json` has all. */
const MAX_SHOWN = 8;
/** Tools of one group that a person is shown. */
const MAX_MEMBERS = 6;
const MAX_OVERRIDES = 3;

/** Findings for a person, the most serious first, and what to put into the configuration. */
export function findingLines(
  findings: readonly LintFinding[],
  { tools, suppressed }: { readonly tools: number; readonly suppressed: number },
  overrides: Readonly<Record<string, SuggestedOverride>>,
  columns: number,
): string[] {
  const kinds = new Map<string, LintFinding[]>();
  for (const finding of findings) {
    const kind = `${finding.severity}: ${finding.check}`;
    const list = kinds.get(kind);
    if (list === undefined) kinds.set(kind, [finding]);
    else list.push(finding);
  }
  const total = SEVERITIES.flatMap((severity) => {
    const number = findings.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : plural(number, severity);
  });
  return [
    ...[...kinds].flatMap(([kind, list]) => kindLines(kind, list, columns)),
    ...overrideLines(overrides, columns),
    ...(suppressed === 0
      ? []
      : [
          ...wrap(
            `${plural(suppressed, 'tool')} more came behind another one, but not when asked for with the words of ${suppressed === 1 ? 'its' : 'their'} name, or behind one that speaks of something else: not reported.`,
            columns,
          ),
          '',
        ]),
    `${plural(findings.length, 'finding')} in ${plural(tools, 'tool')}${total.length === 0 ? '' : `: ${total.join(', ')}`}`,
  ].map((line) => clip(line, columns));
}

function kindLines(kind: string, list: readonly LintFinding[], columns: number): string[] {
  // Only near-duplicates differ in what to do about them.
  const [suggestion = '', ...more] = new Set(list.map((one) => one.suggestion));
  const left = list.length - MAX_SHOWN;
  return [
    `${kind} (${count(list.length)})`,
    ...(more.length === 0 ? wrap(suggestion, columns, '  ') : []),
    ...list.slice(0, MAX_SHOWN).flatMap((finding) => oneLines(finding, more.length > 0, columns)),
    ...(left > 0 ? [`  … and ${count(left)} more; see --json`] : []),
    '',
  ];
}

function oneLines(finding: LintFinding, withSuggestion: boolean, columns: number): string[] {
  const { tools, message, differs, firstWords, quote, suggestion } = finding;
  const text = withSuggestion ? `${message} ${suggestion}` : message;
  const members = differs === undefined ? [] : tools.slice(0, MAX_MEMBERS);
  return [
    ...wrap(text, columns, '    ').map((line, position) => (position === 0 ? `  - ${line.slice(4)}` : line)),
    ...(quote === undefined ? [] : [`    “${quote}”`]),
    ...members.flatMap((tool, position) => {
      const first = firstWords?.[position] ?? '';
      return [`    ${tool}: ${differs![position]}`, ...(first === '' ? [] : [`      could begin with “${first}”`])];
    }),
    ...(differs !== undefined && tools.length > MAX_MEMBERS ? [`    … and ${tools.length - MAX_MEMBERS} more`] : []),
  ];
}

function overrideLines(overrides: Readonly<Record<string, SuggestedOverride>>, columns: number): string[] {
  const all = Object.entries(overrides);
  if (all.length === 0) return [];
  const shown = Object.fromEntries(all.slice(0, MAX_OVERRIDES));
  const rest =
    all.length > MAX_OVERRIDES ? ` The first ${MAX_OVERRIDES} of ${count(all.length)}; --overrides prints all:` : '';
  return [
    ...wrap(`What could go into toolscout.json, in words of your own.${rest}`, columns),
    ...JSON.stringify({ overrides: shown }, undefined, 2).split('\n'),
    '',
  ];
}
