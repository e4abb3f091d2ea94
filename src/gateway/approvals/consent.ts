import {
  type ApprovalAnswer,
  type ApprovalOptions,
  type ApprovalRequest,
  Approvals,
  type CallEvent,
  type CallObserver,
  type CallPolicy,
  checkApprovalTags,
  createApprovalPolicy,
  createStoredApprovals,
} from '../../calling/index.ts';
import type { StateStore } from '../../state/index.ts';
import type { Logger } from '../log.ts';
import { createGatewayApprover } from './approver.ts';
import type { ApprovalSettings } from './settings.ts';

export interface ConsentOptions {
  /** Which calls wait, and for whom. */
  readonly approvals?: ApprovalSettings | undefined;
  /** Who consents, in the place of what `approvals` says. */
  readonly approval?: ApprovalOptions | undefined;
  /** Where calls that wait are found by other processes. */
  readonly approvalStore?: StateStore | undefined;
  /** Where consent that holds for a session is kept, for other gateways too. */
  readonly state?: StateStore | undefined;
}

/** Under which rights a call was made. */
export interface AskedUnder {
  /** Key of the filter that its session is held to. */
  readonly tenant: string | undefined;
  /** Fingerprint of all its rights. */
  readonly rights: string;
}

/** What is known of whoever made a call that waits. */
export type Asker = Partial<AskedUnder> & { readonly caller: string | undefined };

/** Calls of all sessions of a gateway that wait for somebody's consent. */
export class Consent {
  readonly approvals: Approvals;
  readonly #options: ConsentOptions;
  readonly #askedUnder = new Map<string, AskedUnder>();
  #policy: CallPolicy;

  /** @throws ToolscoutError `CONFIG_INVALID` for rules that cannot be followed, or name none of the `tags` */
  constructor(options: ConsentOptions, tags: readonly string[], log: Logger) {
    this.#options = options;
    this.#policy = policyOf(options.approvals, tags);
    this.approvals = new Approvals(options.approval ?? approvalOptions(options, log));
  }

  /** Whether a call waits, by the rules of now. */
  readonly policy: CallPolicy = (event: CallEvent) => this.#policy(event);

  /**
   * Rules to put in the place of those that hold, checked: they hold once the function that it returns is called.
   * @throws ToolscoutError `CONFIG_INVALID`
   */
  prepare(rules: ApprovalSettings | undefined, tags: readonly string[]): () => void {
    const policy = policyOf(rules, tags);
    return () => {
      this.#policy = policy;
    };
  }

  /** Those that wait, oldest first; only those that pass `mayKnowOf` where it is given. */
  pending(mayKnowOf: (request: ApprovalRequest, asker: Asker) => boolean = () => true): readonly ApprovalRequest[] {
    const asker = ({ id, caller }: ApprovalRequest): Asker => ({ ...this.#askedUnder.get(id), caller });
    return this.approvals.pending().filter((request) => mayKnowOf(request, asker(request)));
  }

  /** Answers one of them. Tells whether it was still there to be decided. */
  decide(id: string, answer: boolean | ApprovalAnswer): boolean {
    return this.approvals.decide(id, answer);
  }

  /** Answers one that waits at another gateway over the same store. Tells whether it was still there to be decided. */
  async decideElsewhere(id: string, answer: boolean | ApprovalAnswer): Promise<boolean> {
    const { approvalStore, state } = this.#options;
    if (state === undefined || approvalStore === undefined) return false;
    return createStoredApprovals(approvalStore).decideAny(id, answer);
  }

  /** Remembers, while a call waits, under which rights it was made. */
  observer(asked: () => AskedUnder): CallObserver {
    return {
      onStage: (event) => {
        if (event.stage === 'approval-asked') this.#askedUnder.set(event.approvalId, asked());
        else if (event.stage === 'approval-decided') this.#askedUnder.delete(event.approvalId);
      },
    };
  }
}

function policyOf(rules: ApprovalSettings = { rules: [] }, tags: readonly string[]): CallPolicy {
  checkApprovalTags(rules, tags);
  return createApprovalPolicy(rules);
}

function approvalOptions(options: ConsentOptions, log: Logger): ApprovalOptions | undefined {
  const { approvals, approvalStore: store, state } = options;
  if (approvals === undefined) return undefined;
  const { ask, timeoutMs } = approvals;
  return {
    approver: createGatewayApprover({ ask, store, log }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(state === undefined ? {} : { grants: state }),
  };
}
