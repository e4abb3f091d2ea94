import type { ToolGroup, ToolSearchResult } from '../../retrieval/index.ts';
import { estimatingCounter } from '../../tokens/index.ts';

/** All groups of one answer together: as much as two hits. */
const MAX_GROUP_TOKENS = 240;

/** The groups of a search result as a model reads them: the first, as many as fit. */
export function toGroupAnswers({ groups = [] }: Pick<ToolSearchResult, 'groups'>): readonly ToolGroup[] {
  const shown: ToolGroup[] = [];
  let tokens = 0;
  for (const { server, count, purpose } of groups) {
    const group = { server, count, purpose };
    tokens += estimatingCounter.countTokens(JSON.stringify(group)).tokens;
    if (tokens > MAX_GROUP_TOKENS) break;
    shown.push(group);
  }
  return shown;
}

/** How to go on with groups; for a model, or for a person at a terminal. */
export const GROUPS_ADVICE = 'To look into one of these groups, search again with its server.';
