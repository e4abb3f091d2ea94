import type { OpenSearchHttp } from '../../src/backends/index.ts';
import { type RemoteRetrievalBackend, type RetrievalBackend, searchTools } from '../../src/retrieval/index.ts';

/** How long searches of one view took. */
export interface SearchTimes {
  readonly engine: 'cluster' | 'disk';
  readonly filter: string;
  readonly visible: number;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of a search here, and in the nodes: what other work on the machine changes little. */
  readonly ownCpuMs: number;
  readonly nodesCpuMs: number;
  readonly degraded: number;
  /** Of the ten best on disk, the share among the ten best of the cluster. */
  readonly overlap?: number;
}

/** From everything to a handful of tools, as `make-catalog` tags them. */
export const VIEWS: readonly (string | undefined)[] = [
  undefined,
  'regions=eu AND roles IN (agent,manager)',
  'tenant=t-0143',
  'tenant=t-0143 AND regions=eu AND roles=hr',
];

/** Requests of several languages; each is asked once to warm up what is kept between searches. */
const REQUESTS: readonly string[] = [
  'create an invoice for a customer',
  'delete a calendar event',
  'список задач по проекту',
  '导出发票',
  'search contacts by email',
  'restart the firewall rule',
  'upload a file to a folder',
  'get the exchange rate of two currencies',
  'send a slack message to a channel',
  'list open incidents assigned to me',
  'merge a pull request',
  'weather forecast for the next days',
  'track a parcel',
  'book a flight',
  'translate a text',
];

export async function measureSearches(
  engine: SearchTimes['engine'],
  backend: RetrievalBackend,
  filter: string | undefined,
  { rounds, nodesCpu }: { readonly rounds: number; readonly nodesCpu: () => Promise<number> },
): Promise<{ readonly times: SearchTimes; readonly best: readonly (readonly string[])[] }> {
  const search = (query: string) =>
    searchTools(backend, { query, limit: 10, intents: false, ...(filter === undefined ? {} : { filter }) });
  for (const query of REQUESTS) await search(query);
  const took: number[] = [];
  let degraded = 0;
  const best: string[][] = [];
  const [own, nodes] = [process.cpuUsage(), await nodesCpu()];
  for (let round = 0; round < rounds; round++) {
    for (const [i, query] of REQUESTS.entries()) {
      const started = performance.now();
      const answer = await search(query);
      took.push(performance.now() - started);
      if (answer.degraded) degraded++;
      best[i] = answer.ranked.slice(0, 10).map(({ tool }) => tool.id);
    }
  }
  const { user, system } = process.cpuUsage(own);
  const nodesMs = (await nodesCpu()) - nodes;
  took.sort((a, b) => a - b);
  const at = (share: number): number => tenths(took[Math.ceil(share * took.length) - 1]!);
  const visible = await sizeOf(backend, filter);
  const times: SearchTimes = {
    engine,
    filter: filter ?? '',
    visible,
    requests: took.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    ownCpuMs: tenths((user + system) / 1000 / took.length),
    nodesCpuMs: tenths(nodesMs / took.length),
    degraded,
  };
  return { times, best };
}

async function sizeOf(backend: RetrievalBackend, filter: string | undefined): Promise<number> {
  const { total } = await searchTools(backend, {
    query: 'kind:tool',
    limit: 1,
    ...(filter === undefined ? {} : { filter }),
  });
  return 'begin' in backend && filter === undefined ? (await (backend as RemoteRetrievalBackend).begin()).size : total;
}

/** Processor time, memory and disk of all nodes. */
interface NodesState {
  readonly nodes: number;
  readonly cpuMs: number;
  readonly heapUsedMB: number;
  readonly heapMaxMB: number;
}

export async function readNodes(http: OpenSearchHttp): Promise<NodesState> {
  const answer = (await http.send({ method: 'GET', path: '/_nodes/stats/process,jvm' })) as {
    nodes: Record<string, { process: { cpu: { total_in_millis: number } }; jvm: { mem: Record<string, number> } }>;
  };
  const nodes = Object.values(answer.nodes);
  const sum = (of: (node: (typeof nodes)[number]) => number): number => nodes.reduce((all, one) => all + of(one), 0);
  return {
    nodes: nodes.length,
    cpuMs: sum(({ process: { cpu } }) => cpu.total_in_millis),
    heapUsedMB: Math.round(sum(({ jvm }) => jvm.mem.heap_used_in_bytes ?? 0) / 1e6),
    heapMaxMB: Math.round(sum(({ jvm }) => jvm.mem.heap_max_in_bytes ?? 0) / 1e6),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
