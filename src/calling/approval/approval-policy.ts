import { ToolscoutError } from '../../errors.ts';
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

async function compile(rule: ApprovalRule): Promise<CompiledRule> {
  const { decide, reason } = rule;
  // To let a call run, a name has to say of which server; to hold it up, the bare name is enough.
  const ofTool = compileRule(toolPart(rule), decide === 'auto' ? 'allow' : 'deny');
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

function toolPart({ decide: _decide, reason: _reason, arguments: _arguments, ...conditions }: ApprovalRule) {
  return conditions;
}
