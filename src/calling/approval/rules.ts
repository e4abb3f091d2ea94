import { compileTextPattern } from '../../retrieval/index.ts';
import { CONDITIONS, checkRule, invalid, readObject, type ToolRule } from '../policy/rules.ts';

/** What becomes of a call: it runs, a person is asked, or it is refused. */
export type ApprovalEffect = 'auto' | 'prompt' | 'deny';

/** A condition on one argument. */
export interface ArgumentPattern {
  /** Where it is, as a JSON pointer; a step `*` stands for every member or item. */
  readonly path: string;
  /** A pattern in RE2 syntax, found anywhere in the value. */
  readonly matches?: string;
  /** `*` stands for any characters, everything else for itself; the whole value has to match. */
  readonly glob?: string;
}

/** Decides on calls for which all its conditions hold. */
export interface ApprovalRule extends ToolRule {
  readonly decide: ApprovalEffect;
  readonly arguments?: readonly ArgumentPattern[];
  /** Told to the person who is asked, or to the model that is refused. */
  readonly reason?: string;
}

/** The first rule whose conditions hold decides. */
export interface ApprovalRules {
  readonly rules: readonly ApprovalRule[];
  /** What holds for calls that no rule is about. Default: `auto`. */
  readonly otherwise?: ApprovalEffect;
}

export const APPROVAL_EFFECTS: readonly ApprovalEffect[] = ['auto', 'prompt', 'deny'];

/**
 * Checks rules, their patterns too. Strict: a rule that is read otherwise than it was meant lets calls run.
 * @param key where they stand, for messages.
 * @throws ToolscoutError `CONFIG_INVALID` that names the key.
 */
export async function readApprovalRules(value: unknown, key: string): Promise<readonly ApprovalRule[]> {
  if (!Array.isArray(value)) throw invalid(key, 'must be a list of rules');
  for (const [index, rule] of value.entries()) await checkApprovalRule(rule, `${key}[${index}]`);
  return value as readonly ApprovalRule[];
}

async function checkApprovalRule(value: unknown, key: string): Promise<void> {
  const rule = readObject(value, key, [...CONDITIONS, 'arguments', 'decide', 'reason']);
  if (!APPROVAL_EFFECTS.some((effect) => effect === rule.decide)) {
    throw invalid(`${key}.decide`, `must be one of ${APPROVAL_EFFECTS.join(', ')}`);
  }
  if (rule.reason !== undefined && typeof rule.reason !== 'string') throw invalid(`${key}.reason`, 'must be a text');
  const { arguments: patterns, decide: _decide, reason: _reason, ...conditions } = rule;
  // By its arguments alone a rule may hold for every tool.
  if (patterns === undefined || Object.keys(conditions).length > 0) checkRule(conditions, key);
  if (patterns === undefined) return;
  if (!Array.isArray(patterns) || patterns.length === 0) {
    throw invalid(`${key}.arguments`, 'must be a list such as [{"path": "/command", "matches": "^rm "}]');
  }
  for (const [index, pattern] of patterns.entries()) await checkPattern(pattern, `${key}.arguments[${index}]`);
}

async function checkPattern(value: unknown, key: string): Promise<void> {
  const { path, matches, glob } = readObject(value, key, ['path', 'matches', 'glob']);
  if (typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) {
    throw invalid(`${key}.path`, 'must be a JSON pointer, such as "/command"');
  }
  if ((matches === undefined) === (glob === undefined)) throw invalid(key, 'needs either "matches" or "glob"');
  if (glob !== undefined && typeof glob !== 'string') throw invalid(`${key}.glob`, 'must be a text');
  if (matches === undefined) return;
  if (typeof matches !== 'string') throw invalid(`${key}.matches`, 'must be a text');
  try {
    await compileTextPattern(matches);
  } catch (cause) {
    throw invalid(
      `${key}.matches`,
      cause instanceof Error ? `is no pattern: ${cause.message}` : 'is no pattern',
      cause,
    );
  }
}
