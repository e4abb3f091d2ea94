/** A tool as every peer gets it: what its server listed, with an id that is unique over all servers. */
export interface ContestTool {
  readonly id: string;
  readonly server: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface ContestAnswer {
  /** Best first. */
  readonly ids: readonly string[];
  /** The contestant says that nothing fits, or has nothing to give. */
  readonly refused: boolean;
  /** Time of the search alone, as the contestant's own process measures it. */
  readonly ms: number;
}

/** A contestant over the tools of one set. */
export interface OpenContestant {
  readonly buildMs: number;
  /** As its package states it. */
  readonly licence: string;
  search(query: string, limit: number): Promise<ContestAnswer>;
  close(): Promise<void>;
}

/** Somebody who finds tools: the product, or a peer as published, reached as an agent would reach it. */
export interface Contestant {
  readonly name: string;
  readonly version: string;
  /** What is special about the way it takes part. */
  readonly note: string;
  /** Installs what it needs, builds, and answers once. @throws where that cannot be done; the message says why. */
  open(tools: readonly ContestTool[]): Promise<OpenContestant>;
}
