/** A tool as every peer gets it: what its server listed, with an id that is unique over all servers. */
export interface PeerTool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** Ids, best first. */
export type PeerSearch = (query: string, limit: number) => Promise<readonly string[]>;

/** Builds whatever the peer needs to answer; the time this takes is what is compared. */
export type PeerBuild = (tools: readonly PeerTool[]) => Promise<PeerSearch>;

/** Another engine in the same run: one file each, the published package, nothing of it in this repository. */
export interface Peer {
  readonly name: string;
  /** npm packages with their exact versions, the peer itself first. */
  readonly packages: readonly string[];
  /** Imports the packages; not part of the measured time, as the product's own import is not. */
  load(importPeer: (specifier: string) => Promise<unknown>): Promise<PeerBuild>;
}

/**
 * The texts that an index peer gets, in the same fields as ours: all that a schema says about parameters. Plain on
 * purpose; a peer with no schema reader of its own would do no more.
 */
export interface PeerDocument {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: string;
}

/** Flattens a tool for peers that index plain documents. */
export function toPeerDocument(tool: PeerTool): PeerDocument {
  const words: string[] = [];
  collectParameters(tool.inputSchema, 0, words);
  return {
    id: tool.id,
    name: tool.name.replace(/[_.-]+/g, ' '),
    description: tool.description,
    parameters: words.join(' '),
  };
}

const MAX_DEPTH = 3;

function collectParameters(schema: unknown, depth: number, words: string[]): void {
  if (depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return;
  const { properties, items } = schema as { properties?: unknown; items?: unknown };
  if (typeof properties === 'object' && properties !== null) {
    for (const [name, property] of Object.entries(properties)) {
      words.push(name.replace(/[_.-]+/g, ' '));
      const description = (property as { description?: unknown } | null)?.description;
      if (typeof description === 'string') words.push(description);
      collectParameters(property, depth + 1, words);
    }
  }
  collectParameters(items, depth + 1, words);
}
