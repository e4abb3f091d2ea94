import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PeerProcess } from '../engine/peer-process.ts';
import type { Contestant, ContestTool, OpenContestant } from './contestant.ts';
import { PEERS_DIR } from './node/install.ts';

const SERVE = join(import.meta.dirname, 'python/serve.py');
const INSTALL_TIMEOUT_MS = 600_000;
/** A peer that takes longer to build or to answer is given up. */
const ANSWER_TIMEOUT_MS = 300_000;

interface PythonPeer {
  readonly name: string;
  /** Of `python/`. */
  readonly adapter: string;
  /** Requirements with exact versions, the peer's own first; none: Python itself. */
  readonly packages: readonly string[];
  readonly note: string;
}

/** Those that install and answer without a key, a model download or a container. */
const PEERS: readonly PythonPeer[] = [
  {
    name: 'FastMCP',
    adapter: 'fastmcp_bm25',
    packages: ['fastmcp==4.2.3'],
    note: 'BM25 transform, through its own client',
  },
  { name: 'Haystack', adapter: 'haystack_toolset', packages: ['haystack-ai==3.4.1'], note: 'SearchableToolset' },
  {
    name: 'Pydantic AI',
    adapter: 'pydantic_ai_keywords',
    packages: ['pydantic-ai-slim==2.68.0'],
    note: 'its local search',
  },
  { name: 'callbus', adapter: 'callbus_bm25', packages: ['callbus==0.3.1'], note: 'lexical; default needs a download' },
  { name: 'Strata', adapter: 'strata_bm25', packages: ['strata-mcp==1.0.2', 'mcp==1.30.0'], note: '' },
  { name: 'graph-tool-call', adapter: 'graph_peer', packages: ['graph-tool-call==0.47.0'], note: 'without embedder' },
  { name: 'dehydrator', adapter: 'dehydrator_bm25', packages: ['dehydrator==0.3.1'], note: 'offline mode' },
  { name: 'SQLite FTS5', adapter: 'sqlite_fts5', packages: [], note: 'porter, name and description; no product' },
];

/** Every peer that runs in Python, each in a virtual environment and a process of its own. */
export const PYTHON_PEERS: readonly Contestant[] = PEERS.map((peer) => ({
  name: peer.name,
  version: peer.packages[0]?.split('==')[1] ?? '',
  note: peer.note,
  open: (tools) => open(peer, tools),
}));

async function open(peer: PythonPeer, tools: readonly ContestTool[]): Promise<OpenContestant> {
  const python = await install(peer);
  const folder = await mkdtemp(join(tmpdir(), 'toolscout-peer-'));
  const process = new PeerProcess([python, SERVE, peer.adapter], ANSWER_TIMEOUT_MS);
  const ask = async <Answer>(request: object): Promise<Answer> => {
    const answer = await process.ask<Answer>(request);
    if (typeof answer === 'object' && answer !== null && 'error' in answer) throw new Error(String(answer.error));
    return answer as Answer;
  };
  const close = async (): Promise<void> => {
    process.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'tools.json');
    await writeFile(file, JSON.stringify(tools));
    const built = await ask<{ readonly buildMs: number; readonly licence: string }>({ op: 'build', tools: file });
    return {
      ...built,
      search: async (query, limit) => {
        const { ids, ms } = await ask<{ readonly ids: readonly string[]; readonly ms: number }>({
          op: 'search',
          query,
          limit,
        });
        return { ids, ms, refused: ids.length === 0 };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The Python of a peer's own environment, made at the first use and kept between runs. */
async function install({ adapter, packages }: PythonPeer): Promise<string> {
  if (packages.length === 0) return 'python3';
  const folder = join(PEERS_DIR, `python-${[adapter, ...packages].join('+').replace(/[^a-zA-Z0-9.+-]/g, '_')}`);
  const python = join(folder, 'bin/python');
  const marker = join(folder, 'installed');
  if (existsSync(marker)) return python;
  const run = promisify(execFile);
  await run('python3', ['-m', 'venv', folder]);
  await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_TIMEOUT_MS });
  await writeFile(marker, '');
  return python;
}
