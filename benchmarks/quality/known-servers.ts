/**
 * `node benchmarks/quality/known-servers.ts [--no-peers] [--deep]`: 75 requests of our own over 62 recorded servers, with
 * and without the example pack, by words alone, with the built-in table and, if asked for, with the deep model (a minute
 * of one core, once); then the peers over the same tools, as they come.
 * Prints Markdown rows.
 */
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import type { Embedder } from '../../src/engine/index.ts';
import { evaluate } from '../../src/evaluation/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { ExamplePack } from '../../src/sources/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readKnownServerQueries, readRecordedServers, toEntries } from '../../test/requests/known-servers.ts';
import { PEERS } from '../peers/node/index.ts';
import { importFrom, installPeer } from '../peers/node/install.ts';
import type { Peer } from '../peers/node/peer.ts';
import type { Progress, Row } from '../rows.ts';

/** One row for each tier, without the pack and with it, and one for each peer that can be installed. */
export async function measureKnownServers(
  root: string,
  { peers, deep = false }: { readonly peers: boolean; readonly deep?: boolean },
  progress: Progress,
): Promise<Row[]> {
  const servers = readRecordedServers(root);
  const rows: Row[] = [];
  const embedder = createBuiltInEmbedder();
  // The table is read once a process, whatever is searched; it is no part of building a catalog.
  await embedder.embed(['warm up'], 'query');
  for (const tier of ['lexical', 'static'] as const) {
    for (const withPack of [false, true]) {
      progress(`known servers, ${tier}${withPack ? ', with the pack' : ''}`);
      rows.push(await measureOne(servers, withPack, tier === 'lexical' ? undefined : embedder));
    }
  }
  if (deep) {
    const deepEmbedder = createBuiltInDeepEmbedder({ warn: progress });
    const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
    for (const withPack of [false, true]) {
      progress(`known servers, deep${withPack ? ', with the pack' : ''}`);
      rows.push(await measureOne(servers, withPack, embedder, deepEmbedder));
    }
    clearInterval(keepAlive);
    await deepEmbedder.close();
  }
  for (const peer of peers ? PEERS : []) {
    progress(`known servers, ${peer.name}`);
    const row = await measurePeer(servers, peer);
    if (row === undefined) progress(`${peer.name} could not be installed`);
    else rows.push(row);
  }
  return rows;
}

async function measurePeer(servers: ReturnType<typeof readRecordedServers>, peer: Peer): Promise<Row | undefined> {
  const installation = await installPeer(peer);
  if (!installation.ok) return undefined;
  const build = await peer.load(importFrom(installation.directory));
  const catalog = createCatalog(toEntries(structuredClone(servers), undefined));
  const tools = catalog.tools.map(({ id, raw, source }) => ({ id, definition: raw, source }));
  const start = performance.now();
  const search = await build(
    catalog.tools.map(({ id, originalName, raw }) => ({
      id,
      name: originalName,
      description: typeof raw.description === 'string' ? raw.description : '',
      inputSchema: raw.inputSchema,
    })),
  );
  const buildMs = performance.now() - start;
  const queries = await readKnownServerQueries(new Set(tools.map(({ id }) => id)));
  const { config: _config, ...figures } = await evaluate(
    { tools, queries },
    async ({ text, limit }) => {
      const ids = await search(text, limit);
      return { verdict: 'ambiguous', ranked: ids.map((id) => ({ id })), callable: ids.length > 0 };
    },
    { buildMs },
  );
  return { bench: 'known-servers', contestant: peer.name, figures: { tier: peer.name, pack: false, ...figures } };
}

async function measureOne(
  servers: ReturnType<typeof readRecordedServers>,
  withPack: boolean,
  embedder: Embedder | undefined,
  deepEmbedder?: Embedder,
): Promise<Row> {
  // Fresh definition objects, so that nothing remembered from the row before makes this one faster.
  const fresh = structuredClone(servers);
  const start = performance.now();
  const entries = toEntries(fresh, withPack ? new ExamplePack() : undefined);
  const examplesMs = performance.now() - start;
  const catalog = createCatalog(entries);
  const deep = deepEmbedder && createBackgroundEmbedding(deepEmbedder, { missing: 'wait' });
  await deep?.embed(catalog.tools);
  const backend = createMemoryBackend(catalog, {
    ...(embedder === undefined ? {} : { embedder }),
    ...(deep === undefined ? {} : { deep }),
  });
  await searchTools(backend, { query: 'warm up', limit: 1 });
  const buildMs = performance.now() - start;
  const queries = await readKnownServerQueries(new Set(catalog.tools.map((tool) => tool.id)));
  const tools = catalog.tools.map(({ id, raw, source }) => ({ id, definition: raw, source }));
  const { config: _config, ...figures } = await evaluate(
    { tools, queries },
    async ({ text, limit }) => {
      const { verdict, ranked, hits } = await searchTools(backend, { query: text, limit });
      return { verdict, ranked: ranked.map(({ tool }) => ({ id: tool.id })), callable: hits.length > 0 };
    },
    { buildMs },
  );
  const tier = [embedder, deepEmbedder].flatMap((one) => one?.id ?? []).join(' + ') || 'lexical';
  return { bench: 'known-servers', contestant: 'toolscout', figures: { tier, pack: withPack, examplesMs, ...figures } };
}

/** Markdown rows: hit@1 and hit@5 over all requests and by language, build time and median query time. */
export function knownServersTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const header = ['tier', 'pack', 'hit@1', 'hit@5', 'en 1/5', 'ru 1/5', 'zh 1/5', 'build ms', 'query ms'];
  const lines = rows.map(({ figures }) => {
    const { tier, pack, hit, byLang, buildMs, latencyMs } = figures as unknown as Figures;
    const languages = ['en', 'ru', 'zh'].map((lang) => `${two(byLang[lang]!.hit['1'])}/${two(byLang[lang]!.hit['5'])}`);
    return [tier, pack ? 'yes' : 'no', two(hit['1']), two(hit['5']), ...languages, buildMs.toFixed(0), latencyMs.p50];
  });
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

interface Figures {
  readonly tier: string;
  readonly pack: boolean;
  readonly hit: Readonly<Record<string, number>>;
  readonly byLang: Readonly<Record<string, { readonly hit: Readonly<Record<string, number>> }>>;
  readonly buildMs: number;
  readonly latencyMs: { readonly p50: number };
}

const two = (value: number | undefined): string => (value ?? 0).toFixed(2);

if (import.meta.main) {
  if (dataRoot === undefined) console.error(`skipped: ${DATA_MISSING}`);
  else
    console.log(
      knownServersTable(
        await measureKnownServers(
          dataRoot,
          { peers: !process.argv.includes('--no-peers'), deep: process.argv.includes('--deep') },
          (message) => console.error(message),
        ),
      ),
    );
}
