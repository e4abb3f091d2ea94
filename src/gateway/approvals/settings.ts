import type { ApprovalRules } from '../../calling/index.ts';

/** Which calls wait for consent, and whose. */
export interface ApprovalSettings extends ApprovalRules {
  /**
   * `client`: the user of the client that calls, who is asked by it. `operator`: whoever may decide on this gateway. `auto`:
   * the client where it can ask, else the operator. Default: `auto`.
   */
  readonly ask?: 'auto' | 'client' | 'operator';
  /** How long a person may take, in milliseconds. Default: 5 minutes. */
  readonly timeoutMs?: number;
  /** Where requests lie for other processes, absolute. */
  readonly folder?: string;
}
