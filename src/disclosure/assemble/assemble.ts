import { ToolscoutError } from '../../errors.ts';
import { createMemoryBackend, type RetrievalBackend } from '../../retrieval/index.ts';
import { contentHash } from '../../shared/hash.ts';
import { estimatingCounter, loadTokenCounter, type TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool, ToolEntry } from '../../tools/index.ts';
import { completeSettings, type DisclosureMode, readWindow, reportActivation } from '../activation/index.ts';
import { chooseHydrated } from '../directory/choose-hydrated.ts';
import { findNameCollisions, nameCollisionError } from '../directory/name-collisions.ts';
import { type BridgeProfile, FAMILY_PROFILES, PROFILES } from '../profiles/index.ts';
import { type Compared, changesSince } from './changes.ts';
import { type Plan, planOf } from './plan.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';
import type { Assembly, AssemblyContext } from './types.ts';

/**
 * Decides what one model request carries, from the tools of this moment. Called each time the tool array is built;
 * nothing is kept from call to call but what equal content would give again, and `previous` where it is handed in.
 * The entries are frozen on the way in.
 * @throws ToolscoutError `CONFIG_INVALID` for settings that cannot be meant, `NAME_COLLISION` where one name in the
 * request would mean two tools.
 */
export async function assemble(tools: readonly ToolEntry[], context: AssemblyContext = {}): Promise<Assembly> {
  const { settings, warnings: settingWarnings } = completeSettings(context.settings);
  const window = readWindow(context.window);
  const counter = context.counter ?? (await defaultCounter());
  const profile = profileOf(context.profile ?? FAMILY_PROFILES[settings.family]);
  const names = { ...profile.names, ...context.names };
  const { mode, fallback } = await usableMode(settings.mode, context);

  const snapshot = snapshotOf(tools);
  const { previous } = context;
  const sameTools = previous?.authorized.epoch === snapshot.authorized.epoch;
  const plan = planOf(snapshot, {
    family: settings.family,
    mode,
    profile,
    names,
    pinned: context.pinned ?? [],
    // With the same tools, a new favourite is not worth the prompt cache.
    frequent: previous?.bridged === true && sameTools ? previous.frequent : (context.frequent ?? []),
    maxExposed: context.maxExposed,
    counter,
    window,
  });
  const activation = reportActivation({
    settings,
    window,
    weighed: plan.weighed,
    allNeeded: context.allNeeded ?? false,
    ...(previous === undefined ? {} : { previous: { active: previous.bridged, sameTools } }),
  });
  const bridged = activation.active;
  if (bridged) checkNames(snapshot, plan, mode, Object.values(names));
  const hydrated = bridged && mode === 'directory' ? await hydrate(snapshot, plan, counter, context) : [];
  const carried = bridged ? withHydrated(snapshot, plan, hydrated) : snapshot.entries;
  const shown = new Set(hydrated.map(({ id }) => id));
  const compared: Compared = {
    authorized: snapshot.authorized,
    bridged,
    carried,
    prompt: bridged ? plan.prompt : '',
    hydrated: [...shown],
  };
  let hash: string | undefined;
  const assembly: Assembly = {
    tools: bridged ? carried : tools,
    bridged,
    mode: bridged ? mode : 'direct',
    ...(bridged && fallback !== undefined ? { fallback } : {}),
    prompt: compared.prompt,
    ...(bridged && plan.directory !== undefined ? { directory: plan.directory } : {}),
    deferred: bridged ? plan.exposure.deferred.length - hydrated.length : 0,
    hydrated: compared.hydrated,
    frequent: bridged ? plan.exposure.frequent : [],
    get catalog() {
      return snapshot.catalog;
    },
    authorized: snapshot.authorized,
    isExposed: bridged ? (tool: Tool) => plan.isVisible(tool) || shown.has(tool.id) : () => true,
    profile,
    names,
    activation,
    changes: changesSince(previous === undefined ? undefined : memory.get(previous), compared),
    warnings: [
      ...settingWarnings,
      ...(activation.windowKnown
        ? []
        : [`The context window is unknown; ${activation.window.toLocaleString('en-US')} tokens are assumed.`]),
      ...(bridged && fallback !== undefined ? [fallback.why] : []),
      ...(bridged ? crowdedOut(plan) : []),
      ...activation.warnings.map(({ message }) => message),
    ],
    get hash() {
      hash ??= contentHash(JSON.stringify([carried.map(({ definition }) => definition), compared.prompt]));
      return hash;
    },
  };
  memory.set(assembly, compared);
  return assembly;
}

/** What an assembly carried, for the comparison with the next one. */
const memory = new WeakMap<Assembly, Compared>();

let loading: Promise<TokenCounter> | undefined;

/** A tokenizer that cannot be loaded costs exactness, never a request. */
function defaultCounter(): Promise<TokenCounter> {
  loading ??= loadTokenCounter().catch(() => estimatingCounter);
  return loading;
}

function profileOf(profile: BridgeProfile | keyof typeof PROFILES): BridgeProfile {
  if (typeof profile !== 'string') return profile;
  if (Object.hasOwn(PROFILES, profile)) return PROFILES[profile];
  const known = Object.keys(PROFILES).join(', ');
  throw new ToolscoutError('CONFIG_INVALID', `profile must be one of ${known}, not ${JSON.stringify(profile)}.`, {
    next: 'Correct profile.',
    details: { key: 'profile' },
  });
}

/** SPEC M4: without an isolated process, code falls back to tools, before anything is hidden. */
async function usableMode(
  mode: DisclosureMode,
  { codeMode }: AssemblyContext,
): Promise<{ readonly mode: DisclosureMode; readonly fallback?: NonNullable<Assembly['fallback']> }> {
  if (mode !== 'code') return { mode };
  let why = 'The mode "code" needs a sandbox, and none was given; the mode "tools" is used.';
  if (codeMode !== undefined) {
    try {
      const available = await codeMode.available();
      if (typeof available === 'boolean' ? available : available.ok) return { mode };
      const reason = typeof available === 'object' && !available.ok ? ` (${available.reason})` : '';
      why = `The sandbox of the mode "code" cannot be started here${reason}; the mode "tools" is used.`;
    } catch (error) {
      why = `The sandbox of the mode "code" failed (${error instanceof Error ? error.message : String(error)}); the mode "tools" is used.`;
    }
  }
  return { mode: 'tools', fallback: { from: 'code', to: 'tools', why } };
}

/** SPEC C4 in directory mode; in every mode no name in the request may stand for two tools. */
function checkNames(snapshot: Snapshot, plan: Plan, mode: DisclosureMode, bridgeNames: readonly string[]): void {
  if (mode === 'directory') {
    const collisions = findNameCollisions(snapshot.authorized.tools, {
      search: bridgeNames[0]!,
      describe: bridgeNames[1]!,
      call: bridgeNames[2]!,
    });
    if (collisions.length > 0) throw nameCollisionError(collisions);
  }
  const bridge = new Set(plan.bridge.map(({ definition }) => definition.name));
  const twice = snapshot.authorized.tools.find(({ name }) => bridge.has(name));
  if (twice === undefined) return;
  throw new ToolscoutError('NAME_COLLISION', `"${twice.name}" is both ${twice.id} and a tool of the bridge.`, {
    next: 'Give the bridge other names, or rename the tool.',
    details: { collisions: [{ name: twice.name, other: twice.id }] },
  });
}

async function hydrate(
  snapshot: Snapshot,
  plan: Plan,
  counter: TokenCounter,
  { request = '', required = [], previous, index = createMemoryBackend }: AssemblyContext,
): Promise<readonly Tool[]> {
  const kept = previous?.hydrated ?? [];
  if (request.trim() === '' && required.length + kept.length === 0) return [];
  return chooseHydrated(snapshot.catalog, backendOf(snapshot.catalog, index), request, {
    counter,
    // What was shown before stays, so that the tools change only when something comes.
    required: [...required, ...kept],
    isExposed: plan.isVisible,
  });
}

const backends = new WeakMap<Catalog, WeakMap<(catalog: Catalog) => RetrievalBackend, RetrievalBackend>>();

function backendOf(catalog: Catalog, index: (catalog: Catalog) => RetrievalBackend): RetrievalBackend {
  let known = backends.get(catalog);
  if (known === undefined) {
    known = new WeakMap();
    backends.set(catalog, known);
  }
  let backend = known.get(index);
  if (backend === undefined) {
    backend = index(catalog);
    known.set(index, backend);
  }
  return backend;
}

/** Hydrated schemas come last, so that everything before them keeps its place in the prompt. */
function withHydrated(snapshot: Snapshot, plan: Plan, hydrated: readonly Tool[]): readonly ToolEntry[] {
  if (hydrated.length === 0) return plan.tools;
  return Object.freeze([...plan.tools, ...hydrated.map((tool) => snapshot.exposedEntry(tool))]);
}

function crowdedOut({ exposure }: Plan): string[] {
  const { crowdedOut: left } = exposure;
  if (left.length === 0) return [];
  return [`${left.length} tools ask to be always visible, but there is no place for them; the first is ${left[0]}.`];
}
