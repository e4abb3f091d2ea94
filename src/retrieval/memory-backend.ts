import { buildLexicalIndex, type DocId, type SearchIndex } from '../engine/index.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';
import type { CandidateList, CandidateRequest, RetrievalBackend } from './backend.ts';
import { FIELDS } from './constants.ts';

/**
 * A session's catalog in memory: scoped by construction, since it holds nothing but what the session may use.
 * The index is built on the first search, so that a catalog which is only listed costs nothing.
 */
export function createMemoryBackend(catalog: Catalog): RetrievalBackend {
  const { tools } = catalog;
  let built: SearchIndex | undefined;
  const index = (): SearchIndex => {
    built ??= buildLexicalIndex(tools.map(analyzeTool), FIELDS);
    return built;
  };
  const servers = new Set(tools.map((tool) => tool.source.name));

  return {
    size: tools.length,
    named: async (text) => catalog.references.named(text),
    hasServer: async (server) => servers.has(server),
    lexical: async ({ terms, limit, server }: CandidateRequest): Promise<CandidateList> => {
      const inServer = (doc: DocId) => tools[doc]!.source.name === server;
      const result = index().lexical({ terms, limit, ...(server === undefined ? {} : { allow: inServer }) });
      return {
        candidates: result.candidates.map(({ doc, score, coverage, fields }) => ({
          tool: tools[doc]!,
          score,
          coverage,
          fields,
        })),
        total: result.total,
      };
    },
    nameContains: async (literal, server, limit) => {
      const wanted = literal.toLowerCase();
      const found: Tool[] = [];
      let total = 0;
      for (const tool of tools) {
        if (server !== undefined && tool.source.name !== server) continue;
        if (!tool.originalName.toLowerCase().includes(wanted) && !tool.name.toLowerCase().includes(wanted)) continue;
        total++;
        if (found.length < limit) found.push(tool);
      }
      return { tools: found, total };
    },
  };
}
