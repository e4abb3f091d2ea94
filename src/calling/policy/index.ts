/** Rights: layers of rules, compiled once into one policy a caller. */
export { isAboutSome } from './compile-rule.ts';
export {
  compilePolicy,
  type Policy,
  type PolicyLayer,
  type PolicyLayerKind,
  type RightsDecision,
} from './policy.ts';
export {
  checkPolicyBook,
  layersOf,
  type NamedRules,
  POLICY_TABLES,
  type PolicyBook,
  type PolicyTable,
  type SessionScope,
} from './policy-book.ts';
export { type PolicyRule, type PolicyRules, readPolicyRules, type ToolRule } from './rules.ts';
