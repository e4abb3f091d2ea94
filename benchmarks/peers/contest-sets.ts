import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type EvaluationQuery, readSet } from '../../src/evaluation/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { readKnownServerQueries, readRecordedServers, toEntries } from '../../test/requests/known-servers.ts';
import type { ContestTool } from './contestant.ts';

/** Tools and requests that every contestant gets alike. */
export interface ContestSet {
  readonly name: string;
  readonly tools: readonly ContestTool[];
  readonly queries: readonly EvaluationQuery[];
}

/** Our own requests over the recorded servers; the name of no folder. */
const KNOWN_SERVERS = 'known-servers';

/** What is asked when nothing is named: real servers twice, then sets as others published them. */
export const SETS: readonly string[] = [KNOWN_SERVERS, 'mcp-requests', 'metatool', 'azure-mcp', 'acebench-zh'];

/** Every labelled set of the data folder, behind our own requests. */
export async function allSets(root: string): Promise<readonly string[]> {
  const folders = (await readdir(root)).filter((name) => existsSync(join(root, name, 'qrels.tsv'))).sort();
  return [...SETS, ...folders.filter((name) => !SETS.includes(name))];
}

/** @param most requests of a set; of a larger one, every so many of its lines. */
export async function readContestSets(root: string, names: readonly string[], most: number): Promise<ContestSet[]> {
  const sets: ContestSet[] = [];
  for (const name of names) {
    const isKnown = name === KNOWN_SERVERS;
    const { tools: entries, queries } = isKnown
      ? { tools: toEntries(readRecordedServers(root)), queries: undefined }
      : await readSet(join(root, name));
    const tools = createCatalog(entries).tools.map(
      ({ id, originalName, raw, source }): ContestTool => ({
        id,
        server: source.name,
        name: originalName,
        description: typeof raw.description === 'string' ? raw.description : '',
        inputSchema: asObjectSchema(raw.inputSchema),
      }),
    );
    const all = queries ?? (await readKnownServerQueries(new Set(tools.map(({ id }) => id))));
    sets.push({ name, tools, queries: sampled(all, most) });
  }
  return sets;
}

/** Peers that check schemas refuse any other. */
function asObjectSchema(schema: unknown): unknown {
  const isObject = typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'object';
  return isObject ? schema : { type: 'object', properties: {} };
}

function sampled(queries: readonly EvaluationQuery[], most: number): readonly EvaluationQuery[] {
  const step = Math.max(1, queries.length / most);
  const count = Math.min(most, queries.length);
  return Array.from({ length: count }, (_, i) => queries[Math.floor(i * step)]!);
}
