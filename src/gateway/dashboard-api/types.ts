/** What `/dashboard/api/*` answers. The page reads these shapes and nothing else; this file is types alone. */
import type { QueryExplanation } from '../../retrieval/index.ts';

/** `GET overview` */
export interface Overview {
  readonly gateway: {
    readonly name: string;
    readonly version: string;
    /** Milliseconds since 1970, as all times here. */
    readonly startedAt: number;
    /** How models see the tools. */
    readonly mode: 'bridge' | 'tools' | 'code';
  };
  readonly may: { readonly approve: boolean };
  readonly servers: readonly ServerHealth[];
  readonly tools: number;
  readonly tokens: TokensSaved;
  readonly activity: Activity;
  /** Calls that wait for consent. */
  readonly approvals: number;
}

export interface ServerHealth {
  readonly name: string;
  readonly kind: 'mcp' | 'openapi';
  /** `ready`, or why not: `starting`, `failed`, `closed` and what may come. */
  readonly state: string;
  /** Why it is not ready. */
  readonly reason?: string;
  readonly tools: number;
  /** The tools are those of an earlier run. */
  readonly cached?: true;
  readonly version?: string;
  readonly since: number;
  readonly restarts: number;
  readonly stderrTail?: string;
}

/** What one request to a model carries on account of the tools. */
export interface TokensSaved {
  /** Every tool of the catalog, as a client without a gateway shows them. */
  readonly direct: number;
  /** What is shown instead. */
  readonly shown: number;
  /** False where they are estimated. */
  readonly exact: boolean;
}

export interface ActivityCount {
  readonly listings: number;
  readonly searches: number;
  readonly describes: number;
  readonly calls: number;
  readonly failedCalls: number;
  readonly verdicts: Readonly<Record<string, number>>;
}

export interface ActivitySpan extends ActivityCount {
  /** Its begin. */
  readonly at: number;
}

export interface Activity {
  /** Since the start. */
  readonly totals: ActivityCount;
  /** The time before now, in spans of equal length, oldest first. */
  readonly spans: readonly ActivitySpan[];
  readonly spanMs: number;
}

export type ToolSort = 'id' | 'name' | 'server' | 'calls' | 'notes';

/** `GET tools?q=&server=&notes=1&sort=&desc=1&offset=&limit=` */
export interface ToolPage {
  /** Tools that pass the filter. */
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly ToolRow[];
  /** Changes with the tools. */
  readonly epoch: string;
  /** Every server with its tools, whatever the filter. */
  readonly servers: readonly { readonly name: string; readonly tools: number }[];
}

export interface ToolRow {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  readonly kind: string;
  /** Its first line, cut. */
  readonly description: string;
  /** How many arguments it takes. */
  readonly arguments: number;
  /** Calls that ran since the start. */
  readonly calls: number;
  /** Faults found while reading it. */
  readonly notes: number;
  readonly readOnly?: true;
  readonly destructive?: true;
}

/** `GET tool?id=` */
export interface ToolDetail extends ToolRow {
  /** The name under which its server knows it. */
  readonly originalName: string;
  readonly title?: string;
  readonly text: string;
  readonly signature: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly tags: Readonly<Record<string, readonly string[]>>;
  readonly examples: readonly string[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly recent: readonly TraceEvent[];
}

/** `POST search {query, limit?, expect?, change?: {kind, text}}` */
export interface PlaygroundAnswer {
  readonly ms: number;
  /** Tools that matched in any way. */
  readonly total: number;
  /** What a model would be told beside the hits. */
  readonly advice?: string;
  readonly explanation: QueryExplanation;
}

/** `GET confusables` */
export interface Confusables {
  readonly groups: readonly ConfusableGroup[];
  /** Groups found; `groups` holds the first of them, those that matter most first. */
  readonly total: number;
  readonly points: readonly MapPoint[];
  /** Part of the tools that the map shows, 0 … 1. */
  readonly mapped: number;
  /** There are too many tools to compare them all while somebody waits. */
  readonly tooMany?: true;
}

export interface ConfusableGroup {
  /** `alike`: they read alike. `mistaken`: asked for in the first one's own words, the second is found before it. */
  readonly kind: 'alike' | 'mistaken';
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  readonly suggestion: string;
  readonly tools: readonly ConfusableTool[];
}

export interface ConfusableTool {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  readonly description: string;
  /** What none of the others has. */
  readonly differs: string;
  /** First words that its description could begin with. */
  readonly firstWords: string;
}

/** A tool in the plane; near ones mean the like. */
export interface MapPoint {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  /** -1 … 1 */
  readonly x: number;
  readonly y: number;
  /** Position of its group in `groups`. */
  readonly group?: number;
}

/** `GET sessions` */
export interface SessionList {
  readonly sessions: readonly SessionRow[];
  /** Texts of requests and values of arguments are kept. */
  readonly content: boolean;
}

export interface SessionRow {
  readonly session: string;
  readonly from: number;
  readonly to: number;
  readonly searches: number;
  readonly withoutHit: number;
  readonly describes: number;
  readonly calls: number;
  readonly refused: number;
  /** The tool that was called in the end, under its real name. */
  readonly finalTool?: string;
  readonly finalOutcome?: string;
}

/** `GET session?id=` */
export interface SessionTrace {
  readonly session: string;
  readonly events: readonly TraceEvent[];
}

/** One thing that happened. */
export interface TraceEvent {
  readonly at: number;
  readonly session: string;
  readonly type: 'assembly' | 'search' | 'describe' | 'call' | 'policy' | 'approval';
  /** The verdict, the outcome or the decision. */
  readonly outcome: string;
  /** Ids of the tools that it is about. */
  readonly tools: readonly string[];
  readonly ms?: number;
  /** Code of the error, where there was one. */
  readonly code?: string;
  readonly callId?: string;
  readonly entrance?: string;
  /** The text of the request or the arguments, where they are kept. */
  readonly text?: string;
  /** The rest, in words. */
  readonly note: string;
}

/** `GET evaluations` */
export interface EvaluationList {
  readonly reports: readonly EvaluationRow[];
  /** Why there are none. */
  readonly missing?: 'no-folder' | 'empty' | 'not-allowed';
  readonly folder?: string;
}

export interface EvaluationRow {
  /** Name of the file. */
  readonly name: string;
  readonly at: number;
  readonly tools: number;
  readonly queries: number;
  /** Those that a tool serves: what recall is a mean over. */
  readonly answerable?: number;
  readonly figures: readonly Figure[];
  /** The same by language, split and server of the set. */
  readonly slices: readonly EvaluationSlice[];
}

export type EvaluationSlice = Pick<EvaluationRow, 'name' | 'queries' | 'answerable' | 'figures'>;

export interface Figure {
  /** Such as `recall@5`. */
  readonly name: string;
  readonly value: number;
  readonly unit: 'share' | 'ms';
}

/** `GET approvals` */
export interface ApprovalList {
  readonly pending: readonly PendingApproval[];
  /** The caller may decide, and there is somewhere to put the decision. */
  readonly canDecide: boolean;
}

export interface PendingApproval {
  readonly id: string;
  readonly tool: string;
  readonly name: string;
  readonly server: string;
  readonly description: string;
  /** Server, tool and arguments, with characters that hide text written out. */
  readonly text: string;
  /** The same as JSON, in lines. */
  readonly arguments: string;
  readonly reason: string;
  readonly session?: string;
  /** Consent can hold for the rest of the session. */
  readonly mayRemember: boolean;
  readonly askedAt: number;
  readonly expiresAt: number;
}

/** `POST approvals {id, approved, always?, reason?}` */
export interface ApprovalDecided {
  /** It was still there to be decided. */
  readonly decided: boolean;
}

/** What a line of `GET live` says has changed; the page asks again for what it shows. */
export type LiveTopic = 'tools' | 'servers' | 'activity' | 'approvals';

export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly next?: string };
}
