import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type EvaluationQuery, readJudgements, readQueryLines } from '../../src/evaluation/index.ts';
import type { ExamplePack } from '../../src/sources/index.ts';
import type { ToolDefinition, ToolEntry } from '../../src/tools/index.ts';

/** One recorded `tools/list` answer, with what was noted about the server. */
interface RecordedServer {
  readonly name: string;
  readonly package: string;
  readonly serverInfo?: { readonly name?: string };
  readonly tools: readonly ToolDefinition[];
}

/** The recorded servers of a data folder, in order of name. */
export function readRecordedServers(dataRoot: string): RecordedServer[] {
  const folder = join(dataRoot, 'real-servers');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'index.json')
    .sort()
    .map((file) => ({
      ...(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<RecordedServer, 'name'>),
      name: basename(file, '.json'),
    }));
}

/** Entries as a gateway makes them of servers that are started with npx; without a pack, without examples. */
export function toEntries(servers: readonly RecordedServer[], pack?: ExamplePack): ToolEntry[] {
  return servers.flatMap(({ name, package: npmPackage, serverInfo, tools }) => {
    const find = pack?.server({
      name,
      transport: { kind: 'stdio', command: 'npx', args: ['-y', npmPackage], env: {} },
      ...(serverInfo?.name === undefined ? {} : { serverInfo: serverInfo.name }),
    });
    return tools.map((definition): ToolEntry => {
      const examples = find?.(definition);
      return { source: { kind: 'mcp', name }, definition, ...(examples === undefined ? {} : { examples }) };
    });
  });
}

/** The requests of this folder with their right tools, checked against the tools there are. */
export async function readKnownServerQueries(toolIds: ReadonlySet<string>): Promise<EvaluationQuery[]> {
  const lines = await readQueryLines(join(import.meta.dirname, 'known-servers.jsonl'));
  const queries = new Set(lines.map(({ id }) => id));
  const judgements = await readJudgements(join(import.meta.dirname, 'known-servers.qrels.tsv'), {
    queries,
    tools: toolIds,
  });
  return lines.map((line) => ({ ...line, relevant: judgements.get(line.id) ?? new Map<string, number>() }));
}
