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
]);

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
export function toHooks(value: unknown): CallHook[] {
  return listOf(value).filter(isObject).map(toHook);
}

function toHook(hook: Json): CallHook {
  const { arguments: args } = hook;
  const fail = (event: CallEvent): HookDecision | undefined => {
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
    ...(hook.after === undefined ? {} : { after: (event) => void (matches(hook.after, event) && fail(event)) }),
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
