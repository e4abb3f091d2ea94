/**
 * `node benchmarks/quality/poisoning.ts [--json FILE] [--requests N]`: how often a poisoned tool is found in the place of the
 * one that serves a request, by a plain BM25 and by us, and whether `toolscout lint` names it. One attacker a run, beside the
 * real tools of mcp-requests; requests in three languages. Prints Markdown rows.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { lintCatalog, readSet } from '../../src/evaluation/index.ts';
import { createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { createCatalog, type Tool, type ToolEntry } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { PEERS } from '../peers/node/index.ts';
import { importFrom, installPeer } from '../peers/node/install.ts';
import type { PeerSearch, PeerTool } from '../peers/node/peer.ts';
import { readProvenance } from '../provenance.ts';
import { toMarkdown } from '../report.ts';
import type { Row } from '../rows.ts';
import { ATTACKS, type Attack, type Victim } from './attacks.ts';

const TOP = 5;
const FREQUENT_WORDS = 600;
const BEFORE = 'minisearch';

/** A request with the one tool that serves it. */
interface Attacked {
  readonly text: string;
  readonly victim: Tool;
}

interface Success {
  first: number;
  top: number;
}

const { values } = parseArgs({ options: { json: { type: 'string' }, requests: { type: 'string', default: '60' } } });
if (dataRoot === undefined) {
  console.log(`Skipped: ${DATA_MISSING}`);
} else {
  const set = await readSet(join(dataRoot, 'mcp-requests'));
  const catalog = createCatalog(set.tools);
  const attacked = set.queries.flatMap(({ text, relevant }): Attacked[] => {
    const [only, ...more] = [...relevant.keys()];
    const victim = only === undefined ? undefined : catalog.byId(only);
    return victim === undefined || more.length > 0 ? [] : [{ text, victim }];
  });
  const step = Math.max(1, Math.floor(attacked.length / Number(values.requests)));
  const sample = attacked.filter((_, i) => i % step === 0).slice(0, Number(values.requests));
  const words = frequentWords(catalog.tools);
  const build = await loadBefore();
  const rows: Row[] = [];
  for (const attack of ATTACKS) {
    process.stderr.write(`${attack.name}\n`);
    rows.push(await measure(attack, set.tools, sample, words, build));
  }
  const result = { provenance: readProvenance(), rows, skipped: [], goals: [] };
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(toMarkdown(result));
}

async function measure(
  attack: Attack,
  entries: readonly ToolEntry[],
  sample: readonly Attacked[],
  words: readonly string[],
  build: ((tools: readonly PeerTool[]) => Promise<PeerSearch>) | undefined,
): Promise<Row> {
  const embedder = createBuiltInEmbedder();
  const before: Success = { first: 0, top: 0 };
  const after: Success = { first: 0, top: 0 };
  let linted = 0;
  let warned = 0;
  // What is blind is one tool; its index serves every request.
  let kept: Awaited<ReturnType<typeof open>> | undefined;
  for (const { text, victim } of sample) {
    const opened = kept ?? (await open(attack, victim, entries, words, build));
    if (attack.blind) kept = opened;
    const { evil, backend, peer, isLinted } = opened;
    if (peer !== undefined) count(before, await peer(text, TOP), evil);
    const found = await searchTools(backend(embedder), { query: text, limit: TOP, refuse: 'never' });
    count(
      after,
      found.hits.map(({ tool }) => tool.id),
      evil,
    );
    // Next to each other, hits of one look are told apart, and the answer asks.
    if (found.verdict === 'ambiguous' && found.hits.some(({ tool }) => tool.id === evil)) warned++;
    if (isLinted) linted++;
  }
  const share = (value: number): number => Math.round((100 * value) / sample.length) / 100;
  return {
    bench: 'poisoning',
    contestant: attack.name,
    figures: {
      what: attack.what,
      requests: sample.length,
      before: build === undefined ? undefined : { first: share(before.first), top: share(before.top) },
      after: { first: share(after.first), top: share(after.top) },
      asked: share(warned),
      linted: share(linted),
    },
  };
}

async function open(
  attack: Attack,
  victim: Tool,
  entries: readonly ToolEntry[],
  words: readonly string[],
  build: ((tools: readonly PeerTool[]) => Promise<PeerSearch>) | undefined,
) {
  const forged = attack.forge(victimOf(victim), words);
  const catalog = createCatalog([...entries, forged]);
  const evil = catalog.tools.find(({ raw }) => raw === forged.definition)!.id;
  const peer = await build?.(
    catalog.tools.map(({ id, originalName, raw }) => ({
      id,
      name: originalName,
      description: typeof raw.description === 'string' ? raw.description : '',
      inputSchema: raw.inputSchema,
    })),
  );
  // Beside the victim's own server, which is whom it would be confused with; all servers together take seconds.
  const near = createCatalog([...entries.filter(({ source }) => source.name === victim.source.name), forged]);
  const findings = await lintCatalog(near, { embedder: createBuiltInEmbedder() });
  const isLinted = findings.some(({ tools, severity }) => severity !== 'note' && tools.includes(evil));
  return {
    evil,
    peer,
    isLinted,
    backend: (embedder: ReturnType<typeof createBuiltInEmbedder>) => createMemoryBackend(catalog, { embedder }),
  };
}

function victimOf({ source, originalName, description, inputSchema }: Tool): Victim {
  return { server: source.name, name: originalName, description, inputSchema };
}

function count(success: Success, ids: readonly string[], evil: string): void {
  if (ids[0] === evil) success.first++;
  if (ids.includes(evil)) success.top++;
}

function frequentWords(tools: readonly Tool[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { description } of tools) {
    for (const [word] of description.toLowerCase().matchAll(/\p{L}{3,}/gu))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, FREQUENT_WORDS)
    .map(([word]) => word);
}

async function loadBefore(): Promise<((tools: readonly PeerTool[]) => Promise<PeerSearch>) | undefined> {
  const peer = PEERS.find(({ name }) => name === BEFORE)!;
  const installed = await installPeer(peer);
  return installed.ok ? peer.load(importFrom(installed.directory)) : undefined;
}
