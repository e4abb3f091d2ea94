import { type Tool, toSignature } from '../tools/index.ts';

/** Long enough for nearly every tool; what does not fit is described by `tool_describe`. */
const MAX_LENGTH = 300;

/** What a tool takes, in the words of a search result, for errors that a model mends its call by. */
export function expectedSignature(tool: Tool): string {
  return toSignature(tool.inputSchema, { maxLength: MAX_LENGTH });
}
