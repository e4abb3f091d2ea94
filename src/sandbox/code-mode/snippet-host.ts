import { type CallClient, type CallContext, type CallProgress, toCallFailure } from '../../calling/index.ts';
import { calledTool, callInFormat, describeInFormat, PROFILES, searchInFormat } from '../../disclosure/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import type { Catalog } from '../../tools/index.ts';
import type { HostContext, SandboxHost } from '../types.ts';
import { typesOf } from './describe-types.ts';
import { resultData } from './result-data.ts';
import type { SnippetTools } from './snippet-tools.ts';

/** Nothing of a result in a snippet goes to a model, so it is whole; this much fits through the wall twice. */
const MAX_RESULT_BYTES = 3 * 1024 * 1024;

/** Lets a snippet search, describe and call as its session may, each call by the one call path. */
export function createSnippetHost(tools: SnippetTools, outer: CallContext = {}): SandboxHost {
  const profile = PROFILES[tools.profile.id === 'mode' ? 'mode' : 'toolscout'];
  const progress = countedProgress(outer.onProgress);
  return {
    search: (args) =>
      asRefusal(() => searchInFormat(profile, tools.catalog(), toSearchInput(args), async (one) => tools.search(one))),
    describe: (args) =>
      asRefusal(async () => {
        const catalog = tools.catalog();
        const answer = await describeInFormat(profile, catalog, toDescribeInput(args), async (one) =>
          tools.describe(one),
        );
        return withTypes(answer, (id) => catalog.byId(profile.reference(id, catalog)));
      }),
    call: (args, context) =>
      asRefusal(async () => {
        const catalog = tools.catalog();
        const input = toCallInput(args);
        const meant = calledTool(catalog, input, profile);
        if (meant !== undefined) context.resolved(meant.id);
        const result = await callInFormat(profile, catalog, input, (one) =>
          tools.call(one, innerContext(outer, context, progress?.(meant?.name))),
        );
        if (profile.id === 'mode') return result;
        const data = resultData(result);
        return data === undefined ? result : { ...result, data };
      }),
  };
}

function innerContext(
  outer: CallContext,
  { key, signal, pauseClock }: HostContext,
  onProgress: CallContext['onProgress'],
): CallContext {
  let resume: (() => void) | undefined;
  return {
    signal,
    key,
    entrance: 'code',
    maxResultBytes: MAX_RESULT_BYTES,
    ...ownOf(outer),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(outer.client === undefined ? {} : { client: askedFromSnippet(outer.client, pauseClock) }),
    onWaiting: (waiting) => {
      outer.onWaiting?.(waiting);
      resume?.();
      resume = waiting ? pauseClock() : undefined;
    },
  };
}

/** Whose call it is, who consents to it, and what goes along: the same as without a snippet. */
function ownOf({ session, caller, approver, meta }: CallContext): CallContext {
  return {
    ...(session === undefined ? {} : { session }),
    ...(caller === undefined ? {} : { caller }),
    ...(approver === undefined ? {} : { approver }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** A snippet cannot hand a question on as a result, so its clock stands still until the client has answered. */
function askedFromSnippet(client: CallClient, pauseClock: HostContext['pauseClock']): CallClient {
  return {
    ...client,
    takesInputRequired: false,
    answers: undefined,
    request: async (method, params, signal) => {
      const resume = pauseClock();
      try {
        return await client.request(method, params, signal);
      } finally {
        resume();
      }
    },
  };
}

/** Steps of all calls of a run as one row of steps, because whoever reads them knows of one call only. */
function countedProgress(
  onProgress: CallContext['onProgress'],
): ((tool: string | undefined) => (progress: CallProgress) => void) | undefined {
  if (onProgress === undefined) return undefined;
  let steps = 0;
  return (tool = 'a tool') =>
    ({ progress, total, message }) => {
      const said = message ?? (total === undefined ? String(progress) : `${progress} of ${total}`);
      onProgress({ progress: ++steps, message: `${tool}: ${said}` });
    };
}

/** `(query, options?)`, `(queries[], options?)`, or the input of the bridge as it is. */
function toSearchInput([first, second]: readonly unknown[]): unknown {
  if (isObject(first)) return first;
  const options = isObject(second) ? second : {};
  return Array.isArray(first) ? { ...options, queries: first } : { ...options, query: first };
}

/** `(id)`, `(ids[])`, or the input of the bridge as it is. */
function toDescribeInput([first]: readonly unknown[]): unknown {
  if (isObject(first)) return first;
  return Array.isArray(first) ? { names: first } : { name: first };
}

/** `(id, args?)`, or the input of the bridge as it is. */
function toCallInput([first, second]: readonly unknown[]): unknown {
  return isObject(first) ? first : { name: first, arguments: second ?? {} };
}

/** Types come first: that is what a writer of code reads. */
function withTypes(answer: unknown, find: (id: string) => ReturnType<Catalog['byId']>): unknown {
  if (Array.isArray(answer)) return answer.map((one) => withTypes(one, find));
  if (!isObject(answer)) return answer;
  if (Array.isArray(answer.tools)) return { ...answer, tools: withTypes(answer.tools, find) };
  const tool = find(String(answer.id));
  return tool === undefined ? answer : { ...answer, types: typesOf(tool) };
}

/** An error as the bridge tells of it, and no more than that: details of ours stay outside. */
async function asRefusal<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { code, message, next, ...facts } = toCallFailure(error);
    const signature = facts.signature === undefined ? '' : ` It takes ${facts.signature}.`;
    throw new ToolscoutError(
      error instanceof ToolscoutError ? error.code : 'CALL_FAILED',
      `${message}${code === 'INVALID_ARGUMENTS' ? signature : ''}`,
      { next, details: facts },
    );
  }
}
