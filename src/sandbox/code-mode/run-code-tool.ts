import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallContext } from '../../calling/index.ts';
import { CODE_TOOL_NAME } from '../../disclosure/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import type { CodeLimits, Sandbox, SandboxHost } from '../types.ts';
import { type CodeAnswer, toCodeAnswer } from './code-answer.ts';
import { createSnippetHost } from './snippet-host.ts';
import type { SnippetTools } from './snippet-tools.ts';

export interface CodeToolOptions {
  readonly sandbox: Sandbox;
  readonly limits?: Partial<CodeLimits>;
}

/** Longer ones are no snippets; a model would not have written them. */
const MAX_CODE_LENGTH = 256 * 1024;

/**
 * Runs one call of the mode's tool: `{code}` against a session's tools. With `context.key`, each call inside has the same
 * key whenever the same snippet is run again under it.
 * @throws ToolscoutError `INVALID_ARGUMENTS` without a snippet, `SANDBOX_UNAVAILABLE` without a process. What a snippet
 * does, also what it throws, is in the answer.
 */
export async function runCodeTool(
  input: unknown,
  tools: SnippetTools,
  { sandbox, limits }: CodeToolOptions,
  context: CallContext = {},
): Promise<CodeAnswer> {
  const code = readCode(input);
  const result = await sandbox.run({
    code,
    host: inThisContext(createSnippetHost(tools, context)),
    runId: `${CODE_TOOL_NAME}:${context.key ?? globalThis.crypto.randomUUID()}`,
    ...(limits === undefined ? {} : { limits }),
    ...(tools.profile.id === 'mode' ? { aliases: ['openclaw'] as const } : {}),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  return toCodeAnswer(result, tools.catalog());
}

/** What a process of ours says arrives in the context in which it was started, and that was for nobody in particular. */
function inThisContext(host: SandboxHost): SandboxHost {
  const within = AsyncLocalStorage.snapshot();
  return {
    search: (args, context) => within(() => host.search(args, context)),
    describe: (args, context) => within(() => host.describe(args, context)),
    call: (args, context) => within(() => host.call(args, context)),
  };
}

function readCode(input: unknown): string {
  const given = isObject(input) ? (own(input, 'code') ?? own(input, 'script')) : input;
  if (typeof given !== 'string' || given.trim() === '') {
    throw refusal('needs code, the body of an async JavaScript function as a text.');
  }
  if (given.length > MAX_CODE_LENGTH) throw refusal(`takes at most ${MAX_CODE_LENGTH} characters of code.`);
  return /^\s*```/.test(given) ? withoutFence(given) : given;
}

/** Models wrap code in a fence of Markdown, which is no JavaScript. Lines stay what they are. */
function withoutFence(text: string): string {
  return text.replace(/^(\s*)```\w*/, '$1').replace(/```\s*$/, '');
}

function refusal(what: string): ToolscoutError {
  return new ToolscoutError('INVALID_ARGUMENTS', `${CODE_TOOL_NAME} ${what}`, {
    next: 'Send {"code": "…"}.',
    details: { path: '/code', expected: 'string', ran: false },
  });
}
