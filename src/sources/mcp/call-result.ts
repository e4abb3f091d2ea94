import { ToolscoutError } from '../../errors.ts';
import { own } from '../../shared/json.ts';

/** A tool's own result, as the server sent it: any member may be missing, unknown or of an odd shape. */
export type RawToolResult = Readonly<Record<string, unknown>>;

/**
 * Takes the wire off a result and refuses the one shape that nothing can be done with. Everything else is the
 * tool's own affair.
 */
export function readCallResult(server: string, tool: string, raw: RawToolResult): RawToolResult {
  const content = own(raw, 'content');
  if (content !== undefined && content !== null && !Array.isArray(content)) {
    const message = `Server ${JSON.stringify(server)} answered ${JSON.stringify(tool)} with content that is not a list`;
    const details = { server, tool, ran: 'unknown' };
    throw new ToolscoutError('SERVER_PROTOCOL', message, { next: 'Report this to the maker of the server.', details });
  }
  // The discriminator belongs to the wire of revision 2026-07-28. `input_required` stays: it asks for something.
  if (own(raw, 'resultType') !== 'complete') return raw;
  const { resultType: _, ...result } = raw;
  return result;
}
