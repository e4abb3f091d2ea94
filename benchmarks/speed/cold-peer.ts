/** One cold assembly of a peer in a process of its own. Usage: cold-peer.ts DIR PEER PEER_DIR. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { PEERS } from '../peers/node/index.ts';
import { importFrom } from '../peers/node/install.ts';
import type { PeerTool } from '../peers/node/peer.ts';
import { FIRST_LIMIT, FIRST_QUERY, printAssembly, recordedFiles, startStopwatch } from './cold-child.ts';

interface RecordedTool {
  readonly name: string;
  readonly description?: string | null;
  readonly inputSchema?: unknown;
}

async function readPeerTools(file: string): Promise<PeerTool[]> {
  const server = basename(file, '.json');
  const { tools } = JSON.parse(await readFile(file, 'utf8')) as { tools: RecordedTool[] };
  return tools.map(({ name, description, inputSchema }) => ({
    id: `${server}__${name}`,
    name,
    description: description ?? '',
    inputSchema,
  }));
}

const [dir = '', name = '', directory = ''] = process.argv.slice(2);
const peer = PEERS.find((one) => one.name === name);
if (peer === undefined) throw new RangeError(`unknown peer "${name}"`);
const build = await peer.load(importFrom(directory));
const files = await recordedFiles(dir);
const watch = startStopwatch();
const tools = (await Promise.all(files.map(readPeerTools))).flat();
watch.end('parse');
const search = await build(tools);
const found = await search(FIRST_QUERY, FIRST_LIMIT);
watch.end('index');
printAssembly({ tools: tools.length, phasesMs: watch.phasesMs, found: found.length });
