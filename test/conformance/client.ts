// Our MCP client under the official suite: connects to the URL on its command line, lists, and calls every tool, the
// way the gateway does for a client that can answer anything.
import { callUpstream, requestUpstream } from '../../src/gateway/forward/call-upstream.ts';
import { Upstream } from '../../src/sources/index.ts';

type Members = Readonly<Record<string, unknown>>;

const url = process.argv.at(-1)!;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  toolCalls?: { name: string; arguments: Members }[];
};

/** A value that fits a property, its default where it has one. */
function sample(schema: Members | undefined): unknown {
  if (schema?.default !== undefined) return schema.default;
  if (Array.isArray(schema?.enum)) return schema.enum[0];
  switch (schema?.type) {
    case 'number':
    case 'integer':
      return 2;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'text';
  }
}

function fill(schema: Members | undefined): Members {
  const properties = (schema?.properties ?? {}) as Record<string, Members>;
  return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, sample(one)]));
}

const client = {
  session: 'conformance',
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
  takesInputRequired: false,
  notify: () => {},
  request: async (method: string, params: Members | undefined): Promise<Members> => {
    if (method === 'elicitation/create') {
      return { action: 'accept', content: fill(params?.requestedSchema as Members | undefined) };
    }
    if (method === 'roots/list') return { roots: [] };
    return { role: 'assistant', model: 'none', content: { type: 'text', text: 'Hello.' } };
  },
};

const upstream = new Upstream({
  name: 'suite',
  transport: { kind: 'http', url, headers: {} },
  startTimeoutMs: 120_000,
});
await upstream.start();
const { state, message } = upstream.status();
if (state !== 'ready') process.stderr.write(`${message}\n`);

const calls =
  context.toolCalls ??
  upstream.tools().map(({ name, inputSchema }) => ({
    name,
    // This one wants to see what became of the schema of another tool.
    arguments:
      name === 'json_schema_echo'
        ? { schema: upstream.tools().find((tool) => tool.name === 'json_schema_2020_12_tool')?.inputSchema }
        : fill(inputSchema as Members | undefined),
  }));
const tell = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);
// At once, as the calls of several sessions would be.
await Promise.all(calls.map((call) => callUpstream(upstream, call.name, call.arguments, { client }).catch(tell)));

for (const kind of ['resources', 'prompts'] as const) {
  if (upstream.capabilities()?.[kind] === undefined) continue;
  const listed = await upstream.request(`${kind}/list`, {}).catch(tell);
  const first = ((listed as Members | undefined)?.[kind] as Members[] | undefined)?.[0];
  if (first === undefined) continue;
  const sent = kind === 'resources' ? { uri: first.uri } : { name: first.name, arguments: {} };
  await requestUpstream(upstream, kind === 'resources' ? 'resources/read' : 'prompts/get', sent, { client }).catch(
    tell,
  );
}
await upstream.close();
process.exit(state === 'ready' ? 0 : 1);
