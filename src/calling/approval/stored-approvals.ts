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
  readonly session?: string;
  readonly caller?: string;
  readonly mayRemember: boolean;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** Approvals behind the state store: asked here, shown and decided wherever the store can be reached. */
export interface StoredApprovals {
  /** Give this to the call path. */
  readonly approver: Approver;
  /** The requests of a session, oldest first. Without a session: those of callers that have none. */
  pending(session?: string): Promise<readonly StoredApproval[]>;
  /** The requests of everybody, oldest first. For the operator. */
  all(): Promise<readonly StoredApproval[]>;
  /** Tells whether the request was still there to be decided. */
  decide(id: string, answer: boolean | ApprovalAnswer, session?: string): Promise<boolean>;
  /** As `decide`, whosever request it is. For the operator. */
  decideAny(id: string, answer: boolean | ApprovalAnswer): Promise<boolean>;
}

export interface StoredApprovalsOptions {
  /** How often the store is asked for an answer, in milliseconds. Default: 1,000. */
  readonly pollMs?: number;
}

const POLL_MS = 1_000;
/** What a process left behind when it ended goes with the store's own time. */
const TTL_MS = 24 * 60 * 60_000;
/** All requests lie together, so that an operator finds them without knowing the sessions. */
const SHELF = 'all';

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
  const open = async (isMeant: (record: ApprovalRecord) => boolean): Promise<StoredApproval[]> =>
    (await records.list(SHELF))
      .filter(({ record }) => isOpen(record) && isMeant(record))
      .map(({ id, record: { answer: _answer, ...rest } }) => ({ id, ...rest }))
      .sort((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1));
  const decide = async (
    id: string,
    answer: boolean | ApprovalAnswer,
    isMeant: (record: ApprovalRecord) => boolean,
  ): Promise<boolean> => {
    let isFirst = false;
    await records.update(SHELF, id, (record) => {
      isFirst = record !== undefined && isOpen(record) && isMeant(record);
      if (record === undefined || !isFirst) return record;
      return { ...record, answer: typeof answer === 'boolean' ? { approved: answer } : answer };
    });
    return isFirst;
  };
  return {
    approver: async (request, signal) => {
      await records.put(SHELF, request.id, toRecord(request));
      try {
        return await answerOf(records, request.id, pollMs, signal);
      } finally {
        await records.delete(SHELF, request.id);
      }
    },
    pending: (session) => open((record) => record.session === session),
    all: () => open(() => true),
    decide: (id, answer, session) => decide(id, answer, (record) => record.session === session),
    decideAny: (id, answer) => decide(id, answer, () => true),
  };
}

function isOpen({ answer, expiresAt }: ApprovalRecord): boolean {
  return answer === undefined && expiresAt > Date.now();
}

/** Asks the store until there is an answer, the request is gone, or the waiting is over. */
async function answerOf(
  records: RecordStore<ApprovalRecord>,
  id: string,
  pollMs: number,
  signal: AbortSignal,
): Promise<boolean | ApprovalAnswer> {
  while (!signal.aborted) {
    const record = await records.get(SHELF, id);
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

function toRecord(request: ApprovalRequest): ApprovalRecord {
  const { tool, text, reason, session, caller, mayRemember, askedAt, expiresAt } = request;
  return {
    ...{ tool: tool.id, text, reason, mayRemember, askedAt, expiresAt },
    ...(session === undefined ? {} : { session }),
    ...(caller === undefined ? {} : { caller }),
  };
}

function readRecord(value: JsonValue): ApprovalRecord | undefined {
  if (!isObject(value)) return undefined;
  const { tool, text, reason, askedAt, expiresAt, session, caller } = value;
  const isRecord =
    [tool, text, reason].every((part) => typeof part === 'string') &&
    [askedAt, expiresAt].every((part) => typeof part === 'number') &&
    [session, caller].every((part) => part === undefined || typeof part === 'string');
  if (!isRecord) return undefined;
  const answer = own(value, 'answer');
  const mayRemember = own(value, 'mayRemember') === true;
  const whose = { ...(session === undefined ? {} : { session }), ...(caller === undefined ? {} : { caller }) };
  const record = { tool, text, reason, mayRemember, askedAt, expiresAt, ...whose } as unknown as ApprovalRecord;
  if (!isObject(answer)) return record;
  const why = typeof answer.reason === 'string' ? { reason: answer.reason } : {};
  const always = answer.always === true ? { always: true } : {};
  return { ...record, answer: { approved: answer.approved === true, ...why, ...always } };
}
