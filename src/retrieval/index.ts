/** Finding tools: the backend seam, the exact guard, the pipeline and its verdict. */
export { analyzeTool } from './analysis.ts';
export type { Candidate, CandidateList, CandidateRequest, RetrievalBackend } from './backend.ts';
export { CANDIDATE_LIMIT, FIELDS } from './constants.ts';
export type { Sureness, ToolHit, ToolSearchRequest, ToolSearchResult, Verdict } from './hit.ts';
export { createMemoryBackend } from './memory-backend.ts';
export { clampLimit, MAX_LIMIT, searchTools } from './search.ts';
