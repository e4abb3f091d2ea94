/** Who holds open sessions: the door of one caller. */
export interface SessionHolder {
  readonly size: number;
  /** Ends the session that was not used for longest; {@link size} is less by one when it returns. */
  endOldest(): void;
}

/** Open sessions of one caller. A client that vanished without saying so must not hold one for ever. */
const MAX_EACH = 1_000;
/** Open sessions of all callers, at some 20 KB each. */
const MAX_IN_ALL = 4_000;

/**
 * How many sessions all callers together may hold open. Where there is no room left, the caller that holds most gives up
 * one, so that who opens many never costs another its own.
 */
export class SessionRoom {
  readonly #each: number;
  readonly #inAll: number;
  readonly #holders = new Set<SessionHolder>();

  constructor({ each = MAX_EACH, inAll = MAX_IN_ALL }: { readonly each?: number; readonly inAll?: number } = {}) {
    this.#each = each;
    this.#inAll = inAll;
  }

  /** To be called by a holder that has just taken one more. */
  taken(holder: SessionHolder): void {
    this.#holders.add(holder);
    if (holder.size > this.#each) holder.endOldest();
    let sum = 0;
    let greatest = holder;
    for (const one of this.#holders) {
      sum += one.size;
      if (one.size > greatest.size) greatest = one;
    }
    if (sum > this.#inAll) greatest.endOldest();
  }

  /** To be called by a holder that is gone. */
  left(holder: SessionHolder): void {
    this.#holders.delete(holder);
  }
}
