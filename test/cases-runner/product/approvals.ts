import { setTimeout as pause } from 'node:timers/promises';
import type { ApprovalRequest, Approver, CallPolicy } from '../../../src/calling/index.ts';
import { sameJson } from '../checks/check.ts';
import { isObject, type Json, listOf, own } from '../json.ts';
import { matches } from './hooks.ts';

const DECISIONS: ReadonlySet<unknown> = new Set(['allow', 'ask', 'deny']);

/** How the person of a case answers. */
const ANSWERS: Readonly<Record<string, boolean>> = {
  deny: false,
  record_and_deny: false,
  allow: true,
  approve: true,
  record_and_allow: true,
  record_and_approve: true,
};

/** The same in detail: when the answer comes, for which arguments only, or what comes instead of one. */
const FIELDS: ReadonlySet<string> = new Set(['answer', 'after_ms', 'only', 'throws', 'returns']);

/** What of `approvals` and `approver` cannot be built. */
export function unmappedApprovals({ approvals, approver }: Json): string[] {
  const rules = listOf(approvals).flatMap((rule) => {
    const unknown = isObject(rule) ? Object.keys(rule).filter((key) => key !== 'match' && key !== 'decide') : ['?'];
    if (unknown.length > 0) return [`setup approvals: field ${unknown[0]} is not known`];
    return DECISIONS.has(own(rule, 'decide')) ? [] : [`setup approvals: decide ${String(own(rule, 'decide'))}`];
  });
  if (isObject(approver)) {
    const unknown = Object.keys(approver).filter((key) => !FIELDS.has(key));
    return [...rules, ...unknown.map((key) => `setup approver: ${key} is not known to the runner`)];
  }
  if (approver === undefined || Object.hasOwn(ANSWERS, String(approver))) return rules;
  return [...rules, `setup approver: ${String(approver)} is not known to the runner`];
}

/** The first rule that means the tool decides; a tool that none means may run. */
export function approvalPolicy({ approvals }: Json): CallPolicy {
  const rules = listOf(approvals).filter(isObject);
  return (event) => {
    const rule = rules.find(({ match }) => matches(match, event));
    if (rule === undefined || rule.decide === 'allow') return true;
    return rule.decide === 'ask' ? { ask: 'the case asks about it' } : 'the case denies it';
  };
}

/** The person of a case. Undefined: there is nobody to ask. */
export function approverOf({ approver }: Json, onAsked: (request: ApprovalRequest) => void): Approver | undefined {
  if (approver === undefined) return undefined;
  const how: Json = isObject(approver) ? approver : { answer: approver };
  return async (request) => {
    onAsked(request);
    if (typeof how.after_ms === 'number') await pause(how.after_ms);
    if (how.throws !== undefined) throw new Error(String(how.throws));
    // Whatever an approver in plain JavaScript gives back.
    if (Object.hasOwn(how, 'returns')) return how.returns as boolean;
    if (how.only !== undefined && !sameJson(request.arguments, how.only)) return false;
    return ANSWERS[String(how.answer)] === true;
  };
}
