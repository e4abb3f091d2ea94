import type { CallEvent, CallHook, HookDecision } from '../../../src/calling/index.ts';
import { ToolscoutError } from '../../../src/errors.ts';
import { isObject, type Json, listOf, own } from '../json.ts';

const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'before',
  'after',
  'decision',
  'reason',
  'record',
  'throws',
  'arguments',
  'mutates',
  'returns',
  'hangs',
  'calls',
]);

/** A call that a hook makes itself, as the model of the running step would. */
export type CallFromHook = (request: unknown) => Promise<unknown>;

/** What of `setup.hooks` cannot be built. */
export function unmappedHooks(value: unknown): string[] {
  return listOf(value).flatMap((hook) => {
    if (!isObject(hook)) return ['setup hooks: an entry is no object'];
    const unknown = Object.keys(hook).filter((key) => !KNOWN_KEYS.has(key));
    const { decision } = hook;
    if (decision !== undefined && decision !== 'deny' && decision !== 'allow') {
      return [`setup hooks: decision ${String(decision)} is not known to the runner`];
    }
    return unknown.map((key) => `setup hooks: field ${key} is not known`);
  });
}

/** The host's hooks of a case. */
export function toHooks(value: unknown, call: CallFromHook): CallHook[] {
  return listOf(value)
    .filter(isObject)
    .map((hook) => toHook(hook, call));
}

function toHook(hook: Json, call: CallFromHook): CallHook {
  const { arguments: args } = hook;
  const fail = async (event: CallEvent): Promise<HookDecision | undefined> => {
    if (hook.hangs === true) await new Promise(() => undefined);
    if (isObject(hook.mutates)) Object.assign(event.arguments, hook.mutates);
    if (hook.calls !== undefined) await call(hook.calls);
    // Whatever a hook in plain JavaScript gives back.
    if (Object.hasOwn(hook, 'returns')) return hook.returns as HookDecision;
    if (hook.throws !== undefined && hook.throws !== false) throw new Error(`hook of the case: ${String(hook.throws)}`);
    if (hook.decision === 'deny') {
      throw new ToolscoutError('NOT_ALLOWED', `${event.tool.name} was blocked: ${String(hook.reason ?? 'denied')}`);
    }
    return isObject(args) ? { arguments: args } : undefined;
  };
  return {
    ...(hook.before === undefined
      ? {}
      : { before: (event) => (matches(hook.before, event) ? fail(event) : undefined) }),
    ...(hook.after === undefined
      ? {}
      : { after: (event) => (matches(hook.after, event) ? fail(event).then(() => undefined) : undefined) }),
  };
}

/** `*`, `server/*`, `server/tool`, or an object of both. */
export function matches(pattern: unknown, { tool }: CallEvent): boolean {
  if (pattern === '*') return true;
  if (typeof pattern === 'string') {
    return pattern === `${tool.source.name}/${tool.originalName}` || pattern === `${tool.source.name}/*`;
  }
  const server = own(pattern, 'server');
  return (server === undefined || server === tool.source.name) && own(pattern, 'tool') === tool.originalName;
}
