import type { SourceKind } from '../../tools/index.ts';
import type { CallEntrance } from '../types.ts';

/** Version of the events below. A new optional field keeps it; anything that breaks a reader raises it. */
export const TELEMETRY_VERSION = 1;

/** Session of requests that belong to none, so that no two of them are known to have one author. */
export const ANONYMOUS_SESSION = 'anonymous';

export interface TelemetryHead {
  readonly v: typeof TELEMETRY_VERSION;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly session: string;
}

/** How tools are shown to the model. `direct`: all of them, without a bridge. */
export type AssemblyMode = 'direct' | 'tools' | 'directory' | 'code';

/** What one model request carries. */
export interface AssemblyEvent extends TelemetryHead {
  readonly type: 'assembly';
  readonly mode: AssemblyMode;
  /** The mode that was asked for, where it could not be had. */
  readonly fallbackFrom?: 'code';
  /** Tool schemas that the model sees before its first word, those of the bridge included. */
  readonly visible: number;
  /** Tools that are in the catalog and not shown. */
  readonly deferred: number;
  /** UTF-8 bytes of the serialised tools, and of what goes into the prompt beside them. */
  readonly toolBytes: number;
  readonly promptBytes: number;
  /** Of both together. */
  readonly tokens: number;
  /** Counted by a tokenizer; otherwise estimated. */
  readonly exactTokens: boolean;
  readonly catalog: CatalogFacts;
}

/** The catalog of the session: what it may use, and nothing of what exists beside that. */
export interface CatalogFacts {
  readonly size: number;
  readonly epoch: string;
  readonly sources: Readonly<Partial<Record<SourceKind, number>>>;
}

export interface SearchEvent extends TelemetryHead {
  readonly type: 'search';
  /** In UTF-16 units. */
  readonly queryLength: number;
  /** Equal for equal requests of one process, whatever their case and spacing. Tells nothing to other processes. */
  readonly queryHash: string;
  /** With `content` only. */
  readonly query?: string;
  /** That of the answer, or `failed`. */
  readonly verdict: 'exact' | 'confident' | 'ambiguous' | 'none' | 'failed';
  /** Code of the error, where there was one. */
  readonly code?: string;
  /** Why the answer is not better. */
  readonly reason?: string;
  /** What judged. */
  readonly tier: string;
  /** Ids of the tools that were offered, best first. */
  readonly hits: readonly string[];
  readonly shown: number;
  readonly total: number;
  readonly ms: number;
  readonly degraded?: true;
  /** How often the session has asked for this by now, where that is more than once and the answer was the same. */
  readonly asked?: number;
}

export interface DescribeEvent extends TelemetryHead {
  readonly type: 'describe';
  /** Ids; empty where the description failed. */
  readonly tools: readonly string[];
  readonly bytes: number;
  readonly ms: number;
  /** Code of the error, where there was one. */
  readonly code?: string;
}

/**
 * How a call ended. `error`: the tool's own result says so. `refused`: nothing ran. `failed`: it was started and no
 * result came.
 */
export type CallTelemetryOutcome = 'ok' | 'error' | 'refused' | 'failed';

/** Names and sizes of arguments. Only names that the tool's schema has: any other may be a value that slipped. */
export interface ArgumentSizes {
  /** UTF-8 bytes as JSON. */
  readonly bytes: number;
  readonly keys: Readonly<Record<string, number>>;
  /** Arguments that the schema does not name. */
  readonly others?: number;
}

/** The tool a call meant, whatever it was called through. */
export interface CalledTool {
  /** Its id. */
  readonly tool: string;
  /** Its own name, under which its source knows it. */
  readonly name: string;
  /** Where it lives, and so where its result comes from. */
  readonly source: SourceKind;
  readonly server: string;
}

export interface CallFinishedEvent extends TelemetryHead, Partial<CalledTool> {
  readonly type: 'call';
  /** The same in every event about this call. */
  readonly callId: string;
  readonly entrance: CallEntrance;
  readonly outcome: CallTelemetryOutcome;
  readonly code?: string;
  readonly ran: boolean | 'unknown';
  readonly ms: number;
  /** The time the tool itself took. */
  readonly executionMs?: number;
  readonly resultBytes?: number;
  readonly arguments?: ArgumentSizes;
  /** Faults in the arguments that were put right. */
  readonly repairs?: number;
  /** With `content` only: the arguments as JSON, cut. */
  readonly argumentsText?: string;
  /** With `content` only, and only where it meant no tool: the name as written. */
  readonly reference?: string;
}

export interface PolicyEvent extends TelemetryHead, CalledTool {
  readonly type: 'policy';
  readonly callId: string;
  readonly decision: 'ask' | 'deny';
}

export interface ApprovalEvent extends TelemetryHead, CalledTool {
  readonly type: 'approval';
  readonly callId: string;
  readonly decision: 'approved' | 'denied' | 'timed-out' | 'cancelled' | 'failed';
  /** From the question to the decision. */
  readonly ms: number;
}

/** Everything that is told about the use of tools. Texts of users, values and secrets are in none of it by default. */
export type TelemetryEvent =
  | AssemblyEvent
  | SearchEvent
  | DescribeEvent
  | CallFinishedEvent
  | PolicyEvent
  | ApprovalEvent;

/** Takes events one by one, in order. What it throws is reported and changes nothing. */
export type TelemetrySink = (event: TelemetryEvent) => void;
