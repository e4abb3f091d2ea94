/**
 * Makes the example pack that the package ships: one compressed file a server, and an index.
 *
 *   node training/pack-examples.ts REQUESTS.jsonl RECORDED-SERVERS OUT
 *   node training/pack-examples.ts pack-known-servers.jsonl real-servers packs/known-servers
 *
 * REQUESTS.jsonl: {"server", "package", "tool", "lang", "text"} a line. RECORDED-SERVERS: a folder of SERVER.json as
 * {"package", "serverInfo", "tools"}. Of the recorded descriptions only the hashes of a few words go into the pack.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { checkableTerms, writeCheck } from '../src/sources/examples/description-check.ts';
import { foldServerName, type PackIndex, type PackServer, type PackTool } from '../src/sources/examples/pack-format.ts';
import type { ToolDefinition } from '../src/tools/index.ts';

interface ExampleLine {
  readonly server: string;
  readonly package: string;
  readonly tool: string;
  readonly text: string;
}

interface RecordedServer {
  readonly package: string;
  readonly serverInfo?: { readonly name?: string };
  readonly tools: readonly ToolDefinition[];
}

/** The rarest words tell most; more of them would cost more than they tell. */
const CHECK_TERMS = 8;

/** Names people configure beside the recorded one, which may tell editions of a server apart (`gitlab-ref`). */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  'antv-chart': ['chart', 'antv'],
  'aws-kb': ['aws-kb-retrieval'],
  'azure-devops': ['ado'],
  'figma-developer': ['figma', 'framelink-figma', 'figma-context'],
  'gitlab-ref': ['gitlab'],
  'gitlab-zereight': ['gitlab'],
  'kubernetes-flux': ['kubernetes', 'k8s'],
  'line-bot': ['line'],
  mobile: ['mobile-next'],
  ms365: ['ms-365', 'microsoft365', 'microsoft-365', 'office365'],
  'playwright-ea': ['playwright'],
  'shadcn-ui': ['shadcn'],
  'shopify-dev': ['shopify'],
  'slack-ref': ['slack'],
  'wiki-explorer': ['wikipedia'],
};

const [requestsPath, recordedPath, outPath] = process.argv.slice(2);
if (requestsPath === undefined || recordedPath === undefined || outPath === undefined) {
  throw new Error('Usage: node training/pack-examples.ts REQUESTS.jsonl RECORDED-SERVERS OUT');
}

const examples = groupRequests(readFileSync(requestsPath, 'utf8'));
const recorded = new Map<string, RecordedServer>();
for (const file of readdirSync(recordedPath).sort()) {
  const server = file.replace(/\.json$/, '');
  if (examples.has(server)) recorded.set(server, JSON.parse(readFileSync(join(recordedPath, file), 'utf8')));
}
const frequency = documentFrequency([...recorded.values()].flatMap(({ tools }) => tools));

rmSync(outPath, { recursive: true, force: true });
mkdirSync(outPath, { recursive: true });
const servers: PackServer[] = [];
let bytes = 0;
let tools = 0;
for (const [server, byTool] of [...examples].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const record = recorded.get(server);
  if (record === undefined) throw new Error(`${recordedPath} has no recording of ${server}.`);
  const packed = Object.fromEntries(
    [...byTool].map(([tool, texts]): [string, PackTool] => [tool, { check: checkOf(record, tool), examples: texts }]),
  );
  const content = compress(JSON.stringify({ tools: packed }));
  const file = `${server}.json.br`;
  writeFileSync(join(outPath, file), content);
  bytes += content.byteLength;
  tools += byTool.size;
  const serverInfo = record.serverInfo?.name;
  servers.push({
    file,
    package: record.package,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    names: [...new Set([server, ...(ALIASES[server] ?? [])].map(foldServerName))],
  });
}
const index: PackIndex = { format: 1, servers };
const indexText = `${JSON.stringify(index, null, 1)}\n`;
writeFileSync(join(outPath, 'index.json'), indexText);
console.log(`${outPath}: ${servers.length} servers, ${tools} tools, ${bytes + Buffer.byteLength(indexText)} bytes`);

function groupRequests(text: string): Map<string, Map<string, string[]>> {
  const groups = new Map<string, Map<string, string[]>>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const { server, tool, text: request } = JSON.parse(line) as ExampleLine;
    const byTool = groups.get(server) ?? new Map<string, string[]>();
    groups.set(server, byTool);
    byTool.set(tool, [...(byTool.get(tool) ?? []), request]);
  }
  return groups;
}

function documentFrequency(definitions: readonly ToolDefinition[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { description } of definitions) {
    for (const term of checkableTerms(description ?? '')) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function checkOf({ tools }: RecordedServer, name: string): string {
  const terms = checkableTerms(tools.find((tool) => tool.name === name)?.description ?? '');
  const rarest = terms.toSorted((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || (a < b ? -1 : 1));
  return writeCheck(rarest.slice(0, CHECK_TERMS));
}

function compress(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotliCompressSync(text, {
    params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: size },
  });
}
