import type { RetrievalBackend } from '../../retrieval/index.ts';
import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool, ToolEntry } from '../../tools/index.ts';
import type { ActivationReport, DisclosureMode, ToolSearchSettings } from '../activation/index.ts';
import type { BridgeNames } from '../bridge/definitions.ts';
import type { Directory } from '../directory/build-directory.ts';
import type { BridgeProfile, ProfileId } from '../profiles/index.ts';

/** What an assembly is told beside the tools. Everything is optional. */
export interface AssemblyContext {
  /** Missing ones have the defaults of their family, and the family those of Toolscout. */
  readonly settings?: Partial<ToolSearchSettings>;
  /** Context window of the active model in tokens; 200,000 is assumed, and said, where it is unknown. */
  readonly window?: number;
  /** The assembly before this one, for hysteresis and to tell what changed. Nothing else is kept between turns. */
  readonly previous?: Assembly;
  /** Ids or names of tools that stay visible whatever happens. */
  readonly pinned?: readonly string[];
  /** Ids or names of the most used tools, most used first; the first five stay visible. */
  readonly frequent?: readonly string[];
  /** Most definitions in a bridged request. Default 30. Core, client, direct-only and pinned tools are never left out. */
  readonly maxExposed?: number;
  /** This run needs every tool, so hiding them only costs. */
  readonly allNeeded?: boolean;
  /** Wire format of the bridge; that of the settings' family by default. */
  readonly profile?: ProfileId | BridgeProfile;
  /** Names of the bridge tools; those of the profile by default. */
  readonly names?: Partial<BridgeNames>;
  /** Counts tokens. Default: the exact tokenizer where it is installed, otherwise an estimate. */
  readonly counter?: TokenCounter;
  /** Runs snippets of the mode `code`. Without it, or where it is not available, that mode is `tools`. */
  readonly codeMode?: CodeModeSeam;
  /** Directory mode: what the user asks for in this turn, to show the schemas it probably needs. */
  readonly request?: string;
  /** Directory mode: ids or names whose schemas this turn must show. */
  readonly required?: readonly string[];
  /** Directory mode: how a catalog is searched for that. Default: in memory, by words. */
  readonly index?: (catalog: Catalog) => RetrievalBackend;
}

/** Whoever can run code in isolation. */
export interface CodeModeSeam {
  /** Can an isolated process be started here? With the reason where it cannot. */
  available(): CodeAvailability | Promise<CodeAvailability>;
}

export type CodeAvailability = boolean | { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What one model request carries, and why. */
export interface Assembly {
  /**
   * The tools of the request. Where the layer is not active this is the very array that was handed in. Otherwise:
   * visible tools in order of id, the bridge, then the tools that directory mode shows for this turn.
   */
  readonly tools: readonly ToolEntry[];
  /** Is the bridge there? */
  readonly bridged: boolean;
  /** `direct`: every tool is in the request. */
  readonly mode: DisclosureMode | 'direct';
  /** The mode that was asked for could not be had. */
  readonly fallback?: { readonly from: 'code'; readonly to: 'tools'; readonly why: string };
  /** What to put into the system prompt; empty where nothing is hidden. */
  readonly prompt: string;
  readonly directory?: Directory;
  /** Tools that are in the catalog and not in the request. */
  readonly deferred: number;
  /** Ids of the tools whose schemas directory mode shows for this turn. */
  readonly hydrated: readonly string[];
  /** Ids of the most used tools that stay visible. */
  readonly frequent: readonly string[];
  /** What is searched: everything but direct-only tools. */
  readonly catalog: Catalog;
  /** What calls are resolved in: every tool of the session. */
  readonly authorized: Catalog;
  readonly isExposed: (tool: Tool) => boolean;
  readonly profile: BridgeProfile;
  readonly names: BridgeNames;
  readonly activation: ActivationReport;
  readonly changes: AssemblyChanges;
  readonly warnings: readonly string[];
  /** Hash of the tools and the prompt, as JSON: equal as long as the provider's prompt cache can hold. */
  readonly hash: string;
}

/** What is different from the assembly before, in ids. */
export interface AssemblyChanges {
  /** False for the first assembly: there is nothing to compare with. */
  readonly compared: boolean;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same id, other definition. */
  readonly altered: readonly string[];
  /** Bytes of the tools or the prompt differ, so that the provider's prompt cache is of no use for this request. */
  readonly invalidatesPromptCache: boolean;
  /** What made them differ. */
  readonly causes: readonly ChangeCause[];
}

export type ChangeCause =
  /** Tools came, went or changed. */
  | 'toolset'
  /** The same tools in another order, which counts where the array is passed through. */
  | 'order'
  /** The layer came or went. */
  | 'activation'
  /** Another mode, profile, window or set of visible tools. */
  | 'exposure'
  /** Directory mode shows other schemas than before. */
  | 'hydration';
