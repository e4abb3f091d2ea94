import { deepFreeze } from '../../shared/freeze.ts';
import type { TokenCounter } from '../../tokens/index.ts';
import type { Tool, ToolDefinition, ToolEntry } from '../../tools/index.ts';
import {
  type DisclosureMode,
  type Exposure,
  type ExposureRules,
  splitExposure,
  type ToolSearchFamily,
  totalTokens,
} from '../activation/index.ts';
import { type BridgeNames, bridgeInstructions } from '../bridge/definitions.ts';
import { buildDirectory, type Directory } from '../directory/build-directory.ts';
import { type BridgeProfile, codeInstructions, codeTool } from '../profiles/index.ts';
import type { Snapshot } from './snapshot.ts';

export interface PlanRules {
  readonly family: ToolSearchFamily;
  /** The mode that will really be used. */
  readonly mode: DisclosureMode;
  readonly profile: BridgeProfile;
  readonly names: BridgeNames;
  readonly pinned: readonly string[];
  readonly frequent: readonly string[];
  readonly maxExposed: number | undefined;
  readonly counter: TokenCounter;
  /** Bounds the directory. */
  readonly window: number | undefined;
}

/** What a request carries if the layer is active. The same snapshot and rules give the same object. */
export interface Plan {
  readonly exposure: Exposure;
  /** The visible tools in order of id, then the bridge. */
  readonly tools: readonly ToolEntry[];
  readonly bridge: readonly ToolEntry[];
  /** What the system prompt has to say: how to reach hidden tools, and in directory mode what there is. */
  readonly prompt: string;
  readonly directory: Directory | undefined;
  readonly isVisible: (tool: Tool) => boolean;
  readonly weighed: {
    readonly tools: number;
    readonly deferrable: number;
    readonly allTokens: number;
    readonly deferrableTokens: number;
    readonly visible: number;
    readonly visibleTokens: number;
    readonly bridge: number;
    readonly bridgeTokens: number;
    readonly promptTokens: number;
    readonly exact: boolean;
    readonly encoding: string;
  };
}

/** A session rarely switches between more; what falls out is worked out again. */
const MAX_PLANS = 16;

/** The source of the bridge's own entries. */
const BRIDGE_SOURCE = { kind: 'core', name: 'toolscout' } as const;

/** Works out, or recalls, how a snapshot's tools would be exposed. */
export function planOf(snapshot: Snapshot, rules: PlanRules): Plan {
  const { family, mode, profile, names, pinned, frequent, maxExposed, counter, window } = rules;
  const key = JSON.stringify([
    family,
    mode,
    profile.id,
    names,
    pinned,
    frequent,
    maxExposed,
    counter.encoding,
    mode === 'directory' ? window : null,
  ]);
  let plan = snapshot.plans.get(key);
  if (plan === undefined) {
    if (snapshot.plans.size >= MAX_PLANS) snapshot.plans.clear();
    plan = makePlan(snapshot, rules);
    snapshot.plans.set(key, plan);
  }
  return plan;
}

function makePlan(snapshot: Snapshot, rules: PlanRules): Plan {
  const { mode, profile, names, counter, window } = rules;
  const { tools } = snapshot.authorized;
  const exposure = splitExposure(tools, exposureRules(rules, mode === 'code' ? 1 : 3));
  const { visible, deferred } = exposure;
  const definitions = mode === 'code' ? [codeTool(deferred, profile)] : profile.definitions(deferred, names);
  const bridge = definitions.map((definition) =>
    deepFreeze<ToolEntry>({ source: BRIDGE_SOURCE, definition: { ...definition } as ToolDefinition }),
  );
  const exposed = visible.map((tool) => snapshot.exposedEntry(tool));
  const isVisible = membership(visible);
  const directory =
    mode === 'directory'
      ? buildDirectory(
          { tools: deferred },
          { counter, names, ...(window === undefined ? {} : { contextWindow: window }) },
        )
      : undefined;
  const instructions = mode === 'code' ? codeInstructions() : bridgeInstructions(names);
  const prompt = directory === undefined || directory.text === '' ? instructions : `${instructions}\n${directory.text}`;
  const count = (some: readonly Tool[]) =>
    totalTokens(
      some.map(({ raw }) => raw),
      counter,
    );
  return {
    exposure,
    tools: Object.freeze([...exposed, ...bridge]),
    bridge,
    prompt,
    directory,
    isVisible,
    weighed: {
      tools: tools.length,
      deferrable: deferred.length,
      allTokens: count(tools),
      deferrableTokens: count(deferred),
      visible: visible.length,
      visibleTokens: count(visible),
      bridge: bridge.length,
      bridgeTokens: totalTokens(
        bridge.map(({ definition }) => definition),
        counter,
      ),
      promptTokens: counter.countTokens(prompt).tokens,
      exact: counter.exact,
      encoding: counter.encoding,
    },
  };
}

function exposureRules({ family, mode, pinned, frequent, maxExposed }: PlanRules, bridgeTools: number): ExposureRules {
  return { family, mode, pinned, frequent, bridgeTools, ...(maxExposed === undefined ? {} : { maxExposed }) };
}

/** By id, because the catalog that is searched may hold another object for the same tool. */
function membership(tools: readonly Tool[]): (tool: Tool) => boolean {
  const ids = new Set(tools.map(({ id }) => id));
  return (tool) => ids.has(tool.id);
}
