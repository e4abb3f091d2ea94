import { toCallFailure } from '../../calling/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { type Catalog, singleLine, type Tool, toSignature } from '../../tools/index.ts';
import {
  ALWAYS_LOAD,
  DEFAULT_BRIDGE_NAMES,
  objectSchema,
  READ_ONLY,
  RUNS_ANYTHING,
  summaryOf,
} from '../bridge/definitions.ts';
import { type AnsweredQuery, allDescribed, type BridgeProfile } from './profile.ts';

const MAX_DESCRIPTION = 200;
const MAX_SIGNATURE = 320;

/** Hits by id in a bare list; a call answers with the hit that ran beside its result. */
export const modeProfile: BridgeProfile = {
  id: 'mode',
  names: DEFAULT_BRIDGE_NAMES,
  definitions: (deferred, names) => [
    {
      name: names.search,
      title: 'Search tools',
      description: `Search the tool catalog by what a tool does. ${summaryOf(deferred)} Search before saying that something cannot be done.`,
      inputSchema: objectSchema({
        query: { type: 'string' },
        limit: { type: 'integer' },
        queries: { type: 'array', items: objectSchema({ query: { type: 'string' }, limit: { type: 'integer' } }) },
      }),
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.describe,
      title: 'Describe a tool',
      description: 'Exact schema of a found tool.',
      inputSchema: objectSchema({ id: { type: 'string' } }, ['id']),
      outputSchema: { type: 'object' },
      annotations: READ_ONLY,
      _meta: ALWAYS_LOAD,
    },
    {
      name: names.call,
      title: 'Call a tool',
      description: 'Run a found tool.',
      inputSchema: objectSchema({ id: { type: 'string' }, args: { type: 'object' } }, ['id']),
      outputSchema: { type: 'object' },
      annotations: RUNS_ANYTHING,
      _meta: ALWAYS_LOAD,
    },
  ],
  search: (answered, several, catalog) =>
    several ? answered.map((one) => group(one, catalog)) : hitsOf(answered[0]!, catalog),
  describe: (described, several) => {
    const tools = allDescribed(described).map(({ tool, answer }) => ({
      ...toHit(tool),
      parameters: answer.inputSchema,
      ...(answer.outputSchema === undefined ? {} : { outputSchema: answer.outputSchema }),
    }));
    return several ? tools : tools[0];
  },
  callsAreUntouched: false,
  call: (tool, result) => ({ tool: toHit(tool), result }),
  failure: (thrown) => ({ error: toCallFailure(thrown) }),
  reference: (written, catalog) => {
    if (!written.startsWith(OWN_PREFIX)) return written;
    const rest = written.slice(OWN_PREFIX.length);
    return OWN_KINDS.map((kind) => `${kind}:${rest}`).find((id) => catalog.byId(id) !== undefined) ?? written;
  },
};

/** The family files what does not come from a server or a client under its own product's name. */
const OWN_PREFIX = 'openclaw:';
const OWN_KINDS = ['core', 'plugin', 'openapi'] as const;

function toHit(tool: Tool): Readonly<Record<string, unknown>> {
  const { source, title } = tool;
  const kind = source.kind === 'mcp' || source.kind === 'client' ? source.kind : 'openclaw';
  const id = OWN_KINDS.some((own) => tool.id.startsWith(`${own}:`))
    ? `${OWN_PREFIX}${tool.id.slice(tool.id.indexOf(':') + 1)}`
    : tool.id;
  const output = tool.outputSchema;
  return {
    id,
    source: kind,
    ...(source.name === '' ? {} : { sourceName: source.name }),
    ...(source.kind === 'mcp' ? { mcp: { server: source.name, tool: tool.originalName } } : {}),
    name: tool.name,
    ...(title === undefined ? {} : { label: title }),
    description: truncate(singleLine(tool.description), MAX_DESCRIPTION),
    input: toSignature(tool.inputSchema, { maxLength: MAX_SIGNATURE }),
    ...(output === undefined ? {} : { output: toSignature(output, { maxLength: MAX_SIGNATURE }) }),
  };
}

function hitsOf({ answer }: AnsweredQuery, catalog: Catalog): readonly Readonly<Record<string, unknown>>[] {
  return answer.hits.flatMap(({ id }) => {
    const tool = catalog.byId(id);
    return tool === undefined ? [] : [toHit(tool)];
  });
}

function group(answered: AnsweredQuery, catalog: Catalog): Readonly<Record<string, unknown>> {
  const { query, answer } = answered;
  return { query, hits: hitsOf(answered, catalog), truncated: answer.total > answer.shown };
}
