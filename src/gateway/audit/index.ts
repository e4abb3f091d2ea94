/** A lasting record of every call. */
export { type AuditedScope, AuditLog, type AuditRecord, type AuditSettings } from './audit-log.ts';
