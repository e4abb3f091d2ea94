import type { CallContext, CallPath, RawToolResult } from '../../calling/index.ts';
import type { Catalog } from '../../tools/index.ts';

/** A call as a model makes it of a tool that it sees. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * Runs a call that a model made under a hidden tool's own name, without the bridge (SPEC M3). The name is looked up in
 * the catalog of the session, never guessed, and the call goes the one call path, which answers arguments that do not
 * fit with the signature that the model has not seen.
 * @throws ToolscoutError as the call path does.
 */
export function callByName(
  catalog: Catalog,
  callPath: CallPath,
  { name, arguments: args }: NamedCall,
  context: CallContext = {},
): Promise<RawToolResult> {
  return callPath.call(catalog, { reference: name, arguments: args }, { entrance: 'direct', ...context });
}
