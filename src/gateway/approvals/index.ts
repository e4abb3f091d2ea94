/** Which calls of a gateway wait for consent, and who gives it. */
export { type Asker, Consent } from './consent.ts';
export type { ApprovalSettings } from './settings.ts';
