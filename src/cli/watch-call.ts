import type { ApprovalRequest, Approver, CallContext, CallProgress } from '../calling/index.ts';
import type { Gateway } from '../gateway/index.ts';
import { escapeHidden, singleLine } from '../tools/index.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import type { CliIo } from './io.ts';
import { count } from './layout.ts';
import { createProgressLine } from './progress.ts';

/** What goes with a call so that whoever made it knows what it is doing. */
export interface CallWatch {
  readonly context: Pick<CallContext, 'onProgress' | 'onWaiting' | 'approver'>;
  end(): void;
}

/** Answers a question; the signal ends it without an answer. */
export type Ask = (question: string, signal: AbortSignal) => Promise<boolean>;

const SECOND_MS = 1_000;
/** Enough of an id for `toolscout approvals approve`. */
const SHOWN_ID = 8;

/**
 * Shows on a terminal that a call runs, for how long, and what its server says of it. Where it needs consent, whoever
 * sits there is asked, who could as well decide with `toolscout approvals`; without a terminal stderr says how.
 */
export function watchCall(
  name: string,
  gateway: Pick<Gateway, 'pendingApprovals'> | undefined,
  io: CliIo,
  ask: Ask = askOnTerminal,
): CallWatch {
  const line = createProgressLine(io);
  const startedAt = performance.now();
  let said = '';
  let waits = false;
  let asks = false;
  const approver: Approver = async (request, signal) => {
    asks = true;
    try {
      return await ask(`${request.text}\nneeds consent: ${request.reason}. Run it? [y/N] `, signal);
    } finally {
      asks = false;
    }
  };
  const draw = (): void => {
    const seconds = Math.floor((performance.now() - startedAt) / SECOND_MS);
    if (!waits) line.update(`Running ${name}, ${count(seconds)} s${said}`);
  };
  const timer = io.isTty ? setInterval(draw, SECOND_MS) : undefined;
  return {
    context: {
      onProgress: (progress) => {
        said = sayProgress(progress);
        draw();
      },
      onWaiting: (waiting) => {
        waits = waiting;
        if (!waiting) return;
        line.clear();
        // Those that wait are entered right after they are told of. Calls of a snippet are not asked about here.
        setImmediate(() => {
          if (!asks) sayWaiting(gateway?.pendingApprovals().at(-1), io);
        });
      },
      ...(io.isTty ? { approver } : {}),
    },
    end: () => {
      clearInterval(timer);
      line.clear();
    },
  };
}

function sayProgress({ progress, total, message }: CallProgress): string {
  const share = total === undefined ? count(progress) : `${count(progress)} of ${count(total)}`;
  return message === undefined ? `: ${share}` : `: ${share}, ${singleLine(escapeHidden(message))}`;
}

function sayWaiting(request: ApprovalRequest | undefined, io: CliIo): void {
  if (request === undefined) return;
  const { id, text, reason, askedAt, expiresAt } = request;
  const seconds = count(Math.round((expiresAt - askedAt) / SECOND_MS));
  io.stderr(
    `${text} needs consent: ${reason}. Waiting for ${seconds} s at most.\n  Decide with: toolscout approvals approve ${id.slice(0, SHOWN_ID)} (or deny), with the same --config.\n`,
  );
}
