import { errorMessage, ToolscoutError } from '../../errors.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { escapeHidden } from '../../tools/index.ts';
import type { CallEvent, CallStageEvent } from '../types.ts';
import type { ApprovalOptions, ApprovalRequest } from './approval.ts';

const DEFAULT_TIMEOUT_MS = 5 * 60_000;

/** How a request ended. */
export type ApprovalDecision = Extract<CallStageEvent, { stage: 'approval-decided' }>['decision'];

export interface AskOptions {
  readonly reason: string;
  readonly repairs: ApprovalRequest['repairs'];
  readonly signal: AbortSignal | undefined;
  readonly onAsked: (request: ApprovalRequest) => void;
  readonly onDecided: (request: ApprovalRequest, decision: ApprovalDecision) => void;
}

interface Ending {
  readonly decision: ApprovalDecision;
  readonly reason?: string;
  readonly cause?: unknown;
}

/** Suspends calls until a person has decided, and knows which ones wait. */
export class Approvals {
  readonly #options: ApprovalOptions | undefined;
  readonly #pending = new Map<string, ApprovalRequest>();

  /** Without options nobody can be asked, and whatever needs consent is denied. */
  constructor(options: ApprovalOptions | undefined) {
    this.#options = options;
  }

  /** The requests that wait for an answer, oldest first. */
  pending(): readonly ApprovalRequest[] {
    return [...this.#pending.values()];
  }

  /**
   * Resolves once the call is approved.
   * @throws ToolscoutError `APPROVAL_DENIED`, `APPROVAL_TIMEOUT` or `CALL_CANCELLED`; nothing has run then.
   */
  async ask(event: CallEvent, { reason, repairs, signal, onAsked, onDecided }: AskOptions): Promise<void> {
    const { callId, tool, session, entrance } = event;
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
      entrance,
      repairs,
      askedAt,
      expiresAt: askedAt + timeoutMs,
    };
    onAsked(request);
    this.#pending.set(request.id, request);
    const ending = await this.#wait(request, timeoutMs, signal);
    this.#pending.delete(request.id);
    onDecided(request, ending.decision);
    if (ending.decision !== 'approved') throw refusal(event, ending);
  }

  async #wait(request: ApprovalRequest, timeoutMs: number, signal: AbortSignal | undefined): Promise<Ending> {
    const approver = this.#options?.approver;
    if (approver === undefined) return { decision: 'denied', reason: 'it needs consent, and nobody can be asked' };
    const over = new AbortController();
    const early = new Promise<Ending>((resolve) => {
      over.signal.addEventListener('abort', () => resolve({ decision: over.signal.reason as ApprovalDecision }));
    });
    const cancel = (): void => over.abort('cancelled');
    const timer = setTimeout(() => over.abort('timed-out'), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    const answered = (async (): Promise<Ending> => {
      try {
        return over.signal.aborted ? await early : read(await approver(request, over.signal));
      } catch (cause) {
        return { decision: 'failed', reason: `the question could not be asked (${errorMessage(cause)})`, cause };
      }
    })();
    try {
      return await Promise.race([early, answered]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** What is asked has to be all that a person needs to see, and nothing that only a model can read. */
function screenText({ tool, arguments: args }: CallEvent): string {
  return escapeHidden(`${tool.source.name}/${tool.originalName} ${stringifyExact(args)}`);
}

function read(answer: unknown): Ending {
  if (answer === true) return { decision: 'approved' };
  if (!isObject(answer)) return { decision: 'denied' };
  const reason = typeof answer.reason === 'string' ? { reason: answer.reason } : {};
  return { decision: answer.approved === true ? 'approved' : 'denied', ...reason };
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
