import { errorMessage, ToolscoutError } from '../../errors.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { escapeHidden } from '../../tools/index.ts';
import type { CallClient, CallEvent, CallStageEvent } from '../types.ts';
import type { ApprovalAnswer, ApprovalOptions, ApprovalRequest, Approver } from './approval.ts';
import { Grants } from './grants.ts';

const DEFAULT_TIMEOUT_MS = 5 * 60_000;
/** Requests that may wait at once, of everybody and of one caller or session: nobody reads more, and each holds a call. */
const MAX_PENDING = 1_000;
const MAX_PENDING_OF_ONE = 50;

/** How a request ended. */
export type ApprovalDecision = Extract<CallStageEvent, { stage: 'approval-decided' }>['decision'];

export interface AskOptions {
  readonly reason: string;
  /** What asks; absent, consent holds for this call alone. */
  readonly rule?: string | undefined;
  readonly repairs: ApprovalRequest['repairs'];
  readonly signal: AbortSignal | undefined;
  readonly client?: CallClient | undefined;
  /** Who is asked in the place of whoever this object would ask. */
  readonly approver?: Approver | undefined;
  readonly onAsked: (request: ApprovalRequest) => void;
  readonly onDecided: (request: ApprovalRequest, decision: ApprovalDecision) => void;
  /** Nobody is asked: consent to an earlier request holds. */
  readonly onRemembered?: (approvalId: string) => void;
}

interface Ending {
  readonly decision: ApprovalDecision;
  readonly reason?: string;
  readonly always?: boolean;
  readonly cause?: unknown;
}

interface Pending {
  readonly request: ApprovalRequest;
  readonly settle: (ending: Ending) => void;
}

/** Suspends calls until a person has decided, and knows which ones wait. */
export class Approvals {
  readonly #options: ApprovalOptions | undefined;
  readonly #pending = new Map<string, Pending>();
  readonly #grants: Grants;

  /** Without options nobody can be asked, and whatever needs consent is denied. */
  constructor(options: ApprovalOptions | undefined) {
    this.#options = options;
    this.#grants = new Grants(options?.grants);
  }

  /** The requests that wait for an answer, oldest first. */
  pending(): readonly ApprovalRequest[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** Answers a request in the place of whoever was asked. Tells whether it was still there to be decided. */
  decide(id: string, answer: boolean | ApprovalAnswer): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined) return false;
    this.#pending.delete(id);
    pending.settle(read(answer));
    return true;
  }

  /**
   * Resolves once the call is approved.
   * @throws ToolscoutError `APPROVAL_DENIED`, `APPROVAL_TIMEOUT` or `CALL_CANCELLED`; nothing has run then.
   */
  async ask(event: CallEvent, options: AskOptions): Promise<void> {
    const { reason, rule, repairs, onAsked, onDecided, onRemembered } = options;
    const remembered = await this.#remembered(event, rule);
    if (remembered !== undefined) {
      onRemembered?.(remembered);
      return;
    }
    const { callId, tool, session, caller, entrance } = event;
    const askedAt = Date.now();
    const timeoutMs = this.#options?.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const request: ApprovalRequest = {
      id: globalThis.crypto.randomUUID(),
      callId,
      tool,
      arguments: event.arguments,
      text: screenText(event),
      reason,
      session,
      ...(caller === undefined ? {} : { caller }),
      entrance,
      mayRemember: session !== undefined && rule !== undefined,
      repairs,
      askedAt,
      expiresAt: askedAt + timeoutMs,
    };
    if (this.#isFull(request)) throw refusal(event, { decision: 'denied', reason: 'too many calls wait for consent' });
    onAsked(request);
    const ending = await this.#wait(request, timeoutMs, options);
    onDecided(request, ending.decision);
    if (ending.decision !== 'approved') throw refusal(event, ending);
    // The call is approved even where that cannot be remembered; the next one is asked about then.
    if (ending.always === true) await this.#grants.remember(event, rule, request.id).catch(() => {});
  }

  async #remembered(event: CallEvent, rule: string | undefined): Promise<string | undefined> {
    try {
      return await this.#grants.find(event, rule);
    } catch {
      return undefined;
    }
  }

  #isFull({ session, caller }: ApprovalRequest): boolean {
    const whose = JSON.stringify([session, caller]);
    const ofOne = this.pending().filter((one) => JSON.stringify([one.session, one.caller]) === whose);
    return this.#pending.size >= MAX_PENDING || ofOne.length >= MAX_PENDING_OF_ONE;
  }

  async #wait(request: ApprovalRequest, timeoutMs: number, options: AskOptions): Promise<Ending> {
    const { signal, client, approver = this.#options?.approver } = options;
    if (approver === undefined) return { decision: 'denied', reason: 'it needs consent, and nobody can be asked' };
    const over = new AbortController();
    let settle: (ending: Ending) => void = () => {};
    const early = new Promise<Ending>((resolve) => {
      settle = resolve;
    });
    const end = (ending: Ending): void => {
      settle(ending);
      over.abort(ending.decision);
    };
    this.#pending.set(request.id, { request, settle: end });
    const cancel = (): void => end({ decision: 'cancelled' });
    const timer = setTimeout(() => end({ decision: 'timed-out' }), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    const answered = (async (): Promise<Ending> => {
      try {
        if (over.signal.aborted) return await early;
        return read(await approver(request, over.signal, client === undefined ? {} : { client }));
      } catch (cause) {
        return { decision: 'failed', reason: `the question could not be asked (${errorMessage(cause)})`, cause };
      }
    })();
    try {
      return await Promise.race([early, answered]);
    } finally {
      this.#pending.delete(request.id);
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** What is asked has to be all that a person needs to see, and nothing that only a model can read. */
function screenText({ tool, arguments: args }: CallEvent): string {
  // A name with a line break in it could draw the rest of a question of its own.
  return escapeHidden(`${tool.source.name}/${tool.originalName} ${stringifyExact(args)}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t');
}

function read(answer: unknown): Ending {
  if (answer === true) return { decision: 'approved' };
  if (!isObject(answer)) return { decision: 'denied' };
  const reason = typeof answer.reason === 'string' ? { reason: answer.reason } : {};
  if (answer.approved !== true) return { decision: 'denied', ...reason };
  return { decision: 'approved', ...reason, always: answer.always === true };
}

function refusal({ tool }: CallEvent, { decision, reason, cause }: Ending): ToolscoutError {
  const details = { tool: tool.name, ran: false };
  switch (decision) {
    case 'timed-out':
      return new ToolscoutError('APPROVAL_TIMEOUT', `Nobody decided in time whether ${tool.name} may run.`, {
        next: 'Tell the user that it waits for their consent, and call again when they are there.',
        details,
      });
    case 'cancelled':
      return new ToolscoutError('CALL_CANCELLED', `The call of ${tool.name} was cancelled before it was approved.`, {
        next: 'Nothing has run.',
        details,
      });
    default:
      return new ToolscoutError(
        'APPROVAL_DENIED',
        `${tool.name} was not approved${reason === undefined ? '' : `: ${reason}`}.`,
        {
          next: 'Ask the user what to do instead; do not try another way around.',
          details,
          ...(cause === undefined ? {} : { cause }),
        },
      );
  }
}
