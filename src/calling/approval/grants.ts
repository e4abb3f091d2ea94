import { contentHash } from '../../shared/hash.ts';
import { isObject, type JsonValue } from '../../shared/json.ts';
import { createMemoryStateStore, createRecordStore, type RecordStore, type StateStore } from '../../state/index.ts';
import type { CallEvent } from '../types.ts';

interface Grant {
  /** The request that was answered with "always". */
  readonly approvalId: string;
}

/** As long as a session is remembered. */
const TTL_MS = 24 * 60 * 60_000;

/**
 * Consent that holds for the rest of a session: for one caller, session, tool and rule. The tool counts with all that its
 * server says of it, so that a definition which changes behind a person's back is asked about anew. What the store has
 * lost is asked about again.
 */
export class Grants {
  readonly #records: RecordStore<Grant>;

  constructor(store: StateStore = createMemoryStateStore()) {
    this.#records = createRecordStore<Grant>(store, { name: 'approval-grants', read: readGrant, ttlMs: TTL_MS });
  }

  /** The request that it was given for; undefined where there is none. */
  async find(event: CallEvent, rule: string | undefined): Promise<string | undefined> {
    const { session } = event;
    if (session === undefined || rule === undefined) return undefined;
    return (await this.#records.get(session, keyOf(event, rule)))?.approvalId;
  }

  async remember(event: CallEvent, rule: string | undefined, approvalId: string): Promise<void> {
    const { session } = event;
    if (session === undefined || rule === undefined) return;
    await this.#records.put(session, keyOf(event, rule), { approvalId });
  }
}

function keyOf({ tool, caller }: CallEvent, rule: string): string {
  return contentHash(JSON.stringify([caller ?? null, tool.id, tool.hash, rule]));
}

function readGrant(value: JsonValue): Grant | undefined {
  return isObject(value) && typeof value.approvalId === 'string' ? { approvalId: value.approvalId } : undefined;
}
