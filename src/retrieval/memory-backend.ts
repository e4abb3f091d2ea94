import { bestDocuments, buildLexicalIndex, type DocId, type Embedder, type SearchIndex } from '../engine/index.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';
import type { CandidateRequest, CandidateSet, RetrievalBackend } from './backend.ts';
import { FIELDS } from './constants.ts';
import { createDenseLeg } from './dense-leg.ts';
import { acceptsTool, isOpen } from './filter.ts';

export interface MemoryBackendOptions {
  /** Finds by meaning; without one the search is lexical. */
  readonly embedder?: Embedder;
  /** Told when the embedder fails; the search itself goes on without it. */
  readonly onDenseError?: (error: unknown) => void;
}

/**
 * A session's catalog in memory: scoped by construction, since it holds nothing but what the session may use.
 * Indexes are built on the first search, so that a catalog which is only listed costs nothing.
 */
export function createMemoryBackend(catalog: Catalog, options: MemoryBackendOptions = {}): RetrievalBackend {
  const { tools } = catalog;
  const { embedder, onDenseError } = options;
  const dense = embedder === undefined ? undefined : createDenseLeg(tools, embedder);
  let built: SearchIndex | undefined;
  const index = (): SearchIndex => {
    built ??= buildLexicalIndex(tools.map(analyzeTool), FIELDS);
    return built;
  };
  const servers = new Set(tools.map((tool) => tool.source.name));

  const cosines = async (query: string): Promise<{ scores: Float32Array | undefined; failed: boolean }> => {
    try {
      return { scores: await dense?.cosines(query), failed: false };
    } catch (error) {
      onDenseError?.(error);
      return { scores: undefined, failed: true };
    }
  };

  return {
    size: tools.length,
    named: async (text) => catalog.references.named(text),
    hasServer: async (server) => servers.has(server),
    candidates: async ({ query, terms, limit, filter }: CandidateRequest): Promise<CandidateSet> => {
      const { scores, failed } = await cosines(query);
      const allow = isOpen(filter) ? undefined : (doc: DocId) => acceptsTool(tools[doc]!, filter);
      const scope = allow === undefined ? {} : { allow };
      const also = scores === undefined ? [] : bestDocuments(scores, limit, allow);
      const lexical = index().lexical({ terms, limit, also, ...scope });
      return {
        candidates: lexical.candidates.map(({ doc, score, coverage, fields }) => ({
          tool: tools[doc]!,
          lexical: score,
          coverage,
          fields,
          cosine: scores?.[doc] ?? 0,
        })),
        queryIdf: lexical.queryIdf,
        lexicalTotal: lexical.total,
        tier: scores === undefined ? 'lexical' : dense!.tier,
        unread: dense !== undefined && scores === undefined && !failed,
        degraded: failed,
      };
    },
    nameContains: async (literal, filter, limit) => {
      const wanted = literal.toLowerCase();
      const found: Tool[] = [];
      let total = 0;
      for (const tool of tools) {
        if (!tool.originalName.toLowerCase().includes(wanted) && !tool.name.toLowerCase().includes(wanted)) continue;
        if (!acceptsTool(tool, filter)) continue;
        total++;
        if (found.length < limit) found.push(tool);
      }
      return { tools: found, total };
    },
    list: async (filter) => (isOpen(filter) ? tools : tools.filter((tool) => acceptsTool(tool, filter))),
  };
}
