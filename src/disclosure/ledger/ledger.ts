import type { SessionStore, ToolUseKind } from '../../state/index.ts';
import { estimatingCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { type ReOffer, type ReOfferOptions, reOffer } from './re-offer.ts';
import { type Recall, type RecallOptions, recall } from './recall.ts';
import { readSavedSession, type SavedSession, toSavedSession } from './saved-session.ts';

export interface LedgerOptions {
  /** Where sessions are remembered; the bridge and the call path write into the same one. */
  readonly sessions: SessionStore;
  readonly session: string;
  /** Who uses the session; noted with each use. Absent: the session's own agent. */
  readonly agent?: string;
}

/**
 * What one session found, described and called, outside its chat history. References are ids and are resolved in the
 * catalog of each moment: a ledger makes nothing visible that its caller may not use.
 */
export interface Ledger {
  readonly session: string;
  /** Counts a turn; say so once before each request of the user. */
  beginTurn(): Promise<number>;
  /** For hosts that show or run tools without the bridge; it and the call path note what they do themselves. */
  note(kind: ToolUseKind, tools: readonly Tool[]): Promise<void>;
  /** What can be used again: the `earlier` of a preselection, the `wanted` of an exposed set. */
  recall(catalog: Catalog, options?: RecallOptions): Promise<Recall>;
  /** What to tell a model after its history was compacted. */
  afterCompaction(catalog: Catalog, options?: Partial<ReOfferOptions> & RecallOptions): Promise<ReOffer>;
  /**
   * Tells another session's ledger what this one used, as found: a child its parent's tools, or a parent its child's.
   * Only what is in the receiver's catalog, as it is there.
   */
  handOver(receiver: Ledger, catalogOfReceiver: Catalog, options?: RecallOptions): Promise<readonly Tool[]>;
  save(): Promise<SavedSession>;
  /**
   * Takes up a saved session in place of what was remembered.
   * @throws ToolscoutError `STATE_REFUSED`, see {@link SavedSession}
   */
  resume(saved: unknown, catalog: Catalog): Promise<Recall>;
  /** Forgets the session. */
  end(): Promise<void>;
}

/** Builds the ledger of one session over the store. It keeps nothing itself, so several may stand for one session. */
export function createLedger({ sessions, session, agent }: LedgerOptions): Ledger {
  const recallFrom = async (catalog: Catalog, options?: RecallOptions): Promise<Recall> =>
    recall(await sessions.read(session), catalog, options);
  return {
    session,
    beginTurn: () => sessions.beginTurn(session),
    note: (kind, tools) => sessions.used(session, { kind, tools, by: agent }),
    recall: recallFrom,
    afterCompaction: async (catalog, { counter = estimatingCounter, ...options } = {}) =>
      reOffer(await recallFrom(catalog, options), { ...options, counter }),
    handOver: async (receiver, catalogOfReceiver, options) => {
      const { tools } = await recallFrom(catalogOfReceiver, options);
      const given = tools.map(({ tool }) => tool);
      await receiver.note('found', given);
      return given;
    },
    save: async () => toSavedSession(await sessions.read(session)),
    resume: async (saved, catalog) => {
      await sessions.restore(session, readSavedSession(saved));
      return recallFrom(catalog);
    },
    end: () => sessions.end(session),
  };
}
