import type { Tool, ToolKind } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';
import { FIELDS } from './constants.ts';

/** What a request asks of every hit, whatever its rank. All conditions together; an absent one asks nothing. */
export interface ToolFilter {
  /** Source name, exactly. */
  readonly server?: string;
  readonly kind?: ToolKind;
  /** Analysed terms, each of which the tool's own texts must hold. */
  readonly must?: readonly string[];
}

/** Everything a tool says of itself; example requests are other people's words and prove nothing. */
const OWN_FIELDS: readonly number[] = FIELDS.flatMap(({ name }, field) => (name === 'examples' ? [] : [field]));

/** Does the tool meet every condition? */
export function acceptsTool(tool: Tool, { server, kind, must = [] }: ToolFilter): boolean {
  if (server !== undefined && tool.source.name !== server) return false;
  if (kind !== undefined && tool.kind !== kind) return false;
  if (must.length === 0) return true;
  const { terms } = analyzeTool(tool);
  return must.every((term) => OWN_FIELDS.some((field) => terms[field]!.includes(term)));
}

/** Lets every tool through. */
export function isOpen({ server, kind, must = [] }: ToolFilter): boolean {
  return server === undefined && kind === undefined && must.length === 0;
}
