import { errorMessage, ToolscoutError } from '../errors.ts';
import { isObject } from '../shared/json.ts';
import { createMemoryStateStore } from '../state/index.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import { Approvals } from './approval/index.ts';
import { type GivenArguments, readGivenArguments } from './arguments/given-arguments.ts';
import { freezeArguments } from './arguments/snapshot.ts';
import type { CallPath, CallPathOptions } from './call-path-options.ts';
import { CallWatch } from './call-watch.ts';
import { CallQueue, type Turn } from './order.ts';
import { boundResult, createResultStore, READ_BACK_NAME, type ResultStore, readBack } from './results/index.ts';
import { decide } from './stages/decide.ts';
import { executeCall } from './stages/execute.ts';
import { blocked, runAfter, runBefore } from './stages/hooks.ts';
import { cancelled, HOST_CODE_MS, type Patience } from './stages/patience.ts';
import { type ResolvedTool, resolveCall } from './stages/resolve.ts';
import { checkArguments, misfit } from './stages/validate.ts';
import type {
  ArgumentRepair,
  CallContext,
  CallEvent,
  CallHook,
  CallOutcome,
  CallPolicy,
  CallRequest,
  RawToolResult,
} from './types.ts';

const DEFAULT_MAX_BYTES = 100_000;
/** Callers without a session share what is kept: they are one and the same host. */
const NO_SESSION = 'none';

/** Builds the call path over an executor. */
export function createCallPath(options: CallPathOptions): CallPath {
  const path = new Path(options);
  return {
    call: (catalog, request, context = {}) => path.call(catalog, request, context),
    asks: (catalog, request, context = {}) => path.asks(catalog, request, context),
    pendingApprovals: () => path.approvals.pending(),
  };
}

/** One call, from after it was resolved to its end. */
interface OpenCall {
  readonly watch: CallWatch;
  readonly context: CallContext;
  readonly patience: Patience;
  readonly change: ResolvedTool['change'];
  readonly repairs: readonly ArgumentRepair[];
}

class Path {
  readonly approvals: Approvals;
  readonly #options: CallPathOptions;
  readonly #policies: readonly CallPolicy[];
  readonly #hooks: readonly CallHook[];
  readonly #hooksBefore: boolean;
  readonly #queue: CallQueue;
  readonly #maxBytes: number;
  readonly #results: ResultStore;

  constructor(options: CallPathOptions) {
    const { policy = [], hooks = [], order = 'as-sent', results = {} } = options;
    this.#options = options;
    this.#policies = typeof policy === 'function' ? [policy] : policy;
    this.#hooks = hooks;
    this.#hooksBefore = hooks.some(({ before }) => before !== undefined);
    this.#queue = new CallQueue(order);
    this.#maxBytes = results.maxBytes ?? DEFAULT_MAX_BYTES;
    this.#results = results.store ?? createResultStore(createMemoryStateStore());
    const { approval } = options;
    this.approvals = approval instanceof Approvals ? approval : new Approvals(approval);
  }

  async call(catalog: Catalog, request: CallRequest, context: CallContext): Promise<RawToolResult> {
    if (request.reference.trim() === READ_BACK_NAME) return this.#readBack(request, context);
    const { observers = [], onObserverError = () => {} } = this.#options;
    const watch = new CallWatch(observers, context, onObserverError);
    watch.tell({ stage: 'received', reference: request.reference });
    try {
      const result = await this.#run(catalog, request, context, watch);
      watch.succeeded(result);
      return result;
    } catch (error) {
      watch.failed(error);
      throw error;
    }
  }

  async asks(catalog: Catalog, request: CallRequest, context: CallContext): Promise<string | undefined> {
    const { bridgeNames = [] } = this.#options;
    try {
      const { tool } = resolveCall(catalog, request, { bridgeNames });
      const { arguments: args, problems } = checkArguments(tool, readGivenArguments(tool, request).arguments);
      if (problems.length > 0) return undefined;
      const about = eventOf(globalThis.crypto.randomUUID(), tool, context);
      const event = { ...about, arguments: freezeArguments(tool, args) };
      const verdict = await decide(this.#policies, event, this.#patience(tool, context));
      return verdict.kind === 'ask' ? verdict.reason : undefined;
    } catch {
      // The call itself will say what is wrong with it.
      return undefined;
    }
  }

  async #run(catalog: Catalog, request: CallRequest, context: CallContext, watch: CallWatch): Promise<RawToolResult> {
    const { bridgeNames = [], history, explainAbsence } = this.#options;
    const { tool, change } = resolveCall(catalog, request, {
      bridgeNames,
      history: history?.(context),
      explainAbsence: explainAbsence === undefined ? undefined : (lost) => explainAbsence(lost, context),
    });
    watch.tell({ stage: 'resolved', tool, change });
    const turn = this.#queue.take(tool, context.session);
    try {
      const about = eventOf(watch.callId, tool, context);
      const patience = this.#patience(tool, context);
      const given = await this.#read(about, request, patience);
      const checked = checkArguments(tool, given.arguments);
      const call = { watch, context, patience, change, repairs: [...given.repairs, ...checked.repairs] };
      const asked: CallEvent = { ...about, arguments: freezeArguments(tool, checked.arguments) };
      const admitted = await this.#admit(asked, call, (problems) => misfit(tool, problems, change), checked);
      const fromHooks = await runBefore(this.#hooks, admitted, patience);
      const changed = fromHooks !== admitted;
      const again = changed ? checkArguments(tool, fromHooks.arguments) : checked;
      const isMended = changed && again.repairs.length > 0;
      // What a hook gave is mended as what a model gave is, and then that is what is asked about and sent.
      const hooked = isMended ? { ...fromHooks, arguments: freezeArguments(tool, again.arguments) } : fromHooks;
      watch.tell({ stage: 'hooked', tool, arguments: hooked.arguments, changed });
      // What a hook put in is nothing that anybody has allowed or approved yet.
      if (changed) {
        await this.#admit(
          hooked,
          { ...call, repairs: again.repairs },
          (problems) =>
            blocked(hooked, `its arguments do not fit: ${problems.map(({ message }) => message).join('; ')}`),
          again,
        );
      }
      await comes(turn, tool, context.signal);
      if (watch.asked || turn.waits || this.#hooksBefore) await this.#stillAllowed(hooked, call);
      const outcome = await this.#execute(hooked, call);
      if (!outcome.ok) throw outcome.error;
      return await this.#deliver(outcome.result, hooked, call);
    } finally {
      turn.over();
    }
  }

  /** Reads the arguments. What is wrong with them is said only to who may use the tool. */
  async #read(about: Omit<CallEvent, 'arguments'>, request: CallRequest, patience: Patience): Promise<GivenArguments> {
    try {
      return readGivenArguments(about.tool, request);
    } catch (error) {
      const verdict = await decide(this.#policies, { ...about, arguments: {} }, patience);
      throw verdict.kind === 'deny' ? verdict.error : error;
    }
  }

  /** Policy, validation and approval: all that has to be passed with these very arguments. */
  async #admit(
    event: CallEvent,
    { watch, context, patience, repairs }: OpenCall,
    refusal: (problems: ReturnType<typeof checkArguments>['problems']) => ToolscoutError,
    checked: ReturnType<typeof checkArguments>,
  ): Promise<CallEvent> {
    const { tool, arguments: args } = event;
    const verdict = await decide(this.#policies, event, patience);
    const reason =
      verdict.kind === 'ask' ? verdict.reason : verdict.kind === 'deny' ? verdict.error.message : undefined;
    watch.tell({
      stage: 'policy',
      tool,
      arguments: args,
      decision: verdict.kind,
      ...(reason === undefined ? {} : { reason }),
    });
    if (verdict.kind === 'deny') throw verdict.error;
    // Whoever may not use a tool learns nothing of its arguments, so this comes after the policy.
    if (checked.problems.length > 0) throw refusal(checked.problems);
    const unchecked = checked.unchecked === undefined ? {} : { unchecked: checked.unchecked };
    watch.tell({ stage: 'validated', tool, arguments: args, repairs, ...unchecked });
    if (verdict.kind === 'ask') {
      await this.approvals.ask(event, {
        reason: verdict.reason,
        rule: verdict.rule,
        repairs,
        signal: context.signal,
        client: context.client,
        approver: context.approver,
        onAsked: ({ id, reason }) => {
          watch.tell({ stage: 'approval-asked', tool, arguments: args, approvalId: id, reason });
          context.onWaiting?.(true);
        },
        onDecided: ({ id }, decision) => {
          watch.tell({ stage: 'approval-decided', tool, arguments: args, approvalId: id, decision });
          context.onWaiting?.(false);
        },
        onRemembered: (approvalId) => {
          watch.tell({ stage: 'approval-decided', tool, arguments: args, approvalId, decision: 'approved' });
        },
      });
    }
    return event;
  }

  /**
   * Asks the policies once more right before a call runs: while a person thought, a hook worked or other calls ran, a
   * right may have been taken away. Consent is not asked for again, it was given for these very arguments.
   */
  async #stillAllowed(event: CallEvent, { watch, patience }: OpenCall): Promise<void> {
    const verdict = await decide(this.#policies, event, patience);
    if (verdict.kind !== 'deny') return;
    const { tool, arguments: args } = event;
    watch.tell({ stage: 'policy', tool, arguments: args, decision: 'deny', reason: verdict.error.message });
    throw verdict.error;
  }

  #patience(tool: Tool, context: CallContext): Patience {
    return { tool, timeoutMs: this.#options.hookTimeoutMs ?? HOST_CODE_MS, signal: context.signal };
  }

  async #execute(event: CallEvent, { watch, context, patience }: OpenCall): Promise<CallOutcome> {
    const { tool, arguments: args } = event;
    const { timeoutMs, execute, onHookError = () => {} } = this.#options;
    if (context.signal?.aborted === true) throw cancelled(tool);
    const silence = context.timeoutMs ?? (typeof timeoutMs === 'function' ? timeoutMs(tool) : timeoutMs);
    watch.tell({ stage: 'started', tool, arguments: args });
    watch.started();
    let outcome: CallOutcome;
    try {
      outcome = { ok: true, result: await executeCall(event, { execute, timeoutMs: silence, context }) };
    } catch (error) {
      outcome = { ok: false, error: error instanceof ToolscoutError ? error : failed(tool, error) };
    }
    watch.executed(outcome.ok ? outcome.result : undefined);
    return runAfter(this.#hooks, event, outcome, patience, onHookError);
  }

  /** Puts what we have to say beside the result, and cuts it where it is too long. */
  async #deliver(
    result: RawToolResult,
    event: CallEvent,
    { watch, context, repairs }: OpenCall,
  ): Promise<RawToolResult> {
    const told = repairs.length === 0 ? result : withRepairs(result, repairs);
    const maxBytes = context.maxResultBytes ?? this.#maxBytes;
    if (maxBytes <= 0) return told;
    const { readBack: sayReadBack = sayDirectly } = this.#options.results ?? {};
    const { result: bounded, cut } = await boundResult(told, {
      maxBytes,
      session: context.session ?? NO_SESSION,
      store: this.#results,
      readBack: sayReadBack,
    });
    if (cut !== undefined) watch.tell({ stage: 'bounded', tool: event.tool, arguments: event.arguments, ...cut });
    return bounded;
  }

  #readBack({ arguments: given, beside }: CallRequest, { session }: CallContext): Promise<RawToolResult> {
    return readBack(isObject(given) ? given : (parsed(given) ?? beside), {
      store: this.#results,
      session: session ?? NO_SESSION,
      maxBytes: this.#maxBytes,
    });
  }
}

/** Arguments that came as JSON text; undefined where it is none. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return undefined;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** What policies, approvers and hooks are told of a call before its arguments. */
function eventOf(callId: string, tool: Tool, context: CallContext): Omit<CallEvent, 'arguments'> {
  const { session, entrance = 'direct', key, caller } = context;
  return {
    ...{ callId, tool, session, entrance },
    ...(key === undefined ? {} : { key }),
    ...(caller === undefined ? {} : { caller }),
  };
}

/** Waits for the turn, or for the caller to give up. */
async function comes(turn: Turn, tool: Tool, signal: AbortSignal | undefined): Promise<void> {
  let giveUp = (): void => {};
  const givenUp = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(cancelled(tool));
  });
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted === true) giveUp();
  try {
    await Promise.race([turn.come, givenUp]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

/** What a tool of the host throws is the tool's failure, not ours; it may have done half of its work. */
function failed(tool: Tool, cause: unknown): ToolscoutError {
  return new ToolscoutError('CALL_FAILED', `${tool.name} failed: ${errorMessage(cause)}`, {
    next: 'Check whether the call took effect before repeating it.',
    details: { tool: tool.name, ran: 'unknown' },
    cause,
  });
}

function withRepairs(result: RawToolResult, repairs: readonly ArgumentRepair[]): RawToolResult {
  return { ...result, _meta: { ...(isObject(result._meta) ? result._meta : {}), 'toolscout/repairs': repairs } };
}

function sayDirectly(handle: string, offset: number): string {
  return `${READ_BACK_NAME} ${JSON.stringify({ handle, offset })}`;
}
