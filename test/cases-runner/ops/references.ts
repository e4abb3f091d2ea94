import type { GatewaySession } from '../../../src/gateway/index.ts';
import type { Tool } from '../../../src/tools/index.ts';
import type { Action } from '../case-file.ts';
import { isObject, own } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import { DEFAULT_SERVER } from '../product/setup.ts';
import { type OpContext, UnmappedError } from './op.ts';

/** A tool as cases name it. */
export interface ToolRef {
  readonly server: string | undefined;
  readonly tool: string;
}

export function toRef(value: unknown): ToolRef {
  const tool = own(value, 'tool') ?? (typeof value === 'string' ? value : undefined);
  if (typeof tool !== 'string') throw new UnmappedError(`a ref without a tool: ${JSON.stringify(value)}`);
  const server = own(value, 'server');
  return { server: typeof server === 'string' ? server : undefined, tool };
}

/** Does the ref mean this tool? Without a server it means the tool of any. */
export function isMeant(ref: ToolRef, tool: { readonly server: string; readonly tool: string }): boolean {
  return tool.tool === ref.tool && (ref.server === undefined || tool.server === ref.server);
}

/** The tool in the catalog of the moment; of several without a server, the one of the default server. */
export function findTool(gateway: GatewaySession, ref: ToolRef): Tool | undefined {
  const found = gateway
    .catalog()
    .tools.filter((tool) => isMeant(ref, { server: tool.source.name, tool: tool.originalName }));
  return found.find((tool) => tool.source.name === DEFAULT_SERVER) ?? found[0];
}

/** The name that a model would write: the literal one, the one an earlier step returned, or the tool's own. */
export async function referenceOf(action: Action, context: OpContext): Promise<unknown> {
  if (Object.hasOwn(action, 'name_from_step')) return nameFromStep(action.name_from_step, context.earlier);
  if (Object.hasOwn(action, 'name')) return action.name;
  const ref = toRef(action.ref);
  const session = await context.world.session();
  let tool = findTool(session, ref);
  if (tool === undefined) {
    await context.world.settledGateway();
    tool = findTool(session, ref);
  }
  // A tool that is not there (yet) is asked for in the spelling that people use.
  return tool?.name ?? (ref.server === undefined ? ref.tool : `${ref.server}/${ref.tool}`);
}

function nameFromStep(step: unknown, earlier: readonly Outcome[]): string {
  const outcome = earlier[Number(step)];
  if (outcome === undefined) throw new UnmappedError(`name_from_step ${String(step)}: there is no such earlier step`);
  const { value } = outcome;
  const listed = own(value, 'hits') ?? own(value, 'tools') ?? value;
  const first: unknown = Array.isArray(listed) ? listed[0] : value;
  const name = isObject(first) ? own(first, 'name') : undefined;
  if (typeof name !== 'string') throw new UnmappedError(`name_from_step ${String(step)}: that step returned no name`);
  return name;
}
