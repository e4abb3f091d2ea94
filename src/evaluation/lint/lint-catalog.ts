import type { Embedder } from '../../engine/index.ts';
import type { Catalog, ToolWarning } from '../../tools/index.ts';
import { findConfusableTools } from './confusable.ts';
import { descriptionFaults } from './descriptions.ts';
import { finding, type LintCheck, type LintFinding, SEVERITIES, type Severity } from './finding.ts';
import { hiddenText } from './hidden-text.ts';
import { instructionsToModel } from './instructions.ts';
import { longNames, sameNames } from './names.ts';
import { providerFaults } from './schemas.ts';
import { shadowing } from './shadowing.ts';
import { stuffedArguments } from './stuffing.ts';

export interface LintOptions {
  /** Judges which tools mean the same. */
  readonly embedder: Embedder;
  /** Told how many tools have been asked for, which takes nearly all of the time. */
  readonly onAsked?: (asked: number) => void;
  /** Told of how many tools it is not certain enough that they are confused with others. */
  readonly onSuppressed?: (tools: number) => void;
}

/** What is worth knowing or mending in a catalog, the most serious first. Changes nothing and calls nobody. */
export async function lintCatalog(catalog: Catalog, options: LintOptions): Promise<readonly LintFinding[]> {
  const { embedder, onAsked = () => {} } = options;
  const confused = await findConfusableTools(catalog, embedder, onAsked);
  options.onSuppressed?.(confused.suppressed);
  const findings = [
    ...catalog.tools.flatMap(instructionsToModel),
    ...catalog.tools.flatMap(hiddenText),
    ...shadowing(catalog),
    ...confused.findings,
    ...catalog.tools.flatMap(descriptionFaults),
    ...catalog.tools.flatMap(stuffedArguments),
    ...fromWarnings(catalog.warnings),
    ...sameNames(catalog),
    ...longNames(catalog),
    ...providerFaults(catalog),
  ];
  const order = (severity: Severity): number => SEVERITIES.indexOf(severity);
  return findings.sort((a, b) => order(a.severity) - order(b.severity));
}

const CHECKS: Readonly<Partial<Record<ToolWarning['code'], LintCheck>>> = {
  NAME_DUPLICATE: 'repeated-name',
  NAME_MISSING: 'repeated-name',
  SCHEMA_UNUSABLE: 'schema',
  OUTPUT_SCHEMA_IGNORED: 'schema',
};

/** What was found when the tools were read. Hidden characters are looked for anew, with the place where they stand. */
function fromWarnings(warnings: readonly ToolWarning[]): LintFinding[] {
  return warnings.flatMap(({ tool, code, message }): LintFinding[] => {
    const check = CHECKS[code];
    return check === undefined ? [] : [finding(check, 'warning', [tool], message)];
  });
}
