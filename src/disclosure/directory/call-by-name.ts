import type { CallContext, CallPath, RawToolResult } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { type Catalog, toSignature } from '../../tools/index.ts';

/** A call as a model makes it of a tool that it sees. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: unknown;
}

/**
 * Runs a call that a model made under a hidden tool's own name, without the bridge (SPEC M3). The name is looked up in
 * the catalog of the session, never guessed, and the call goes the one call path. The model has not seen the schema:
 * arguments that do not fit are answered with the signature.
 * @throws ToolscoutError as the call path does.
 */
export async function callByName(
  catalog: Catalog,
  callPath: CallPath,
  { name, arguments: args }: NamedCall,
  context: CallContext = {},
): Promise<RawToolResult> {
  try {
    return await callPath.call(catalog, { reference: name, arguments: args }, { entrance: 'direct', ...context });
  } catch (error) {
    throw withSignature(error, catalog, name);
  }
}

function withSignature(error: unknown, catalog: Catalog, name: string): unknown {
  if (!(error instanceof ToolscoutError) || error.code !== 'INVALID_ARGUMENTS') return error;
  const resolution = catalog.resolve(name);
  if (resolution.kind !== 'found') return error;
  const signature = toSignature(resolution.tool.inputSchema);
  if (error.next?.includes(signature) === true || error.details.signature === signature) return error;
  return new ToolscoutError(error.code, error.message, {
    next: `Call ${resolution.tool.name} again with arguments of this form: ${signature}`,
    details: error.details,
    cause: error,
  });
}
