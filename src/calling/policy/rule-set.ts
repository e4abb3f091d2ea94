import type { Tool, ToolSource, ToolTags } from '../../tools/index.ts';
import { type CompiledRule, compileRule, type Effect, referencesOf, spellingFor } from './compile-rule.ts';
import type { PolicyRule } from './rules.ts';

/** The rules of one list, ready to be asked. */
export interface RuleSet {
  readonly size: number;
  /** The first rule that takes the tool, as it was written; undefined where none does. */
  find(tool: Tool): string | undefined;
  mayMatchSource(source: ToolSource, tags: ToolTags): boolean;
  matchesWholeSource(source: ToolSource, tags: ToolTags): boolean;
  readonly tags: readonly string[];
}

/** Prepares a list. Plain names, of which there may be thousands, are looked up instead of tried one by one. */
export function compileRules(rules: readonly PolicyRule[], effect: Effect): RuleSet {
  const spell = spellingFor(effect);
  const plain = new Set(rules.filter(isPlainName).map(spell));
  const compiled = rules.map((rule) => compileRule(rule, effect));
  const others: readonly CompiledRule[] = compiled.filter((_rule, index) => !isPlainName(rules[index]!));
  return {
    size: rules.length,
    find: (tool) =>
      referencesOf(tool, effect).find((reference) => plain.has(spell(reference))) ??
      others.find((rule) => rule.matches(tool))?.text,
    mayMatchSource: (source, tags) => compiled.some((rule) => rule.mayMatchSource(source, tags)),
    matchesWholeSource: (source, tags) => others.some((rule) => rule.matchesWholeSource(source, tags)),
    tags: [...new Set(others.flatMap((rule) => rule.tags))],
  };
}

function isPlainName(rule: PolicyRule): rule is string {
  return typeof rule === 'string' && !rule.includes('*');
}
