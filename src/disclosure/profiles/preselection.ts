import { toCallFailure } from '../../calling/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { type Catalog, singleLine, type Tool } from '../../tools/index.ts';
import {
  ALWAYS_LOAD,
  type BridgeTool,
  objectSchema,
  READ_ONLY,
  RUNS_ANYTHING,
  summaryOf,
} from '../bridge/definitions.ts';
import { type AnsweredQuery, allDescribed, type BridgeProfile } from './profile.ts';

/** Longest query that the format promises to take; a longer one is not refused. */
const MAX_QUERY = 500;
/** Most results that a model may ask for in this format, and how many it gets unasked. */
export const MAX_RESULTS = 20;
export const DEFAULT_RESULTS = 8;
const MAX_DESCRIPTION = 400;

/** What a search can be narrowed to. */
export const TOOL_SEARCH_TYPES = ['builtin', 'mcp', 'skill', 'plugin', 'subagent', 'all'] as const;
export type ToolSearchType = (typeof TOOL_SEARCH_TYPES)[number];

/** A tool as this format lists it. */
export interface FoundTool {
  readonly name: string;
  readonly description: string;
  /** `builtin` for the host's own and for what a client brings. */
  readonly source: 'builtin' | 'mcp' | 'plugin';
  readonly capability: 'tool' | 'skill' | 'subagent';
}

/** An answer of the tool `ToolSearch`. */
export interface ToolSearchAnswer {
  readonly status: 'completed' | 'failed';
  readonly query: string;
  readonly found: number;
  readonly tools: readonly FoundTool[];
  readonly reasoning?: string;
  readonly code?: ToolSearchCode;
  readonly error?: string;
}

export type ToolSearchCode =
  | 'tool_search_invalid_arguments'
  | 'tool_search_model_unavailable'
  | 'tool_search_model_timeout'
  | 'tool_search_model_invalid_response'
  | 'tool_search_model_request_failed'
  | 'tool_search_failed';

/** One search tool that says what it found and by which code it failed; describing and calling are those of the others. */
export const preselectionProfile: BridgeProfile = {
  id: 'preselection',
  names: { search: 'ToolSearch', describe: 'tool_describe', call: 'tool_call' },
  definitions: (deferred, names) => [
    toolSearchTool(deferred, names.search),
    {
      name: names.describe,
      title: 'Describe a tool',
      description: `Parameters of a tool that ${names.search} found.`,
      inputSchema: objectSchema({ name: { type: 'string' } }, ['name']),
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.call,
      title: 'Call a tool',
      description: `Run a tool that ${names.search} found.`,
      inputSchema: objectSchema({ name: { type: 'string' }, arguments: { type: 'object' } }, ['name']),
      annotations: RUNS_ANYTHING,
      _meta: ALWAYS_LOAD,
    },
  ],
  search: (answered, several, catalog) => {
    const answers = answered.map((one) => toAnswer(one, catalog));
    return several ? { results: answers } : answers[0];
  },
  describe: (described, several) => {
    const tools = allDescribed(described).map(({ answer: { name, description, inputSchema } }) => ({
      name,
      description,
      parameters: inputSchema,
    }));
    return several ? { tools } : tools[0];
  },
  callsAreUntouched: true,
  call: (_tool, result) => result,
  failure: (thrown) => {
    const { code, message, next, ran } = toCallFailure(thrown);
    const error = `${message} ${ran === false ? 'The tool was not run. ' : ''}${next}`;
    return { status: 'failed', code: CODES[code] ?? code.toLowerCase(), error };
  },
  reference: (written) => written,
};

/** The search tool of the format, over these hidden tools. */
export function toolSearchTool(deferred: readonly Tool[], name = 'ToolSearch'): BridgeTool {
  return {
    name,
    title: 'Search tools',
    description: `Find a tool by what it should do, or by its exact name. ${summaryOf(deferred)} Search before saying that something cannot be done.`,
    inputSchema: objectSchema(
      {
        query: { type: 'string', minLength: 1, maxLength: MAX_QUERY },
        type: { type: 'string', enum: TOOL_SEARCH_TYPES },
        maxResults: { type: 'integer' },
      },
      ['query'],
    ),
    outputSchema: { type: 'object' },
    annotations: READ_ONLY,
    _meta: ALWAYS_LOAD,
  };
}

/** A tool in the words of this format. */
export function toFoundTool({ name, description, title, source, kind }: Tool): FoundTool {
  return {
    name,
    description: truncate(singleLine(description || (title ?? '')), MAX_DESCRIPTION),
    source: sourceWord(source.kind),
    capability: kind,
  };
}

/** Where a tool comes from, in one of the three words that this format has. */
export function sourceWord(kind: Tool['source']['kind']): FoundTool['source'] {
  if (kind === 'mcp') return 'mcp';
  return kind === 'plugin' || kind === 'openapi' ? 'plugin' : 'builtin';
}

/** The code of this format for what was thrown. */
export function toolSearchCode(code: string): ToolSearchCode {
  return CODES[code] ?? 'tool_search_failed';
}

const CODES: Readonly<Partial<Record<string, ToolSearchCode>>> = {
  INVALID_ARGUMENTS: 'tool_search_invalid_arguments',
  LLM_UNAVAILABLE: 'tool_search_model_unavailable',
  LLM_KEY_MISSING: 'tool_search_model_unavailable',
  LLM_TIMEOUT: 'tool_search_model_timeout',
  LLM_REPLY_INVALID: 'tool_search_model_invalid_response',
  LLM_REJECTED: 'tool_search_model_request_failed',
};

function toAnswer({ query, answer }: AnsweredQuery, catalog: Catalog): ToolSearchAnswer {
  const tools = answer.hits.flatMap(({ id }) => catalog.byId(id) ?? []).map(toFoundTool);
  const reasoning = answer.question ?? answer.advice;
  return {
    status: 'completed',
    // A type is put before the query on its way in.
    query: truncate(query.replace(/^kind:(?:skill|subagent) /, ''), MAX_QUERY),
    found: tools.length,
    tools,
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}
