import type { Catalog, Tool } from '../tools/index.ts';
import type { ApprovalOptions, ApprovalRequest, Approvals } from './approval/index.ts';
import type { CatalogHistory } from './catalog-history.ts';
import type { CallOrder } from './order.ts';
import type { ResultStore } from './results/index.ts';
import type { Absence } from './stages/resolve.ts';
import type {
  CallContext,
  CallEvent,
  CallHook,
  CallObserver,
  CallPolicy,
  CallRequest,
  RawToolResult,
  ToolExecutor,
} from './types.ts';

export interface CallPathOptions {
  readonly execute: ToolExecutor;
  /** Names that are the bridge itself: calling one through the bridge is refused. */
  readonly bridgeNames?: readonly string[];
  /** The strictest of them counts. */
  readonly policy?: CallPolicy | readonly CallPolicy[];
  /** Who consents to calls that a policy asks about; {@link Approvals} where several paths share it. Without it they are denied. */
  readonly approval?: ApprovalOptions | Approvals;
  readonly hooks?: readonly CallHook[];
  /** How long each policy and each hook may take over a call, in milliseconds. Default: a minute. */
  readonly hookTimeoutMs?: number;
  /** Told of hooks that fail after the call; the call's own outcome stands. */
  readonly onHookError?: (error: unknown, event: CallEvent) => void;
  readonly observers?: readonly CallObserver[];
  /** Told of observers that fail. */
  readonly onObserverError?: (error: unknown) => void;
  /** Silence allowed while a tool runs, in milliseconds; progress starts it anew. Default: the executor decides. */
  readonly timeoutMs?: number | ((tool: Tool) => number | undefined);
  /** What calls of one session that are under way at once may do. Default: `as-sent`. */
  readonly order?: CallOrder;
  readonly results?: ResultOptions;
  /** What the caller was shown before, so that changed and removed tools are told apart from unknown ones. */
  readonly history?: (context: CallContext) => CatalogHistory | undefined;
  /** Why a tool of that history is not there any more. Default: it was removed. */
  readonly explainAbsence?: (tool: Tool, context: CallContext) => Absence | undefined;
}

/** How much of a result goes to the model at once. */
export interface ResultOptions {
  /** Bytes of text; 0 means no bound. Default: 100,000. */
  readonly maxBytes?: number;
  /** Where the rest is kept. Default: in this process, 15 minutes. */
  readonly store?: ResultStore;
  /** The call that reads on, as it is told to the model. */
  readonly readBack?: (handle: string, offset: number) => string;
}

/** The one way to a tool: direct calls, `tool_call` and every later entrance end here. */
export interface CallPath {
  /**
   * Resolves, checks, validates and runs. Resolves with the tool's own result, also when that says `isError`.
   * @throws ToolscoutError with a code that says why nothing ran, or what became of a call that did.
   */
  call(catalog: Catalog, request: CallRequest, context?: CallContext): Promise<RawToolResult>;
  /**
   * Why a person would be asked before this call runs; undefined where nobody would, and where it would be refused.
   * Nothing runs, but the policies decide once more than without it. For hosts that ask before they call.
   */
  asks(catalog: Catalog, request: CallRequest, context?: CallContext): Promise<string | undefined>;
  /** Calls that wait for consent, oldest first. */
  pendingApprovals(): readonly ApprovalRequest[];
}
