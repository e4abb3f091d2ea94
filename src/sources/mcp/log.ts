/** Something worth telling whoever runs the gateway. Never holds header values, variables or arguments. */
export interface UpstreamLogEntry {
  readonly level: 'debug' | 'info' | 'warn';
  /** The server's configured name. */
  readonly server: string;
  readonly message: string;
}

export type UpstreamLog = (entry: UpstreamLogEntry) => void;
