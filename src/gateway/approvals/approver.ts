import { type Approver, askClient, createStoredApprovals, takesForms } from '../../calling/index.ts';
import type { StateStore } from '../../state/index.ts';
import type { Logger } from '../log.ts';
import type { ApprovalSettings } from './settings.ts';

export interface GatewayApproverOptions {
  readonly ask: ApprovalSettings['ask'];
  /** Where other processes find what waits. Without it, it can be decided on in this process alone. */
  readonly store: StateStore | undefined;
  readonly log: Logger;
}

/** A folder is looked at quickly, and a person who has decided wants to see it happen. */
const POLL_MS = 250;

/**
 * Asks the user of the calling client where it takes forms; everybody else's calls wait for an operator. A question that
 * was put to a client is not put to the operator as well, but whoever may decide here can answer it all the same.
 */
export function createGatewayApprover({ ask = 'auto', store, log }: GatewayApproverOptions): Approver {
  const stored = store === undefined ? undefined : createStoredApprovals(store, { pollMs: POLL_MS });
  return async (request, signal, asker = {}) => {
    const { client } = asker;
    if (ask !== 'operator' && client !== undefined && takesForms(client)) return askClient(client, request, signal);
    if (ask === 'client') return { approved: false, reason: 'it needs consent, and this client cannot ask its user' };
    const { id, tool, session } = request;
    log.warn({ approval: id, tool: tool.id, session }, 'a call waits for consent');
    if (stored !== undefined) return stored.approver(request, signal, asker);
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return false;
  };
}
