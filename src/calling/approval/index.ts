/** The step where a call waits for a person. */
export type { ApprovalAnswer, ApprovalOptions, ApprovalRequest, Approver } from './approval.ts';
export { Approvals } from './approvals.ts';
export { type ApprovalDesk, createApprovalDesk } from './desk.ts';
export {
  createStoredApprovals,
  type StoredApproval,
  type StoredApprovals,
  type StoredApprovalsOptions,
} from './stored-approvals.ts';
