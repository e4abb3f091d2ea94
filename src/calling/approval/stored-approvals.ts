import { isObject, type JsonValue, own } from '../../shared/json.ts';
import { createRecordStore, type RecordStore, type StateStore } from '../../state/index.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from './approval.ts';

/** A request as it lies in the store: what a person has to see, and nothing that runs. */
export interface StoredApproval {
  readonly id: string;
  readonly tool: string;
  /** As {@link ApprovalRequest.text}. Holds the arguments, so the store has to be trusted with them. */
  readonly text: string;
  readonly reason: string;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** Approvals behind the state store: asked here, shown and decided wherever the store can be reached. */
export interface StoredApprovals {
  /** Give this to the call path. */
  readonly approver: Approver;
  /** The requests of a session, oldest first. Without a session: those of callers that have none. */
  pending(session?: string): Promise<readonly StoredApproval[]>;
  /** Tells whether the request was still there to be decided. */
  decide(id: string, answer: boolean | ApprovalAnswer, session?: string): Promise<boolean>;
}

export interface StoredApprovalsOptions {
  /** How often the store is asked for an answer, in milliseconds. Default: 1,000. */
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
/** What a process left behind when it ended goes with the store's own time. */
const TTL_MS = 24 * 60 * 60_000;
const NO_SESSION = 'none';

type ApprovalRecord = Omit<StoredApproval, 'id'> & { readonly answer?: ApprovalAnswer };

/**
 * Puts requests into the store and waits there for the answer. What runs is never read back from the store; a request
 * that the store has lost is denied, and so is one that it does not take.
 */
export function createStoredApprovals(
  state: StateStore,
  { pollMs = POLL_MS }: StoredApprovalsOptions = {},
): StoredApprovals {
  const records = createRecordStore<ApprovalRecord>(state, { name: 'approvals', read: readRecord, ttlMs: TTL_MS });
  return {
    approver: async (request, signal) => {
      const session = request.session ?? NO_SESSION;
      await records.put(session, request.id, toRecord(request));
      try {
        return await answerOf(records, session, request.id, pollMs, signal);
      } finally {
        await records.delete(session, request.id);
      }
    },
    pending: async (session = NO_SESSION) =>
      (await records.list(session))
        .filter(({ record }) => record.answer === undefined && record.expiresAt > Date.now())
        .map(({ id, record: { answer: _answer, ...rest } }) => ({ id, ...rest }))
        .sort((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1)),
    decide: async (id, answer, session = NO_SESSION) => {
      let isFirst = false;
      await records.update(session, id, (record) => {
        isFirst = record !== undefined && record.answer === undefined && record.expiresAt > Date.now();
        if (record === undefined || !isFirst) return record;
        return { ...record, answer: typeof answer === 'boolean' ? { approved: answer } : answer };
      });
      return isFirst;
    },
  };
}

/** Asks the store until there is an answer, the request is gone, or the waiting is over. */
async function answerOf(
  records: RecordStore<ApprovalRecord>,
  session: string,
  id: string,
  pollMs: number,
  signal: AbortSignal,
): Promise<boolean | ApprovalAnswer> {
  while (!signal.aborted) {
    const record = await records.get(session, id);
    if (record === undefined) return { approved: false, reason: 'the question was lost' };
    if (record.answer !== undefined) return record.answer;
    await pause(pollMs, signal);
  }
  return false;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}

function toRecord({ tool, text, reason, askedAt, expiresAt }: ApprovalRequest): ApprovalRecord {
  return { tool: tool.id, text, reason, askedAt, expiresAt };
}

function readRecord(value: JsonValue): ApprovalRecord | undefined {
  if (!isObject(value)) return undefined;
  const { tool, text, reason, askedAt, expiresAt } = value;
  const isRecord =
    [tool, text, reason].every((part) => typeof part === 'string') &&
    [askedAt, expiresAt].every((part) => typeof part === 'number');
  if (!isRecord) return undefined;
  const answer = own(value, 'answer');
  const record = { tool, text, reason, askedAt, expiresAt } as unknown as ApprovalRecord;
  if (!isObject(answer)) return record;
  const why = typeof answer.reason === 'string' ? { reason: answer.reason } : {};
  return { ...record, answer: { approved: answer.approved === true, ...why } };
}
