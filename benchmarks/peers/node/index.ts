import { mastra } from './mastra.ts';
import { minisearch } from './minisearch.ts';
import { orama } from './orama.ts';
import type { Peer } from './peer.ts';

/** Every peer that runs inside Node, in the order of the tables. */
export const PEERS: readonly Peer[] = [mastra, minisearch, orama];
