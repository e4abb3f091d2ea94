import type {
  ApprovalOptions,
  CallContext,
  CallHook,
  CallOrder,
  CallPolicy,
  PolicyBook,
  RawToolResult,
  Telemetry,
} from '../calling/index.ts';
import type { BridgeNames, DisclosureMode, ProfileId, ToolSearchFamily } from '../disclosure/index.ts';
import type { Embedder } from '../engine/index.ts';
import type { EmbeddingProgress, Reranking } from '../retrieval/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { OpenApiSpec, ServerSpec, SignIns, ToolListCache, UpstreamStatus } from '../sources/index.ts';
import type { StateStore } from '../state/index.ts';
import type { Tool, ToolEntry } from '../tools/index.ts';
import type { ActivityLog } from './activity/index.ts';
import type { ApprovalSettings } from './approvals/index.ts';
import type { AuditLog } from './audit/index.ts';
import type { ExampleSettings, FailedServer, ToolOverrides } from './config/index.ts';
import type { RateLimitSettings } from './limits/index.ts';
import type { Logger } from './log.ts';
import type { SessionOptions } from './session-view.ts';
import type { TagTable } from './tagged-entries.ts';
import type { ViewTable } from './view-settings.ts';

export interface GatewayOptions {
  readonly servers: readonly ServerSpec[];
  /** HTTP APIs whose operations are tools. */
  readonly openapi?: readonly OpenApiSpec[];
  /** Servers that the configuration already ruled out; they are reported beside the running ones. */
  readonly failed?: readonly FailedServer[];
  /** Tools that are not behind one of `servers`, of whatever kind, with {@link execute} to run them. */
  readonly entries?: readonly ToolEntry[];
  readonly execute?: (
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ) => Promise<RawToolResult>;
  /** Which example requests are indexed beside those that tools and servers bring. Default: the shipped pack. */
  readonly examples?: ExampleSettings;
  /** What the gateway calls itself to clients. Default: `toolscout`. */
  readonly name?: string;
  readonly bridgeNames?: BridgeNames;
  /** `tools` lists the tools themselves instead of a bridge to them. Default: `bridge`. */
  readonly expose?: 'bridge' | 'tools';
  /** Whose rules say which tools are never hidden. Default: Toolscout's own. */
  readonly family?: ToolSearchFamily;
  /** Wire format of the bridge. Default: `toolscout`. */
  readonly profile?: ProfileId;
  /** Ids or names of tools that are listed beside the bridge. */
  readonly pinned?: readonly string[];
  /**
   * `directory` puts a bounded list of what there is into the search tool's description. `code` shows one tool that runs
   * snippets; where no isolated process can be had it is `tools`, and log and session log say so. Default: `tools`.
   */
  readonly mode?: DisclosureMode;
  /** Wall clock of one snippet in the mode `code`, in milliseconds. Default 10,000. */
  readonly codeTimeoutMs?: number;
  /** What runs snippets. Default: processes of its own, ended with the gateway. */
  readonly sandbox?: Sandbox;
  /** Most characters of that description. Default 2,048, where some hosts cut. */
  readonly directoryMaxCharacters?: number;
  readonly searchDefaultLimit?: number;
  readonly maxSearchLimit?: number;
  /** Finds by meaning; without one the search is lexical. */
  readonly embedder?: Embedder;
  /** A slower second embedder: the catalog is embedded by it in the background, and used once that is through. */
  readonly deepEmbedder?: Embedder;
  /** Largest catalog that is. Default 5,000 tools. */
  readonly deepToolLimit?: number;
  /** Let `embedder` read catalogs as soon as servers are ready, not with the first search. For those that take long. */
  readonly embedAhead?: boolean;
  /** Judges the candidates of each search once more. */
  readonly reranking?: Omit<Reranking, 'onError'>;
  /** Called with each step of the embedding in the background. */
  readonly onEmbedding?: (progress: EmbeddingProgress) => void;
  readonly hooks?: readonly CallHook[];
  /** How long each policy and each hook may take over a call, in milliseconds. Default: a minute. */
  readonly hookTimeoutMs?: number;
  /** Decides on every call beside {@link policy}; may ask for consent. */
  readonly callPolicies?: readonly CallPolicy[];
  /** Which calls wait for consent, whose, and how long. */
  readonly approvals?: ApprovalSettings;
  /** Where calls that wait for an operator are found by other processes. Default: they can be decided on here alone. */
  readonly approvalStore?: StateStore;
  /**
   * Who consents to calls that a policy asks about, in the place of what `approvals` says. Without either they are
   * denied.
   */
  readonly approval?: ApprovalOptions;
  /** What calls of one session that are under way at once may do. Default: `as-sent`. */
  readonly callOrder?: CallOrder;
  /** Silence allowed to one tool, in milliseconds, where it differs from its server's. */
  readonly toolTimeoutMs?: (tool: Tool) => number | undefined;
  /** Bytes of text that a result brings at once; the rest is read back. 0: no bound. Default: 100,000. */
  readonly maxResultBytes?: number;
  /** Who may use what. Without it everyone may use everything. */
  readonly policy?: PolicyBook;
  /** Tags that tools are given, by `server` or `server/tool`, beside their own. */
  readonly tagged?: TagTable;
  /** Other ways to see it, by name. */
  readonly views?: ViewTable;
  /** Who the gateway's own session is: the one that its methods serve. */
  readonly session?: SessionOptions;
  /** How tools are shown, by `server/tool`, where that differs from what servers say. */
  readonly overrides?: ToolOverrides;
  /** What each session may do at most. Default: no limit. */
  readonly limits?: RateLimitSettings;
  /** Records every call. A call that cannot be recorded is not made. */
  readonly audit?: AuditLog;
  /** Told of what sessions are shown, search for and call. */
  readonly telemetry?: Telemetry;
  /** Keeps what sessions did lately, for people who look at the gateway. Default: nothing is kept. */
  readonly activity?: ActivityLog;
  /** Where sessions, their long results and consent that holds for them are kept. Default: in this process. */
  readonly state?: StateStore;
  /** Called when the gateway is closed, last: for what it was handed and nobody else uses. */
  readonly onClosed?: () => Promise<void>;
  /** Lists of an earlier run: servers that have one are searched before they are ready. Default: none. */
  readonly listCache?: ToolListCache;
  /** How people sign in to servers that ask for it. Default: nobody can. */
  readonly signIns?: SignIns;
  /** Operations right after the start wait a moment for the servers. Default: true. */
  readonly startGrace?: boolean;
  readonly log?: Logger;
}

/** What can change while a gateway runs. Everything that is not given here becomes what it is by default. */
export type GatewayUpdate = Pick<
  GatewayOptions,
  | 'servers'
  | 'openapi'
  | 'failed'
  | 'examples'
  | 'policy'
  | 'approvals'
  | 'pinned'
  | 'directoryMaxCharacters'
  | 'toolTimeoutMs'
  | 'limits'
  | 'overrides'
  | 'tagged'
>;

/** Whether a gateway should be sent requests. */
export interface Readiness {
  readonly ready: boolean;
  /** Configured servers by state. */
  readonly servers: Readonly<Partial<Record<UpstreamStatus['state'], number>>>;
  /** It takes no new calls, and ends when those that run have. */
  readonly draining: boolean;
}
