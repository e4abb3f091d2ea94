import { type Catalog, createCatalog, type Tool, type ToolDefinition } from '../tools/index.ts';
import { createCallPath } from './call-path.ts';
import type { CallPath, CallPathOptions } from './call-path-options.ts';
import type { CallContext, CallObserver, CallStageEvent, RawToolResult, ToolExecutor } from './types.ts';

/** A catalog of one server. */
export function catalogOf(...definitions: readonly ToolDefinition[]): Catalog {
  return createCatalog(definitions.map((definition) => ({ source: { kind: 'mcp', name: 's1' }, definition })));
}

/** A definition with these properties. */
export function toolOf(
  name: string,
  properties: Readonly<Record<string, unknown>> = {},
  more: Readonly<Record<string, unknown>> & Pick<ToolDefinition, 'annotations'> = {},
): ToolDefinition {
  const { annotations, ...schema } = more;
  return {
    name,
    inputSchema: { type: 'object', properties, ...schema },
    ...(annotations === undefined ? {} : { annotations }),
  };
}

export interface SentCall {
  readonly tool: Tool;
  readonly args: unknown;
  readonly context: CallContext;
}

/** A call path over tools that note what reached them, and everything that was told on the way. */
export interface WatchedPath {
  readonly path: CallPath;
  readonly sent: readonly SentCall[];
  readonly events: readonly CallStageEvent[];
}

export function watchedPath(
  options: Omit<CallPathOptions, 'execute'> & { readonly reply?: RawToolResult | ToolExecutor } = {},
): WatchedPath {
  const { reply = { content: [] }, ...rest } = options;
  const sent: SentCall[] = [];
  const events: CallStageEvent[] = [];
  const observer: CallObserver = { onStage: (event) => void events.push(event) };
  const path = createCallPath({
    observers: [observer],
    ...rest,
    execute: async (tool, args, context) => {
      sent.push({ tool, args, context });
      return typeof reply === 'function' ? (reply as ToolExecutor)(tool, args, context) : reply;
    },
  });
  return { path, sent, events };
}
