import type { Tool } from '../tools/index.ts';

/** A tool's own result exactly as it came: content, structuredContent, isError, `_meta` and members we do not know. */
export type RawToolResult = Readonly<Record<string, unknown>>;

export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What accompanies one call on its way. */
export interface CallContext {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
}

/** Runs a resolved, allowed and validated call. One per source kind; arguments are the tool's own, never wrapped. */
export type ToolExecutor = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  context: CallContext,
) => Promise<RawToolResult>;

/** The model's or user's wish: a reference as written, and arguments as given. */
export interface CallRequest {
  readonly reference: string;
  readonly arguments: unknown;
}

/** What every observer of a call sees: the real tool and its real arguments, whatever entrance the call came through. */
export interface CallEvent {
  readonly tool: Tool;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The outcome that post-hooks see; failures included. */
export type CallOutcome =
  | { readonly ok: true; readonly result: RawToolResult }
  | { readonly ok: false; readonly error: Error };

/** Decides whether a call may run. Anything but `true` blocks it, with the text as reason. */
export type CallPolicy = (event: CallEvent) => true | string | Promise<true | string>;

/** Observers around execution. A pre-hook that throws blocks the call; a post-hook that throws is reported only. */
export interface CallHook {
  readonly before?: (event: CallEvent) => void | Promise<void>;
  readonly after?: (event: CallEvent, outcome: CallOutcome) => void | Promise<void>;
}
