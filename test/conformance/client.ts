// Our MCP client under the official suite: connects to the URL on its command line, lists, and calls every tool, the
// way the gateway does for a client that can answer anything.

import { ToolscoutError } from '../../src/errors.ts';
import { callUpstream, requestUpstream } from '../../src/gateway/forward/call-upstream.ts';
import { type ServerSpec, Upstream } from '../../src/sources/index.ts';
import { createSigningIn } from './signing-in.ts';

type Members = Readonly<Record<string, unknown>>;

const url = process.argv.at(-1)!;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  toolCalls?: { name: string; arguments: Members }[];
  client_id?: string;
  client_secret?: string;
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

/** A person would stop here too. */
const MAX_LOGINS = 3;
const tell = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);

const spec: ServerSpec = {
  name: 'suite',
  transport: {
    kind: 'http',
    url,
    headers: {},
    oauth: {
      // The document that the suite's authorization server knows.
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
      ...(context.client_id === undefined ? {} : { clientId: context.client_id }),
      ...(context.client_secret === undefined ? {} : { clientSecret: context.client_secret }),
    },
  },
  startTimeoutMs: 120_000,
};
const signingIn = createSigningIn();
const upstream = new Upstream(spec, { signIns: signingIn.signIns });
let logins = 0;

/** Does the work, and does it again after signing in where the server asks for that. */
async function signedIn<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAsked = error instanceof ToolscoutError && error.code === 'UPSTREAM_SIGN_IN';
      if (!isAsked || logins++ >= MAX_LOGINS) throw error;
      await signingIn.logIn(spec);
    }
  }
}

await upstream.start();
if (upstream.status().state === 'needs-sign-in') {
  // The first use after a sign-in connects.
  await signedIn(async () => {
    await upstream.request('ping', {}).catch((error: unknown) => {
      if (error instanceof ToolscoutError && error.code === 'UPSTREAM_SIGN_IN') throw error;
    });
  }).catch(tell);
}
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
// At once, as the calls of several sessions would be.
await Promise.all(
  calls.map((call) => signedIn(() => callUpstream(upstream, call.name, call.arguments, { client })).catch(tell)),
);

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
