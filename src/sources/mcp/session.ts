import type { Client, Implementation, Transport } from '@modelcontextprotocol/client';
import type { UpstreamLog } from './log.ts';
import type { UpstreamAuth } from './oauth/upstream-auth.ts';
import type { OutputTail } from './output-tail.ts';
import type { RawResultTransport } from './raw-results.ts';
import type { StdioTransport } from './stdio-transport.ts';

/** Family of protocol revisions: `initialize` (up to 2025-11-25) or `server/discover` (from 2026-07-28). */
export type ProtocolEra = 'legacy' | 'modern';

/** What a connection runs over. */
export interface Wire {
  readonly transport: RawResultTransport;
  readonly kind: 'stdio' | 'http' | 'sse';
  /** The server's process, when it is one of ours. */
  readonly process?: StdioTransport;
  /** Tells a remote server that its session is over. */
  readonly endSession?: () => Promise<void>;
}

/** An open connection: handshake done, nothing listed yet. */
export interface Session extends Wire {
  readonly client: Client;
}

export interface ConnectOptions {
  readonly clientInfo: Implementation;
  readonly log: UpstreamLog;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
  /** Era of the last connection to this server, so that a restart need not find it out again. */
  readonly knownEra?: ProtocolEra | undefined;
  /** Every transport that is not closed yet; whoever owns the set closes what is left in it. */
  readonly transports: Set<Transport>;
  /** Signs requests to a remote server; absent where nobody can sign in there. */
  readonly auth?: UpstreamAuth | undefined;
  /** Gets what a local server's process writes to stderr, before the process starts. */
  readonly onStderr: (tail: OutputTail) => void;
}

/** Longest delay a Node timer takes: the SDK's own time-outs are never what ends a request here. */
export const NEVER_MS: number = 2 ** 31 - 1;
/** A write to a dead process fails a moment before its exit is known. */
export const EXIT_KNOWN_MS = 500;

/** Closes a transport and takes it from the set of open ones. Never rejects. */
export async function closeTransport(transport: Transport, open: Set<Transport>): Promise<void> {
  await transport.close().catch(() => {});
  open.delete(transport);
}
