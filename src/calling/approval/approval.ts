import type { Tool } from '../../tools/index.ts';
import type { ArgumentRepair, CallArguments, CallEntrance } from '../types.ts';

/** A call that waits for a person. What is shown here is what runs: arguments are frozen. */
export interface ApprovalRequest {
  readonly id: string;
  readonly callId: string;
  readonly tool: Tool;
  readonly arguments: CallArguments;
  /** Server, tool and arguments on one line for a screen; characters that hide or reorder text are written out. */
  readonly text: string;
  /** Why it is asked, in the words of the policy. */
  readonly reason: string;
  readonly session: string | undefined;
  readonly entrance: CallEntrance;
  /** What was put right in the arguments before. */
  readonly repairs: readonly ArgumentRepair[];
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

export interface ApprovalAnswer {
  readonly approved: boolean;
  /** Told to the model after a denial. */
  readonly reason?: string;
}

/**
 * Asks a person, however long that takes. The signal aborts when the call is cancelled or its time is over; an answer
 * after that counts for nothing. Anything but `true` or `approved: true` denies, and so does throwing.
 */
export type Approver = (
  request: ApprovalRequest,
  signal: AbortSignal,
) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;

export interface ApprovalOptions {
  readonly approver: Approver;
  /** How long a person may take. Default: 5 minutes. */
  readonly timeoutMs?: number;
}
