import type { ToolWarning } from '../tools/index.ts';
import type { CliIo } from './io.ts';

/** Prints one warning on stderr. */
export function printWarning(io: CliIo, message: string): void {
  io.stderr(`warning: ${message}\n`);
}

const KINDS: Readonly<Record<ToolWarning['code'], string>> = {
  NAME_MISSING: 'left out for want of a name',
  NAME_DUPLICATE: 'listed more than once',
  HIDDEN_CHARACTERS: 'with hidden characters taken out',
  TEXT_CUT: 'with texts cut',
  SCHEMA_REPAIRED: 'with schemas repaired',
  SCHEMA_UNUSABLE: 'with schemas that cannot be used',
  OUTPUT_SCHEMA_IGNORED: 'with output schemas ignored',
};

/** Many warnings about tools in one: how many tools of each kind. Undefined where there are none. */
export function warningSummary(warnings: readonly ToolWarning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  const tools = new Map<ToolWarning['code'], Set<string>>();
  for (const { code, tool } of warnings) tools.set(code, (tools.get(code) ?? new Set()).add(tool));
  return `tools ${[...tools].map(([code, names]) => `${KINDS[code]}: ${names.size}`).join('; ')}`;
}
