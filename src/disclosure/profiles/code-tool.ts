import type { Tool } from '../../tools/index.ts';
import { ALWAYS_LOAD, type BridgeTool, objectSchema, RUNS_ANYTHING, summaryOf } from '../bridge/definitions.ts';
import type { BridgeProfile } from './profile.ts';

/** What the one tool of the mode `code` is called. */
export const CODE_TOOL_NAME = 'tool_search_code';

/** What the mode's own tool of one snippet is called, takes and lets a snippet do; it needs a sandbox to run in. */
export function codeTool(deferred: readonly Tool[], profile: Pick<BridgeProfile, 'id'>): BridgeTool {
  return {
    name: CODE_TOOL_NAME,
    title: 'Use tools by code',
    description: [
      `Run the body of an async JavaScript function that finds, calls and combines tools. ${summaryOf(deferred)}`,
      profile.id === 'mode' ? MODE_CONTRACT : CONTRACT,
      'Besides these: console.log, sleep(ms) and the language; no import, network or files. A call that is refused or fails throws; error.code says why. Use Promise.all for calls in parallel. Filter here and return only what you need.',
    ].join('\n'),
    inputSchema: objectSchema({ code: { type: 'string' } }, ['code']),
    outputSchema: { type: 'object' },
    annotations: RUNS_ANYTHING,
    _meta: ALWAYS_LOAD,
  };
}

/** The instructions that go with {@link codeTool}. */
export function codeInstructions(): string {
  return (
    `Most tools here are hidden to save context. When a task needs one that you do not see, find and call it with ${CODE_TOOL_NAME}. ` +
    'If the search finds nothing that fits, tell the user instead of using the nearest tool.'
  );
}

const CONTRACT = `tools.search(query: string, { limit?, server? }?): Promise<{ verdict: "exact" | "confident" | "ambiguous" | "none", hits: { id, name, server, description, signature: string }[], advice?: string }>
tools.describe(id: string): Promise<{ id, description, types: string, inputSchema }> // types: TypeScript of arguments and result
tools.call(id: string, args: object): Promise<{ data: any, content: { type, text? }[], structuredContent?: object, isError?: boolean }> // data: the result, parsed where it is JSON`;

/** As the family's own products have it. */
const MODE_CONTRACT = `tools.search(query: string, { limit? }?): Promise<{ id, name, source, description, input: string, output?: string }[]>
tools.describe(id: string): Promise<{ id, description, types: string, parameters, outputSchema? }> // types: TypeScript of arguments and result
tools.call(id: string, args: object): Promise<{ tool: { id }, result: { content: { type, text? }[], structuredContent?: object, isError?: boolean } }>
The same under openclaw.tools.`;
