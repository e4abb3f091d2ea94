import { ToolscoutError } from '../../errors.ts';
import type { Tool } from '../../tools/index.ts';
import { compileRule } from '../policy/compile-rule.ts';
import type { CallEvent, CallPolicy } from '../types.ts';
import { compileArgumentPattern } from './argument-pattern.ts';
import type { ApprovalEffect, ApprovalRule, ApprovalRules } from './rules.ts';

interface CompiledRule {
  readonly decide: ApprovalEffect;
  readonly reason: string | undefined;
  /** The rule as it was written: consent for a session is consent under these very words. */
  readonly text: string;
  holds(event: CallEvent): boolean;
}

/** Decides on calls by rules, compiled with the first call. Rules that cannot be compiled let nothing run. */
export function createApprovalPolicy({ rules, otherwise = 'auto' }: ApprovalRules): CallPolicy {
  let compiled: Promise<readonly CompiledRule[]> | undefined;
  return async (event) => {
    compiled ??= Promise.all(rules.map(compile));
    const rule = (await compiled).find((one) => one.holds(event));
    const { decide, reason, text } = rule ?? { decide: otherwise, reason: undefined, text: 'otherwise' };
    switch (decide) {
      case 'auto':
        return true;
      case 'prompt':
        return { ask: reason ?? 'the rules for approvals ask for consent', rule: text };
      case 'deny':
        return reason ?? 'the rules for approvals forbid this call';
    }
  };
}

/**
 * Refuses rules over tags that nobody knows: mistyped, a rule would hold nothing up.
 * @throws ToolscoutError `CONFIG_INVALID`
 */
export function checkApprovalTags({ rules }: ApprovalRules, tags: Iterable<string>): void {
  const known = new Set(tags);
  for (const [index, rule] of rules.entries()) {
    const unknown = compileRule(toolPart(rule), 'deny').tags.find((tag) => !known.has(tag));
    if (unknown === undefined) continue;
    const key = `approvals.rules[${index}].tags`;
    throw new ToolscoutError('CONFIG_INVALID', `${key} names the tag "${unknown}", which no tool carries`, {
      next: 'Correct it, or declare it in "tags" of the policy.',
      details: { key, tag: unknown },
    });
  }
}

/** One answer of the rules for calls of a tool. */
export interface ConsentRule {
  readonly decide: ApprovalEffect;
  /** The rule as it was written, or `otherwise`. */
  readonly rule: string;
  /** It holds for some calls only, as their arguments are; the answers behind it hold for the others. */
  readonly byArguments: boolean;
}

/** What the rules say of calls of one tool, in the order in which they are asked; the last answer holds for all that is left. */
export function consentRules({ rules, otherwise = 'auto' }: ApprovalRules, tool: Tool): readonly ConsentRule[] {
  const answers: ConsentRule[] = [];
  for (const rule of rules) {
    if (!compileToolPart(rule).matches(tool)) continue;
    const byArguments = rule.arguments !== undefined;
    answers.push({ decide: rule.decide, rule: JSON.stringify(rule), byArguments });
    if (!byArguments) return answers;
  }
  return [...answers, { decide: otherwise, rule: 'otherwise', byArguments: false }];
}

async function compile(rule: ApprovalRule): Promise<CompiledRule> {
  const { decide, reason } = rule;
  const ofTool = compileToolPart(rule);
  const patterns = await Promise.all((rule.arguments ?? []).map(compileArgumentPattern));
  return {
    decide,
    reason,
    text: JSON.stringify(rule),
    holds: ({ tool, arguments: args }) =>
      ofTool.matches(tool) &&
      patterns.every((pattern) => (decide === 'auto' ? pattern.holdsForAll(args) : pattern.holdsForSome(args))),
  };
}

/** To let a call run, a name has to say of which server; to hold it up, the bare name is enough. */
function compileToolPart(rule: ApprovalRule): ReturnType<typeof compileRule> {
  return compileRule(toolPart(rule), rule.decide === 'auto' ? 'allow' : 'deny');
}

function toolPart({ decide: _decide, reason: _reason, arguments: _arguments, ...conditions }: ApprovalRule) {
  return conditions;
}
