import type { Tool } from '../tools/index.ts';
import type { Approver } from './approval/approval.ts';

/** A tool's own result exactly as it came: content, structuredContent, isError, `_meta` and members we do not know. */
export type RawToolResult = Readonly<Record<string, unknown>>;

/** Arguments of one call. Whole numbers beyond 2^53 are `bigint`, because a `number` would change their digits. */
export type CallArguments = Readonly<Record<string, unknown>>;

export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** The way a call came in. It changes no rule; it is told to whoever watches. */
export type CallEntrance = 'direct' | 'bridge' | 'code' | 'cli' | 'http';

/** The client on whose behalf a call runs, for tools that ask it something or tell it something on the way. */
export interface CallClient {
  /** Whose it is; two calls of one session have one client. */
  readonly session?: string | undefined;
  /** What it declared that it can do. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** It takes a result that asks for input as it is, and answers with the same call once more. */
  readonly takesInputRequired: boolean;
  /** Its answers to what an earlier round of the same call asked for, as it sent them. */
  readonly answers?:
    | { readonly inputResponses?: Readonly<Record<string, unknown>>; readonly requestState?: string }
    | undefined;
  /**
   * Asks it for something: elicitation, sampling, roots.
   * @throws whatever it answered instead
   */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Tells it something; what cannot be delivered is lost. */
  notify(method: string, params: Readonly<Record<string, unknown>>): void;
}

/** What accompanies one call on its way. */
export interface CallContext {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Who calls, where callers are told apart: opaque and stable. */
  readonly caller?: string;
  /** Whose call it is. Calls of one session that may change something run in order; kept results belong to it. */
  readonly session?: string;
  readonly entrance?: CallEntrance;
  /** Silence allowed while the tool runs, in milliseconds. Set by the call path for the executor. */
  readonly timeoutMs?: number;
  /** The same for the same call of the same run, whoever makes it again. For hosts that must not do a thing twice. */
  readonly key?: string;
  /** Consents to this call in the place of whoever the path would ask, for hosts that have asked already. */
  readonly approver?: Approver;
  /** Told when the call begins and stops to wait for a person's consent. */
  readonly onWaiting?: (waiting: boolean) => void;
  /** Bytes of text that this caller takes at once, where it is no model. Default: those of the call path. */
  readonly maxResultBytes?: number;
  /** Who may be asked something while the tool runs. */
  readonly client?: CallClient;
  /** Members of the request's `_meta` that go to the tool's server with it. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Runs a resolved, allowed and validated call. One per source kind; arguments are the tool's own, never wrapped. */
export type ToolExecutor = (tool: Tool, args: CallArguments, context: CallContext) => Promise<RawToolResult>;

/** What the caller knew of the tool when it found it. Either is enough. */
export interface FoundUnder {
  /** Epoch of the catalog that the search or description came from. */
  readonly epoch?: string;
  /** {@link schemaFingerprint} of the tool as it was then. */
  readonly fingerprint?: string;
}

/** The model's or user's wish: a reference as written, and arguments as given. */
export interface CallRequest {
  readonly reference: string;
  readonly arguments: unknown;
  /** Further members that stood beside the two, in case the arguments were written there by mistake. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly foundUnder?: FoundUnder;
  /** What the reader of the request already put right. */
  readonly repairs?: readonly ArgumentRepair[];
}

/** What every observer of a call sees: the real tool and its real arguments, whatever entrance the call came through. */
export interface CallEvent {
  /** One per call, the same in everything that is told about it. */
  readonly callId: string;
  readonly tool: Tool;
  /** Frozen: what is decided on is what runs. */
  readonly arguments: CallArguments;
  readonly session: string | undefined;
  /** {@link CallContext.caller} */
  readonly caller?: string;
  readonly entrance: CallEntrance;
  /** {@link CallContext.key} */
  readonly key?: string;
}

/** The outcome that post-hooks see; failures included. */
export type CallOutcome =
  | { readonly ok: true; readonly result: RawToolResult }
  | { readonly ok: false; readonly error: Error };

/**
 * `true` lets the call go on, a text blocks it for that reason; `ask` wants a person's consent first. `rule` names what
 * asks, so that consent can hold for all that it asks about in a session; without it each call is asked about.
 */
export type PolicyDecision = true | string | { readonly ask: string; readonly rule?: string };

/** Decides whether a call may run. Throwing blocks it too. */
export type CallPolicy = (event: CallEvent) => PolicyDecision | Promise<PolicyDecision>;

/** What a pre-hook may return: other arguments (checked again like the first ones), or a reason to stop. */
export interface HookDecision {
  readonly arguments?: CallArguments;
  readonly block?: string;
}

/** What a post-hook may return to put another result in the place of the tool's. */
export interface HookReplacement {
  readonly result: RawToolResult;
}

/**
 * Around execution. A pre-hook that throws or returns `block` stops the call. A post-hook sees every outcome of a call
 * that was started; one that throws is reported and changes nothing.
 */
export interface CallHook {
  readonly before?: (event: CallEvent) => HookAnswer<HookDecision> | Promise<HookAnswer<HookDecision>>;
  readonly after?: (
    event: CallEvent,
    outcome: CallOutcome,
  ) => HookAnswer<HookReplacement> | Promise<HookAnswer<HookReplacement>>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only watches is a function without `return`.
type HookAnswer<T> = T | undefined | void;

/** One thing that was put right in arguments because only one meaning was possible. */
export interface ArgumentRepair {
  readonly kind: /** The arguments, or a part that must be an object or array, came as JSON text. */
    | 'parsed-json'
    /** The arguments stood beside the tool's name. */
    | 'unflattened'
    /** Keys were written with a path in front, such as `args.title`. */
    | 'stripped-prefix'
    /** The tool's name stood among its arguments. */
    | 'name-in-arguments'
    /** `null` for an optional argument that does not allow it. */
    | 'dropped-null';
  /** Place in the arguments as a JSON pointer; empty for the arguments themselves. */
  readonly path: string;
}

/** How the tool stands to what the caller knew of it. `unknown`: the caller said nothing, or the epoch is forgotten. */
export type ToolChange = 'same' | 'schema-changed' | 'unknown';

/** How a call ended. `refused`: nothing ran. `failed`: no result came. `tool-error`: the result itself says `isError`. */
export type CallEnd = 'ok' | 'tool-error' | 'refused' | 'failed';

interface StageBase {
  readonly callId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string | undefined;
  readonly entrance: CallEntrance;
  /** {@link CallContext.key} */
  readonly key?: string;
}

interface ToolStage extends StageBase {
  readonly tool: Tool;
  /** As they are at this stage. Values are the user's: whoever writes them down decides that. */
  readonly arguments: CallArguments;
}

/**
 * One step of one call. Every call tells `received` first and `finished` last, exactly once each; what lies between
 * depends on how far it came, and stages from `policy` to `approval-decided` come again where a hook changed arguments.
 */
export type CallStageEvent =
  | (StageBase & { readonly stage: 'received'; readonly reference: string })
  | (StageBase & { readonly stage: 'resolved'; readonly tool: Tool; readonly change: ToolChange })
  | (ToolStage & { readonly stage: 'policy'; readonly decision: 'allow' | 'ask' | 'deny'; readonly reason?: string })
  | (ToolStage & {
      readonly stage: 'validated';
      readonly repairs: readonly ArgumentRepair[];
      /** Why the arguments were not checked, where the schema is beyond us. */
      readonly unchecked?: string;
    })
  | (ToolStage & { readonly stage: 'approval-asked'; readonly approvalId: string; readonly reason: string })
  | (ToolStage & {
      readonly stage: 'approval-decided';
      readonly approvalId: string;
      readonly decision: 'approved' | 'denied' | 'timed-out' | 'cancelled' | 'failed';
    })
  | (ToolStage & { readonly stage: 'hooked'; readonly changed: boolean })
  | (ToolStage & { readonly stage: 'started' })
  | (ToolStage & { readonly stage: 'bounded'; readonly totalBytes: number; readonly shownBytes: number })
  | (StageBase & {
      readonly stage: 'finished';
      readonly end: CallEnd;
      /** Missing where the reference meant no tool. */
      readonly tool?: Tool;
      /** Code of the error; missing where there is a result. */
      readonly code?: string;
      readonly ran: boolean | 'unknown';
      /** From `received` to `finished`, in milliseconds. */
      readonly durationMs: number;
      /** The time the tool itself took, waiting for approval and hooks not counted. */
      readonly executionMs?: number;
      /** Size of the tool's own result as JSON, in bytes. */
      readonly resultBytes?: number;
    });

/** Watches calls. It can change nothing; what it throws is reported and forgotten. */
export interface CallObserver {
  onStage(event: CallStageEvent): void;
}
