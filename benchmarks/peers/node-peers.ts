import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contestant, ContestTool, OpenContestant } from './contestant.ts';
import { PEERS } from './node/index.ts';
import { importFrom, installPeer } from './node/install.ts';
import type { Peer } from './node/peer.ts';

const NAMES: Readonly<Record<string, string>> = { mastra: 'Mastra', minisearch: 'MiniSearch', orama: 'Orama' };
const NOTES: Readonly<Record<string, string>> = {
  mastra: 'ToolSearchProcessor',
  minisearch: 'an index, no product for tools',
  orama: 'an index, no product for tools',
};

/** Every peer that runs in Node, in this process, as the product does. */
export const NODE_PEERS: readonly Contestant[] = PEERS.map((peer) => ({
  name: NAMES[peer.name] ?? peer.name,
  version: peer.packages[0]!.split('@').at(-1)!,
  note: NOTES[peer.name] ?? '',
  open: (tools) => open(peer, tools),
}));

async function open(peer: Peer, tools: readonly ContestTool[]): Promise<OpenContestant> {
  const installation = await installPeer(peer);
  if (!installation.ok) throw new Error(installation.why);
  const build = await peer.load(importFrom(installation.directory));
  const start = performance.now();
  const search = await build(tools);
  await search('warm up', 1);
  const buildMs = performance.now() - start;
  return {
    buildMs,
    licence: await licenceOf(installation.directory, peer.packages[0]!),
    search: async (query, limit) => {
      const asked = performance.now();
      const ids = await search(query, limit);
      return { ids, ms: performance.now() - asked, refused: ids.length === 0 };
    },
    close: async () => {},
  };
}

async function licenceOf(directory: string, pinned: string): Promise<string> {
  const name = pinned.slice(0, pinned.lastIndexOf('@'));
  const manifest = JSON.parse(await readFile(join(directory, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly license?: string;
  };
  return manifest.license ?? 'not stated';
}
