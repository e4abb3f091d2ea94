/** Who consents to calls that rules hold up. */
export { createGatewayApprover } from './approver.ts';
export type { ApprovalSettings } from './settings.ts';
