import { toCallFailure } from '../../calling/index.ts';
import { truncate } from '../../shared/truncate.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import type { SearchAnswer } from '../bridge/answers.ts';
import {
  ALWAYS_LOAD,
  type BridgeNames,
  type BridgeTool,
  DEFAULT_BRIDGE_NAMES,
  objectSchema,
  READ_ONLY,
  RUNS_ANYTHING,
  summaryOf,
} from '../bridge/definitions.ts';
import { type AnsweredQuery, allDescribed, type BridgeProfile } from './profile.ts';

const MAX_DESCRIPTION = 400;

/** One query, one name, one call; a failure is one text. */
export const bridgeProfile: BridgeProfile = {
  id: 'bridge',
  names: DEFAULT_BRIDGE_NAMES,
  definitions: (deferred, names) =>
    threeTools(deferred, names, {
      search: objectSchema({ query: TEXT, limit: WHOLE_NUMBER }, ['query']),
      describe: objectSchema({ name: TEXT }, ['name']),
      call: objectSchema({ name: TEXT, arguments: { type: 'object' } }, ['name', 'arguments']),
    }),
  search: (answered, several, catalog) => {
    const results = answered.map(({ query, answer }) => ({
      query,
      total_available: catalog.tools.length,
      matches: hitTools(answer, catalog).map((tool) => ({ name: tool.name, ...origin(tool), ...described(tool) })),
    }));
    return several ? { results } : results[0];
  },
  describe: (names, several) => {
    const tools = allDescribed(names).map(({ answer: { name, description, inputSchema } }) => ({
      name,
      description,
      parameters: inputSchema,
    }));
    return several ? { tools } : tools[0];
  },
  callsAreUntouched: true,
  call: (_tool, result) => result,
  failure: (thrown) => ({ error: failureText(thrown) }),
  reference: (written) => written,
};

/** Lists everywhere; a failed validation says where and shows the schema. */
export const bridgeBatchProfile: BridgeProfile = {
  id: 'bridge-batch',
  names: DEFAULT_BRIDGE_NAMES,
  definitions: (deferred, names) =>
    threeTools(deferred, names, {
      search: objectSchema({ queries: listOf(TEXT, 7), limit: WHOLE_NUMBER }, ['queries']),
      describe: objectSchema({ names: listOf(TEXT, 10) }, ['names']),
      call: objectSchema(
        { calls: listOf(objectSchema({ name: TEXT, arguments: { type: 'object' } }, ['name', 'arguments']), 1) },
        ['calls'],
      ),
    }),
  search: (answered, _several, catalog) => {
    const found = answered.flatMap(({ answer }) => hitTools(answer, catalog));
    return {
      queries: answered.map(({ query }) => query),
      total_available: catalog.tools.length,
      results: answered.map((one) => batchResult(one, catalog)),
      tools: Object.fromEntries(
        found.map((tool) => [tool.name, { ...origin(tool), ...described(tool), required: requiredOf(tool) }]),
      ),
    };
  },
  describe: (names) => {
    const missing = names.flatMap((one) => ('error' in one ? [one] : []));
    return {
      tools: Object.fromEntries(
        names.flatMap((one) =>
          'error' in one
            ? []
            : [[one.answer.name, { description: one.answer.description, parameters: one.answer.inputSchema }]],
        ),
      ),
      ...(missing.length === 0
        ? {}
        : {
            not_found: missing.map(({ reference }) => reference),
            hint: missing.map(({ error }) => failureText(error)).join(' '),
          }),
    };
  },
  callsAreUntouched: true,
  call: (_tool, result) => result,
  failure: (thrown, tool) => {
    const { code, path, expected, next } = toCallFailure(thrown);
    return {
      error: failureText(thrown),
      ...(code === 'INVALID_ARGUMENTS' && tool !== undefined
        ? {
            path: path ?? '',
            ...(expected === undefined ? {} : { constraint: expected }),
            parameters: tool.inputSchema,
            hint: next,
          }
        : {}),
    };
  },
  reference: (written) => written,
};

const TEXT = { type: 'string' };
const WHOLE_NUMBER = { type: 'integer' };
const MAX_REQUIRED = 32;

function listOf(items: unknown, maxItems: number): Record<string, unknown> {
  return { type: 'array', items, minItems: 1, maxItems };
}

type Schemas = Readonly<Record<'search' | 'describe' | 'call', BridgeTool['inputSchema']>>;

function threeTools(deferred: readonly Tool[], names: BridgeNames, schemas: Schemas): readonly BridgeTool[] {
  return [
    {
      name: names.search,
      title: 'Search tools',
      description: `Search the hidden tools by what they do. ${summaryOf(deferred)} Search before saying that something cannot be done.`,
      inputSchema: schemas.search,
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.describe,
      title: 'Describe a tool',
      description: `Parameters of a tool that ${names.search} found.`,
      inputSchema: schemas.describe,
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.call,
      title: 'Call a tool',
      description: `Run a tool that ${names.search} found.`,
      inputSchema: schemas.call,
      annotations: RUNS_ANYTHING,
      _meta: ALWAYS_LOAD,
    },
  ];
}

function batchResult({ query, answer }: AnsweredQuery, catalog: Catalog): Readonly<Record<string, unknown>> {
  const matches = hitTools(answer, catalog).map(({ name }) => name);
  if (matches.length > 0) return { query, matches };
  return { query, matches, available_sources: sourceCounts(catalog), ...hintOf(answer) };
}

function hintOf({ advice, question }: SearchAnswer): { hint?: string } {
  const hint = question ?? advice;
  return hint === undefined ? {} : { hint };
}

function sourceCounts({ tools }: Catalog): readonly { name: string; tool_count: number }[] {
  const counts = new Map<string, number>();
  for (const { source } of tools) counts.set(source.name, (counts.get(source.name) ?? 0) + 1);
  return [...counts.keys()].sort().map((name) => ({ name, tool_count: counts.get(name)! }));
}

function hitTools({ hits }: SearchAnswer, catalog: Catalog): readonly Tool[] {
  return hits.flatMap(({ id }) => catalog.byId(id) ?? []);
}

/** This family knows two kinds of origin and the rest. */
function origin({ source }: Tool): { source: string; source_name: string } {
  const kind = source.kind === 'mcp' || source.kind === 'plugin' ? source.kind : 'other';
  return { source: kind, source_name: source.name };
}

function described(tool: Tool): { description: string } {
  return { description: truncate(tool.description === '' ? (tool.title ?? '') : tool.description, MAX_DESCRIPTION) };
}

function requiredOf({ inputSchema }: Tool): readonly unknown[] {
  return Array.isArray(inputSchema.required) ? inputSchema.required.slice(0, MAX_REQUIRED) : [];
}

function failureText(thrown: unknown): string {
  const { message, next, ran } = toCallFailure(thrown);
  return `${message} ${ran === false ? 'The tool was not run. ' : ''}${next}`;
}
