import { stableStringify } from '../../shared/json.ts';
import type { Tool, ToolSource, ToolTags } from '../../tools/index.ts';
import { compileRules, type RuleSet } from './rule-set.ts';
import { type PolicyRules, readPolicyRules } from './rules.ts';

/** Layers that narrow in turn (SPEC C2), in the order in which they are asked; `all` holds for everyone. */
export const POLICY_LAYERS = ['all', 'agent', 'profile', 'sandbox', 'session', 'channel'] as const;
export type PolicyLayerKind = (typeof POLICY_LAYERS)[number];

/** One layer of rules. */
export interface PolicyLayer {
  readonly kind: PolicyLayerKind;
  /** Whose rules they are, such as the agent's name. */
  readonly name?: string;
  readonly rules: PolicyRules;
}

/**
 * May a tool be used, and if not, who says so? For the operator's eyes: a caller may not even know that the tool exists.
 */
export type RightsDecision =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      /** `agent "writer"`. */
      readonly layer: string;
      /** `deny mcp:github:*`, or that no rule allows it. */
      readonly rule: string;
    };

/** Rights of one caller, compiled from all layers. Immutable. */
export interface Policy {
  /** Equal for policies that allow the same for the same reasons, whatever the names of their layers. */
  readonly fingerprint: string;
  /** No layer says anything. */
  readonly open: boolean;
  /** Tags that rules name. */
  readonly tags: readonly string[];
  allows(tool: Tool): boolean;
  decide(tool: Tool): RightsDecision;
  /**
   * May the caller know that this source exists, although it lists no tool at the moment?
   * @param tags that all of its tools carry. One that is not known passes no filter: what a filter is there to keep from
   *   a caller, a server that is down must not tell.
   */
  allowsSource(source: ToolSource, tags?: ToolTags): boolean;
  /** The same rights and further layers: the result allows nothing that this one does not. */
  narrow(layers: readonly PolicyLayer[]): Policy;
}

/**
 * Compiles layers into one policy. A tool is allowed if every layer allows it; within a layer, `deny` wins over `allow`.
 * @throws ToolscoutError `CONFIG_INVALID` that names the key of a rule that cannot be read.
 */
export function compilePolicy(layers: readonly PolicyLayer[]): Policy {
  const ordered = [...layers].sort((a, b) => POLICY_LAYERS.indexOf(a.kind) - POLICY_LAYERS.indexOf(b.kind));
  return toPolicy(ordered.map(compileLayer));
}

interface CompiledLayer {
  readonly title: string;
  readonly fingerprint: string;
  readonly deny: RuleSet;
  readonly allow: RuleSet | undefined;
}

function compileLayer({ kind, name, rules }: PolicyLayer): CompiledLayer {
  const title = name === undefined ? kind : `${kind} "${name}"`;
  const { allow, deny = [] } = readPolicyRules(rules, title);
  return {
    title,
    fingerprint: stableStringify({ allow, deny }),
    deny: compileRules(deny, 'deny'),
    allow: allow === undefined ? undefined : compileRules(allow, 'allow'),
  };
}

function toPolicy(layers: readonly CompiledLayer[]): Policy {
  const telling = layers.filter(({ deny, allow }) => deny.size > 0 || allow !== undefined);
  // A tool is asked about with every catalog and every call, and never changes.
  const known = new WeakMap<Tool, boolean>();
  return {
    fingerprint: [...new Set(telling.map((layer) => layer.fingerprint))].sort().join('\n'),
    open: telling.length === 0,
    tags: [...new Set(telling.flatMap(({ deny, allow }) => [...deny.tags, ...(allow?.tags ?? [])]))],
    allows: (tool) => {
      let allowed = known.get(tool);
      if (allowed === undefined) {
        allowed = telling.every((layer) => objectionOf(layer, tool) === undefined);
        known.set(tool, allowed);
      }
      return allowed;
    },
    decide: (tool) => {
      for (const layer of telling) {
        const rule = objectionOf(layer, tool);
        if (rule !== undefined) return { allowed: false, layer: layer.title, rule };
      }
      return { allowed: true };
    },
    allowsSource: (source, tags = {}) =>
      telling.every(
        ({ deny, allow }) =>
          !deny.matchesWholeSource(source, tags) && (allow === undefined || allow.mayMatchSource(source, tags)),
      ),
    narrow: (more) => (more.length === 0 ? toPolicy(layers) : toPolicy([...layers, ...more.map(compileLayer)])),
  };
}

function objectionOf({ deny, allow }: CompiledLayer, tool: Tool): string | undefined {
  const denied = deny.find(tool);
  if (denied !== undefined) return `deny ${denied}`;
  if (allow === undefined || allow.find(tool) !== undefined) return undefined;
  return allow.size === 0 ? 'allows nothing' : 'no rule of allow matches';
}
