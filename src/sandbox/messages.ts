import { isObject } from '../shared/json.ts';
import type { CodeLimits, GuestAlias, HostOperation, LogLevel } from './types.ts';

/** What the parent says. Values of hosts and snippets are JSON texts inside these messages, so that no reader mixes levels. */
export type ParentMessage =
  | {
      readonly type: 'run';
      readonly code: string;
      readonly limits: CodeLimits;
      readonly aliases: readonly GuestAlias[];
    }
  | { readonly type: 'answer'; readonly id: number; readonly ok: true; readonly text: string }
  | { readonly type: 'answer'; readonly id: number; readonly ok: false; readonly text: string }
  | { readonly type: 'ping' };

/** How a snippet ended, as far as the child can tell. */
export type GuestEnd =
  | { readonly end: 'value'; readonly text: string; readonly returned: boolean }
  | { readonly end: 'error'; readonly kind: GuestErrorKind; readonly error: GuestError };

export const GUEST_ERROR_KINDS = ['syntax', 'thrown', 'value', 'timeout', 'memory', 'stuck', 'sandbox'] as const;
export type GuestErrorKind = (typeof GUEST_ERROR_KINDS)[number];

export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly line?: number;
  readonly code?: string;
  readonly next?: string;
}

/** What the child says. */
export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'request'; readonly id: number; readonly operation: HostOperation; readonly text: string }
  | { readonly type: 'log'; readonly level: LogLevel; readonly text: string }
  | { readonly type: 'logs-cut' }
  | { readonly type: 'pong' }
  | ({ readonly type: 'done'; readonly memoryBytes: number } & GuestEnd);

const OPERATIONS: readonly unknown[] = ['search', 'describe', 'call'] satisfies HostOperation[];
const LEVELS: readonly unknown[] = ['log', 'warn', 'error'] satisfies LogLevel[];

/** Reads what a child sent; undefined for whatever a child of ours never sends. */
export function readChildMessage(value: unknown): ChildMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, id, text } = value;
  switch (type) {
    case 'ready':
    case 'logs-cut':
    case 'pong':
      return { type };
    case 'request':
      if (!isCount(id) || !OPERATIONS.includes(value.operation) || typeof text !== 'string') return undefined;
      return { type, id, operation: value.operation as HostOperation, text };
    case 'log':
      if (!LEVELS.includes(value.level) || typeof text !== 'string') return undefined;
      return { type, level: value.level as LogLevel, text };
    case 'done':
      return readDone(value);
    default:
      return undefined;
  }
}

function readDone(value: Readonly<Record<string, unknown>>): ChildMessage | undefined {
  const { end, text, returned, kind, error } = value;
  const memoryBytes = isCount(value.memoryBytes) ? value.memoryBytes : 0;
  if (end === 'value') {
    if (typeof text !== 'string' || typeof returned !== 'boolean') return undefined;
    return { type: 'done', memoryBytes, end, text, returned };
  }
  if (end !== 'error' || !isObject(error)) return undefined;
  const { name, message, line, code, next } = error;
  if (!(GUEST_ERROR_KINDS as readonly unknown[]).includes(kind)) return undefined;
  if (typeof name !== 'string' || typeof message !== 'string') return undefined;
  return {
    type: 'done',
    memoryBytes,
    end,
    kind: kind as GuestErrorKind,
    error: {
      name,
      message,
      ...(isCount(line) && line > 0 ? { line } : {}),
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof next === 'string' ? { next } : {}),
    },
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
