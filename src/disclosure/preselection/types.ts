import type { ModelUsage } from '../../llm/index.ts';
import type { RetrievalBackend } from '../../retrieval/index.ts';
import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';

/** Tools and skills are chosen side by side, each from its own candidates. */
export type PreselectSide = 'tools' | 'skills';

/** One message before the turn. */
export interface DialogueMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What is known when a turn begins, before the main model is asked. */
export interface PreselectTurn {
  /** The user's request. */
  readonly message: string;
  /** What this caller may use, and nothing else: whatever is not in here is chosen by no path. */
  readonly catalog: Catalog;
  /** What searches the catalog, where somebody has that already. The catalog is then one of tools alone. */
  readonly backend?: RetrievalBackend;
  /** Skills, in the place of those entries of `catalog` whose `kind` is `skill`. */
  readonly skills?: Catalog;
  /** Messages before the request, oldest first. */
  readonly dialogue?: readonly DialogueMessage[];
  /** Ids or names that every request of the host carries; direct-only tools are among them anyway. */
  readonly resident?: readonly string[];
  /**
   * Ids or names from earlier turns, oldest first; those that are not in the catalog any more are passed over. The turn is
   * searched for in the servers of the newest ones apart.
   */
  readonly earlier?: readonly string[];
  /** What the user chose by hand: everything, nothing beyond the residents, or these. Nothing is selected then. */
  readonly manual?: 'all' | 'none' | readonly string[];
  /** Whose turn it is, as far as cached choices may be shared: a tenant, a set of rights. */
  readonly scope?: string;
  /** Gives the turn up; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A tool as the auxiliary model is told of it. */
export interface AuxiliaryCandidate {
  /** 1, 2, 3 … in the order of the prompt. */
  readonly number: number;
  /** Not in the prompt; for functions that know the tools themselves. */
  readonly id: string;
  readonly name: string;
  /** One line, truncated and without anything that could end the place where it stands; may be empty. */
  readonly description: string;
}

/** What an auxiliary model is asked: which of the candidates does the turn need? */
export interface AuxiliaryRequest {
  readonly side: PreselectSide;
  /** The user's request, truncated, as it stands in the prompt. */
  readonly message: string;
  readonly candidates: readonly AuxiliaryCandidate[];
  /** Our own words only. */
  readonly system: string;
  /** Request, dialogue and candidates, fenced. */
  readonly prompt: string;
  /** JSON Schema of the reply that is asked for. Whatever comes is read leniently. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Longest reply. */
  readonly maxTokens: number;
  /** Raised when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The answer of an auxiliary model: text, or what that text would say, as a value. */
export interface AuxiliaryReply {
  readonly reply: unknown;
  readonly usage?: ModelUsage;
}

/** Judges candidates. May hang, fail or answer nonsense: that costs its own choice and nothing else. */
export interface AuxiliaryModel {
  /** Part of the key of cached choices. */
  readonly id: string;
  choose(request: AuxiliaryRequest): Promise<AuxiliaryReply>;
}

/** Bounds of preselection: the section `preselect` of a configuration. */
export interface PreselectSettings {
  /** Time for the whole turn, retries included. Default 4,000 ms. */
  readonly timeoutMs: number;
  /** Attempts after the first one that failed. Default 1. */
  readonly retries: number;
  /** Candidates that the model judges on each side. Default 12. */
  readonly candidates: number;
  /** Tools that may be added in one turn. Earlier, resident and named ones do not count. Default 6. */
  readonly maxTools: number;
  /** Tokens of their schemas together. Default 1,500. */
  readonly maxTokens: number;
  /** Skills that may be added in one turn. Default 3. */
  readonly maxSkills: number;
  /** Without a model: so many of the best candidates are added, whether or not the search is sure of them. Default 5. */
  readonly unsure: number;
  /** Choices of the model that are remembered. Default 256; 0 remembers none. */
  readonly cacheSize: number;
}

export interface PreselectorOptions extends Partial<PreselectSettings> {
  /** Who judges what the local search leaves open. Without one the search alone decides. */
  readonly model?: AuxiliaryModel;
  /** Indexes a catalog; called once per catalog object. Default: in memory, by words. */
  readonly index?: (catalog: Catalog) => RetrievalBackend;
  /** Counts schema tokens; an estimate by default. */
  readonly counter?: TokenCounter;
}

/** Why a tool is in the set. The first that applies. */
export type PreselectSource = 'resident' | 'manual' | 'exact' | 'earlier' | 'local' | 'model';

export interface PreselectedTool {
  readonly tool: Tool;
  readonly source: PreselectSource;
  /** Of its definition in a request. */
  readonly tokens: number;
  /** Neither resident nor there in earlier turns. */
  readonly added: boolean;
}

/**
 * Why nothing was looked for: the turn needs no further tool (`greeting`, `thanks`, `small-talk`, `continuation`),
 * there is nothing to choose from or no text, or the user chose by hand.
 */
export type SkipReason =
  | 'greeting'
  | 'thanks'
  | 'small-talk'
  | 'continuation'
  | 'no-text'
  | 'nothing-to-choose'
  | 'manual';

/** What went wrong on one side. The set is then the base set, what was named, what the search was sure of, and earlier tools. */
export type PreselectFailure =
  | 'search-failed'
  | 'model-timeout'
  | 'model-unavailable'
  | 'model-invalid-reply'
  | 'model-failed';

/** How one side came to its choice. */
export interface SideReport {
  /** What was looked for on this side, or why nothing was. */
  readonly skipped?: SkipReason;
  /** What the search found, best first, as many as a model may judge: also where none was asked. */
  readonly candidates: readonly Tool[];
  /** The parts of a compound request. */
  readonly intents: readonly string[];
  /** Set where a model was asked. */
  readonly model?: ModelReport;
  readonly failure?: PreselectFailure;
  /** What failed, in words. */
  readonly error?: string;
  /** Chosen, but beyond the budget. */
  readonly leftOut: readonly LeftOut[];
}

export interface ModelReport {
  readonly id: string;
  /** `asked` by this turn; `shared` with another turn's request under way; `cached` from an earlier one. */
  readonly how: 'asked' | 'shared' | 'cached';
  readonly attempts: number;
  readonly ms: number;
  /** Candidates that it was shown. */
  readonly judged: number;
  /** Of what it named: how many are no candidates. Which ones is not repeated. */
  readonly unknown: number;
  readonly usage?: ModelUsage;
}

export interface LeftOut {
  readonly tool: Tool;
  readonly why: 'count' | 'tokens';
}

/** What the first request of the turn carries, and why. */
export interface PreselectResult {
  /** Resident, earlier and added ones, each once: residents first, then earlier ones in their order, then the new ones. */
  readonly tools: readonly PreselectedTool[];
  readonly skills: readonly PreselectedTool[];
  /** Set where neither side looked for anything. */
  readonly skipped?: SkipReason;
  readonly sides: Readonly<Record<PreselectSide, SideReport>>;
  /** Earlier references that name nothing any more, or nothing this caller may use. */
  readonly gone: readonly string[];
  /** Tokens of all definitions of `tools`, and of those that were added. */
  readonly tokens: { readonly total: number; readonly added: number; readonly exact: boolean };
  readonly ms: number;
  /** A side failed; the turn goes on with what there is. */
  readonly degraded: boolean;
}

/** Chooses what a turn starts with. Holds the memory of choices, so that turns share it. */
export interface Preselector {
  readonly settings: PreselectSettings;
  /** Never rejects but for the turn's own signal. */
  preselect(turn: PreselectTurn): Promise<PreselectResult>;
}
