import { resolveTool } from '../calling/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import type { OpenTools } from './open-tools.ts';

/**
 * Whether one tool may be used, and which layer and rule object. For whoever owns the configuration: it knows of tools
 * that the sessions themselves must not know.
 */
export function explainRights({ gateway, catalog }: OpenTools, name: string, json: boolean, io: CliIo): number {
  // Without a gateway there is no policy: a catalogue file is all there for everyone.
  const { tool, decision } = gateway?.own().explain(name) ?? {
    tool: resolveTool(catalog, name),
    decision: { allowed: true as const },
  };
  if (json) printJson(io, { tool: tool.id, ...decision });
  else if (decision.allowed) io.stdout(`${tool.id} may be used.\n`);
  else io.stdout(`${tool.id} may not be used.\n  layer  ${decision.layer}\n  rule   ${decision.rule}\n`);
  return EXIT.done;
}
