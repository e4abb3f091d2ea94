import type { StateStore } from '../../state/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { ArgumentRepair, CallArguments, CallClient, CallEntrance } from '../types.ts';

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
  /** Who called, where callers are told apart. */
  readonly caller?: string;
  readonly entrance: CallEntrance;
  /** Can consent hold for the whole session? Only where there is one, and the rule that asks is known. */
  readonly mayRemember: boolean;
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
  /** Of consent: it holds for this tool, as it is now, under the same rule until the session ends. */
  readonly always?: boolean;
}

/** Who could be asked beside whoever the approver knows. */
export interface ApprovalAsker {
  /** The client that made the call, where it can be asked something. */
  readonly client?: CallClient;
}

/**
 * Asks a person, however long that takes. The signal aborts when the call is cancelled or its time is over; an answer
 * after that counts for nothing. Anything but `true` or `approved: true` denies, and so does throwing.
 */
export type Approver = (
  request: ApprovalRequest,
  signal: AbortSignal,
  asker?: ApprovalAsker,
) => boolean | ApprovalAnswer | Promise<boolean | ApprovalAnswer>;

export interface ApprovalOptions {
  readonly approver: Approver;
  /** How long a person may take. Default: 5 minutes. */
  readonly timeoutMs?: number;
  /** Where consent for a whole session is kept. Default: in this process. */
  readonly grants?: StateStore;
}
