/** The step where a call waits for a person. */
export type { ApprovalAnswer, ApprovalAsker, ApprovalOptions, ApprovalRequest, Approver } from './approval.ts';
export { type ConsentRule, checkApprovalTags, consentRules, createApprovalPolicy } from './approval-policy.ts';
export { Approvals } from './approvals.ts';
export { askClient, takesForms } from './client-approver.ts';
export { type ApprovalDesk, createApprovalDesk } from './desk.ts';
export {
  APPROVAL_EFFECTS,
  type ApprovalEffect,
  type ApprovalRule,
  type ApprovalRules,
  type ArgumentPattern,
  readApprovalRules,
} from './rules.ts';
export {
  createStoredApprovals,
  type StoredApproval,
  type StoredApprovals,
  type StoredApprovalsOptions,
} from './stored-approvals.ts';
