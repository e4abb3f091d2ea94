import { ToolscoutError } from '../../errors.ts';
import { truncate } from '../../shared/truncate.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { CatalogHistory } from '../catalog-history.ts';
import { schemaFingerprint } from '../fingerprint.ts';
import type { CallRequest, ToolChange } from '../types.ts';

/** Why a tool that was there is not: what the host knows of it. Default: it was removed. */
export type Absence =
  | { readonly kind: 'removed' }
  | { readonly kind: 'not-allowed'; readonly reason?: string }
  | { readonly kind: 'server-down'; readonly message?: string; readonly next?: string };

export interface ResolveOptions {
  readonly bridgeNames: readonly string[];
  readonly history?: CatalogHistory | undefined;
  readonly explainAbsence?: ((tool: Tool) => Absence | undefined) | undefined;
}

export interface ResolvedTool {
  readonly tool: Tool;
  readonly change: ToolChange;
}

/**
 * Finds the tool of a call and how it stands to what the caller knew of it.
 * @throws ToolscoutError `BRIDGE_IN_BRIDGE`, `UNKNOWN_TOOL`, `AMBIGUOUS_TOOL`, `TOOL_REMOVED`, `NOT_ALLOWED` or
 *   `SERVER_UNAVAILABLE`; nothing is ever run in the place of a tool that is not there.
 */
export function resolveCall(catalog: Catalog, request: CallRequest, options: ResolveOptions): ResolvedTool {
  const { reference, foundUnder } = request;
  const { history } = options;
  refuseBridge(catalog, reference, options.bridgeNames);
  const earlier = foundUnder?.epoch === undefined ? undefined : history?.meant(foundUnder.epoch, reference);
  // What the name meant when it was found counts, not what else it could mean by now.
  if (earlier !== undefined && catalog.byId(earlier.id) === undefined) throw absent(earlier, reference, options);
  const resolution = catalog.resolve(reference);
  if (resolution.kind === 'unknown') {
    const lost = history?.gone(reference);
    if (lost !== undefined) throw absent(lost, reference, options);
  }
  const tool = resolveTool(catalog, reference);
  return { tool, change: changeOf(catalog, tool, request, earlier, history?.shownAs?.(tool)) };
}

/** Finds the tool a reference means, or says precisely why not. */
export function resolveTool(catalog: Catalog, reference: string): Tool {
  const resolution = catalog.resolve(reference);
  if (resolution.kind === 'found') return resolution.tool;
  const shown = truncate(reference, MAX_SHOWN);
  if (resolution.kind === 'ambiguous') {
    const owners = resolution.tools.map((tool) => tool.name);
    throw new ToolscoutError('AMBIGUOUS_TOOL', `"${shown}" is the name of ${owners.length} tools.`, {
      next: `Use one of these full names: ${owners.slice(0, 20).join(', ')}.`,
      details: { tools: owners },
    });
  }
  const similar = resolution.similar.map((tool) => tool.name);
  throw new ToolscoutError('UNKNOWN_TOOL', `There is no tool named "${shown}".`, {
    next: similar.length > 0 ? `Close names: ${similar.join(', ')}. Or search again.` : 'Search for the tool you need.',
    details: { reference: shown, similar },
  });
}

const MAX_SHOWN = 120;

/** Also under the names that hosts give to the tools of a server, unless a real tool has that name. */
function refuseBridge(catalog: Catalog, reference: string, bridgeNames: readonly string[]): void {
  const bare = reference.trim();
  const last = bare.split(/[:/.]|__/).at(-1) ?? bare;
  const isBridge =
    bridgeNames.includes(bare) || (bridgeNames.includes(last) && catalog.resolve(bare).kind === 'unknown');
  if (!isBridge) return;
  const shown = truncate(reference, MAX_SHOWN);
  throw new ToolscoutError('BRIDGE_IN_BRIDGE', `"${shown}" is the bridge itself and cannot be called through it.`, {
    next: 'Give the name of the tool you want to run, as a search returned it, and its own arguments.',
  });
}

function changeOf(
  catalog: Catalog,
  tool: Tool,
  { foundUnder }: CallRequest,
  earlier: Tool | undefined,
  shownAs: string | undefined,
): ToolChange {
  // Who says nothing goes by what it was last shown.
  const fingerprint = foundUnder?.fingerprint ?? (foundUnder?.epoch === undefined ? shownAs : undefined);
  if (fingerprint !== undefined) return fingerprint === schemaFingerprint(tool) ? 'same' : 'schema-changed';
  if (foundUnder?.epoch === undefined) return 'unknown';
  if (foundUnder.epoch === catalog.epoch) return 'same';
  if (earlier === undefined) return 'unknown';
  return schemaFingerprint(earlier) === schemaFingerprint(tool) ? 'same' : 'schema-changed';
}

function absent(tool: Tool, reference: string, { explainAbsence }: ResolveOptions): ToolscoutError {
  return absenceError(tool, reference, explainAbsence?.(tool) ?? { kind: 'removed' });
}

/** The error of a tool that the caller knew and that is not there for them any more. */
export function absenceError(tool: Tool, reference: string, why: Absence): ToolscoutError {
  const details = { tool: tool.name, reference: truncate(reference, MAX_SHOWN), server: tool.source.name, ran: false };
  switch (why.kind) {
    case 'server-down':
      return new ToolscoutError(
        'SERVER_UNAVAILABLE',
        why.message ?? `${tool.name} is not available: its server "${tool.source.name}" is down.`,
        { next: why.next ?? 'Try again in a moment.', details },
      );
    case 'not-allowed':
      return new ToolscoutError(
        'NOT_ALLOWED',
        `${tool.name} is not allowed any more${why.reason === undefined ? '' : `: ${why.reason}`}.`,
        { next: 'Tell the user; do not try another way around.', details },
      );
    case 'removed':
      return new ToolscoutError('TOOL_REMOVED', `${tool.name} is not there any more: its source has removed it.`, {
        next: 'Search again for what does the same now.',
        details,
      });
  }
}
