import type { Check } from '../case-file.ts';
import { isCheck } from '../case-file.ts';
import { isObject, listOf } from '../json.ts';
import { isFailed, leavesOf, type Outcome } from '../outcome.ts';
import { ADAPTER_CHECKS } from './adapters.ts';
import { APPROVAL_CHECKS } from './approvals.ts';
import { CALL_CHECKS } from './calls.ts';
import { CATALOG_CHECKS } from './catalog.ts';
import { all, type CheckContext, type CheckSpec, fails, HOLDS, unmapped, type Verdict } from './check.ts';
import { CODE_CHECKS } from './code.ts';
import { CONFIG_CHECKS } from './config.ts';
import { NAME_CHECKS } from './names.ts';
import { OPENAPI_CHECKS } from './openapi.ts';
import { OUTCOME_CHECKS } from './outcome.ts';
import { OUTPUT_CHECKS } from './output.ts';
import { PROCESS_CHECKS } from './process.ts';
import { SCHEMA_CHECKS } from './schema.ts';
import { SCOPE_FIELDS, selectUnits } from './scope.ts';
import { SEARCH_CHECKS } from './search.ts';
import { SECURITY_CHECKS } from './security.ts';
import { TELEMETRY_CHECKS } from './telemetry.ts';
import { toolsOf } from './tools.ts';
import { TURN_CHECKS } from './turns.ts';
import { VALUE_CHECKS } from './values.ts';
import { WARNING_CHECKS } from './warnings.ts';

export type { CheckContext, Verdict } from './check.ts';

const CHECKS: Readonly<Record<string, CheckSpec>> = {
  ...OUTPUT_CHECKS,
  ...VALUE_CHECKS,
  ...OUTCOME_CHECKS,
  ...SEARCH_CHECKS,
  ...SCHEMA_CHECKS,
  ...NAME_CHECKS,
  ...CATALOG_CHECKS,
  ...CALL_CHECKS,
  ...CODE_CHECKS,
  ...APPROVAL_CHECKS,
  ...SECURITY_CHECKS,
  ...PROCESS_CHECKS,
  ...CONFIG_CHECKS,
  ...WARNING_CHECKS,
  ...TELEMETRY_CHECKS,
  ...TURN_CHECKS,
  ...OPENAPI_CHECKS,
  ...ADAPTER_CHECKS,
};

/** Fields that any check may have: conditions and notes. */
const COMMON_FIELDS: readonly string[] = [
  'check',
  ...SCOPE_FIELDS,
  'if',
  'if_no_error',
  'note',
  'why',
  'expect',
  'comment',
];

/** Evaluates a check over the outputs that it is about. What cannot be evaluated says so and holds nowhere. */
export async function evaluateCheck(check: Check, context: CheckContext): Promise<Verdict> {
  const selection = selectUnits(check, context.root);
  if ('missing' in selection) return unmapped(`check ${check.check}: ${selection.missing}`);
  const verdicts: Verdict[] = [];
  for (const unit of selection.units) verdicts.push(await evaluateOn(check, unit, context));
  const verdict = all(verdicts);
  return verdict.kind === 'holds' ? verdict : { ...verdict, why: prefixed(check, verdict.why) };
}

function prefixed({ check, step, surface }: Check, why: string): string {
  const place = step !== undefined ? ` (step ${String(step)})` : surface !== undefined ? ` (${String(surface)})` : '';
  return why.startsWith('check ') ? why : `check ${check}${place}: ${why}`;
}

async function evaluateOn(check: Check, unit: Outcome, context: CheckContext): Promise<Verdict> {
  const applies = await conditionHolds(check, unit, context);
  if (typeof applies === 'object') return applies;
  if (!applies) return HOLDS;
  if (check.check === 'either') return evaluateEither(check, unit, context);
  if (check.check === 'if') return evaluateNested(check, check.then, unit, context);
  const spec = Object.hasOwn(CHECKS, check.check) ? CHECKS[check.check] : undefined;
  if (spec === undefined) return unmapped(`check ${check.check}: not known to the runner`);
  const unknown = Object.keys(check).find((field) => !spec.fields.includes(field) && !COMMON_FIELDS.includes(field));
  if (unknown !== undefined) return unmapped(`check ${check.check}: field ${unknown} is not known to the runner`);
  if (spec.needs !== undefined && !spec.needs.some((field) => Object.hasOwn(check, field))) {
    return unmapped(`check ${check.check}: says no ${spec.needs.join(' or ')}`);
  }
  if (unit.unmapped !== undefined) return unmapped(unit.unmapped);
  const verdict = await spec.run(check, unit, context);
  // Something is missing in what was looked at: a failure still is one, but nothing can be said to hold.
  const gap = leavesOf(unit).find((leaf) => leaf.unmapped !== undefined)?.unmapped;
  return verdict.kind === 'holds' && gap !== undefined ? unmapped(gap) : verdict;
}

/** Does the check apply? A verdict where that itself cannot be told. */
async function conditionHolds(check: Check, unit: Outcome, context: CheckContext): Promise<boolean | Verdict> {
  const failed = leavesOf(unit).some(isFailed);
  if (check.if_no_error === true && failed) return false;
  const condition = check.if;
  // There it is what the check is about.
  if (condition === undefined || check.check === 'implies') return true;
  if (condition === 'error') return failed;
  if (condition === 'no_error') return !failed;
  if (condition === 'tool_absent' || condition === 'tool_present') {
    const isThere = (await toolsOf(unit)).some(({ tool }) => tool === check.tool);
    return isThere === (condition === 'tool_present');
  }
  if (isObject(condition) && isCheck(condition)) {
    const verdict = await evaluateNested(check, condition, unit, context);
    return verdict.kind === 'unmapped' ? verdict : verdict.kind === 'holds';
  }
  return unmapped(`check ${check.check}: condition ${JSON.stringify(condition)} is not known to the runner`);
}

/** One of them has to hold. As long as one cannot be evaluated, nothing fails. */
async function evaluateEither(check: Check, unit: Outcome, context: CheckContext): Promise<Verdict> {
  const reasons: string[] = [];
  let gap: Verdict | undefined;
  for (const option of listOf(check.of)) {
    const verdict = await evaluateNested(check, option, unit, context);
    if (verdict.kind === 'holds') return verdict;
    if (verdict.kind === 'unmapped') gap ??= verdict;
    reasons.push(verdict.why);
  }
  return gap ?? fails(`none holds: ${reasons.join(' | ')}`);
}

/** A check inside another looks at the same output, unless it names its own. */
async function evaluateNested(outer: Check, inner: unknown, unit: Outcome, context: CheckContext): Promise<Verdict> {
  if (!isCheck(inner)) return unmapped(`check ${outer.check}: there is no check inside`);
  if (SCOPE_FIELDS.some((field) => Object.hasOwn(inner, field))) return evaluateCheck(inner, context);
  const verdict = await evaluateOn(inner, unit, context);
  return verdict.kind === 'holds' ? verdict : { ...verdict, why: prefixed(inner, verdict.why) };
}
