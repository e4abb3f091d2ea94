/** Finds what a provider would refuse in a request before it is sent. */
export { FAULT_CODES, type FaultCode, type LintProvider, type RequestFault, type RequestKind } from './faults.ts';
export { type LintMode, type LintOptions, lintBy, lintRequest } from './lint-request.ts';
