import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import { checkAnthropic } from './anthropic-rules.ts';
import { checkChat } from './chat-rules.ts';
import { faultsOf, type LintProvider, type Report, type RequestFault, type RequestKind } from './faults.ts';
import { type Member, placed } from './members.ts';
import { checkResponses } from './responses-rules.ts';

export interface LintOptions {
  readonly provider: LintProvider;
  /** Default: `turn`. The other kinds are also held against {@link previous}. */
  readonly kind?: RequestKind;
  /** The last request of the conversation; for a retry the one that is repeated. */
  readonly previous?: object;
  /** The host's own search tool, which brings in deferred tools by reference. Default: `tool_search`. */
  readonly searchTool?: string;
}

/**
 * The faults of a request as it would go out: its `tools`, and its `messages` or `input`. Everything else may be left
 * out. Rules, each with the page that documents it, are in the table of faults.
 */
export function lintRequest(request: object, options: LintOptions): readonly RequestFault[] {
  const { provider, kind = 'turn', previous, searchTool = 'tool_search' } = options;
  const members = request as Member;
  return faultsOf(provider, (report) => {
    if (provider === 'anthropic') checkAnthropic(members, searchTool, report);
    else if (provider === 'openai-responses') checkResponses(members, report);
    else checkChat(members, report);
    checkToolsStay(members, kind, previous as Member | undefined, report);
  });
}

/** Summaries, titles and retries run over the history of a turn, and over its cached prefix. */
function checkToolsStay(request: Member, kind: RequestKind, previous: Member | undefined, report: Report): void {
  const hasTools = Array.isArray(request.tools) && request.tools.length > 0;
  if (!hasTools && hasCalls(request)) report('tools-left-out', 'tools', 'The history has calls, the request no tools.');
  if (kind === 'turn' || previous === undefined || !hasTools) return;
  const [now, before] = [request.tools, previous.tools].map((tools) => JSON.stringify(tools ?? []));
  if (now !== before) report('tools-changed', 'tools', `The tools of the ${kind} are not those of the request before.`);
}

function hasCalls(request: Member): boolean {
  const types = [...placed(request.input, 'input'), ...placed(request.messages, 'messages')].flatMap(({ value }) => [
    value.type,
    ...(Array.isArray(value.tool_calls) ? ['function_call'] : []),
    ...placed(value.content, 'content').map((block) => block.value.type),
  ]);
  return types.some((type) => type === 'tool_use' || type === 'function_call');
}

/** What an adapter does about the faults of what it is about to hand over. */
export type LintMode = 'throw' | 'report' | 'off';

/**
 * Lints as the mode says.
 * @throws ToolscoutError `REQUEST_INVALID` in the mode `throw`, for faults that the provider refuses.
 */
export function lintBy(mode: LintMode, request: object, options: LintOptions): readonly RequestFault[] {
  if (mode === 'off') return [];
  const faults = lintRequest(request, options);
  const first = faults.find(({ severity }) => severity === 'refused');
  if (mode === 'throw' && first !== undefined) {
    throw new ToolscoutError('REQUEST_INVALID', `The request would be refused: ${first.path}: ${first.message}`, {
      next: first.next,
      details: { faults: faults.filter(isObject) },
    });
  }
  return faults;
}
