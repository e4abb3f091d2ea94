import type { RetrievalBackend } from './backend.ts';
import { type RequiredWord, requireWord, type ToolFilter } from './filter.ts';
import { holdsOperator, type ParsedQuery, parseQuery } from './grammar.ts';
import type { ToolSearchRequest } from './hit.ts';

/** A request as the pipeline takes it. */
export interface ReadRequest {
  readonly parsed: ParsedQuery;
  readonly filter: ToolFilter;
  /** The query names one server and the caller allows only another. */
  readonly contradicts: boolean;
}

/** Parses the query and puts its conditions together with the caller's. */
export async function readRequest(backend: RetrievalBackend, request: ToolSearchRequest): Promise<ReadRequest> {
  let parsed = parseQuery(request.query);
  // Ids and names may look like operators (`server:create_event`); a name of a tool is always read as that name.
  if (holdsOperator(parsed) && (await backend.named(request.query.trim())).length > 0) {
    parsed = { text: request.query.trim(), must: [] };
  }
  const server = request.server ?? parsed.server;
  const must = parsed.must.map(requireWord).filter((word): word is RequiredWord => word !== undefined);
  return {
    parsed,
    filter: {
      ...(server === undefined ? {} : { server }),
      ...(parsed.kind === undefined ? {} : { kind: parsed.kind }),
      ...(must.length === 0 ? {} : { must }),
    },
    contradicts: request.server !== undefined && parsed.server !== undefined && request.server !== parsed.server,
  };
}
