// The server that the official conformance suite is run against, directly and through the gateway. It has the tools,
// resources and prompts whose names the suite knows, in both protocol eras, on the SDK alone.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolError,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { PNG, PROMPTS, RESOURCES, TEMPLATES, TOOLS, WAV } from './fixture-lists.ts';

type Members = Readonly<Record<string, unknown>>;

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

export interface FixtureServer {
  readonly url: string;
  close(): Promise<void>;
}

/** What all connections of one fixture share. */
class Fixture {
  readonly #secret = randomBytes(32);
  /** Calls of `test_until_cancelled` that were. */
  #cancelled = 0;
  #visits = 0;
  hasExtraTool = false;
  hasExtraPrompt = false;
  onToolsChanged: () => void = () => {};
  onPromptsChanged: () => void = () => {};
  onResourceUpdated: (uri: string) => void = () => {};

  build(): Server {
    const server = new Server(
      { name: 'conformance-fixture', version: '1.0.0' },
      {
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          completions: {},
          logging: {},
        },
        requestState: { verify: (state) => this.#verify(state) },
      },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: [...TOOLS, ...(this.hasExtraTool ? [{ ...TOOLS[0]!, name: 'test_extra_tool' }] : [])] as never[],
    }));
    server.setRequestHandler(
      'tools/call',
      ({ params }, context) => this.#call(params.name, params.arguments ?? {}, context) as never,
    );
    server.setRequestHandler('resources/list', () => ({ resources: RESOURCES as never[] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: TEMPLATES as never[] }));
    server.setRequestHandler('resources/read', ({ params }) => ({ contents: [read(params.uri)] as never[] }));
    server.setRequestHandler('resources/subscribe', () => ({}));
    server.setRequestHandler('resources/unsubscribe', () => ({}));
    server.setRequestHandler('prompts/list', () => ({
      prompts: [
        ...PROMPTS,
        ...(this.hasExtraPrompt ? [{ name: 'test_extra_prompt', description: 'Extra.' }] : []),
      ] as never[],
    }));
    server.setRequestHandler(
      'prompts/get',
      ({ params }, context) => prompt(params.name, params.arguments ?? {}, context) as never,
    );
    server.setRequestHandler('completion/complete', ({ params }) => {
      const values = ['paris', 'park', 'party'].filter((one) => one.startsWith(params.argument.value));
      return { completion: { values, total: values.length, hasMore: false } };
    });
    return server;
  }

  async #call(name: string, args: Members, context: ServerContext): Promise<Members> {
    const { mcpReq } = context;
    switch (name) {
      case 'test_simple_text':
        return text('This is a simple text response for testing.');
      case 'test_image_content':
        return { content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] };
      case 'test_audio_content':
        return { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] };
      case 'test_embedded_resource':
        return {
          content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
        };
      case 'test_multiple_content_types':
        return {
          content: [
            { type: 'text', text: 'Multiple content types test:' },
            { type: 'image', data: PNG, mimeType: 'image/png' },
            embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
          ],
        };
      case 'test_error_handling':
        return { ...text('This tool intentionally returns an error for testing'), isError: true };
      case 'json_schema_2020_12_tool':
        return text(JSON.stringify(args));
      case 'test_tool_with_logging':
      case 'test_logging_tool':
        for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
          await mcpReq.log('info', line);
          await sleep(50);
        }
        return text('Logged.');
      case 'test_tool_with_progress': {
        const progressToken = mcpReq._meta?.progressToken;
        for (const progress of [0, 50, 100]) {
          if (progressToken !== undefined) {
            await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
          }
          await sleep(50);
        }
        return text(`Done (${String(progressToken)}).`);
      }
      case 'test_protocol_error':
        throw new ProtocolError(-32055, 'Refused by the tool', { reason: ['kept', 1] });
      case 'test_url_first': {
        // Of the older revisions: the first call is refused until a page was visited.
        const elicitations = [{ mode: 'url', elicitationId: 'e1', url: 'https://example.org/in', message: 'Sign in' }];
        if (this.#visits++ % 2 === 0)
          throw new ProtocolError(-32042, 'A page has to be visited first', { elicitations });
        return text('Visited.');
      }
      case 'test_touch_resource':
        this.onResourceUpdated('test://watched-resource');
        return text('Touched.');
      case 'test_until_cancelled':
        await new Promise<void>((resolve) => {
          mcpReq.signal.addEventListener('abort', () => resolve(), { once: true });
          mcpReq.log('info', 'waiting').catch(() => {});
        });
        this.#cancelled++;
        return text('Cancelled.');
      case 'test_cancelled_calls':
        return text(String(this.#cancelled));
      case 'test_reconnection': {
        context.http?.closeSSE?.();
        await sleep(100);
        return text('Reconnected.');
      }
      case 'test_trigger_tool_change':
        this.hasExtraTool = !this.hasExtraTool;
        this.onToolsChanged();
        return text('Changed.');
      case 'test_trigger_prompt_change':
        this.hasExtraPrompt = !this.hasExtraPrompt;
        this.onPromptsChanged();
        return text('Changed.');
      default:
        return this.#asking(name, args, context);
    }
  }

  /** Tools that need something of the client. Towards 2025-era clients the SDK turns their questions into requests. */
  #asking(name: string, args: Members, { mcpReq }: ServerContext): Members {
    const given = (mcpReq.inputResponses ?? {}) as Record<string, Members | undefined>;
    const state = mcpReq.requestState();
    switch (name) {
      case 'test_sampling':
      case 'test_missing_capability': {
        const asked = sampling(String(args.prompt ?? 'Say hello.'), 100);
        return given.answer ? text(`LLM response: ${textOf(given.answer.content)}`) : ask({ answer: asked });
      }
      case 'test_elicitation':
      case 'test_streaming_elicitation': {
        const schema = object(
          {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          ['username', 'email'],
        );
        if (given.user === undefined) return ask({ user: form(String(args.message ?? 'Who are you?'), schema) });
        return text(`User response: ${said(given.user)}`);
      }
      case 'test_elicitation_sep1034_defaults':
      case 'test_elicitation_sep1330_enums': {
        const schema = name.endsWith('enums') ? ENUMS : DEFAULTS;
        if (given.form === undefined) return ask({ form: form('Please fill in the form', schema) });
        return text(`Elicitation completed: ${said(given.form)}`);
      }
      case 'test_input_required_result_elicitation': {
        const user = given.user_name;
        const content = user?.content as Members | undefined;
        if (typeof content?.name !== 'string') return ask({ user_name: NAME_FORM });
        return text(`Hello, ${content.name}!`);
      }
      case 'test_input_required_result_sampling':
        if (given.capital_question === undefined) {
          return ask({ capital_question: sampling('What is the capital of France?', 100) });
        }
        return text(textOf(given.capital_question.content));
      case 'test_input_required_result_list_roots':
        if (given.client_roots === undefined) return ask({ client_roots: ROOTS });
        return text(JSON.stringify(given.client_roots.roots));
      case 'test_input_required_result_request_state':
      case 'test_input_required_result_tampered_state': {
        const confirm = form('Please confirm', object({ ok: { type: 'boolean' } }, ['ok']));
        if (given.confirm === undefined || state === undefined) return ask({ confirm }, this.#sign('confirm'));
        return text('state-ok');
      }
      case 'test_input_required_result_multiple_inputs': {
        const questions = { user_name: NAME_FORM, greeting: sampling('Generate a greeting', 50), client_roots: ROOTS };
        const missing = Object.entries(questions).filter(([key]) => given[key] === undefined);
        return missing.length > 0
          ? ask(Object.fromEntries(missing), this.#sign('several'))
          : text('All answers are here.');
      }
      case 'test_input_required_result_multi_round': {
        if (given.step2 !== undefined) return text('Both answers are here.');
        const colour = form('Step 2: What is your favorite color?', object({ color: { type: 'string' } }, ['color']));
        if (given.step1 !== undefined) return ask({ step2: colour }, this.#sign('round-2'));
        const name = form('Step 1: What is your name?', object({ name: { type: 'string' } }, ['name']));
        return ask({ step1: name }, this.#sign('round-1'));
      }
      case 'test_input_required_result_capabilities': {
        const can = ((mcpReq.envelope as Members | undefined)?.[CAPABILITIES] ?? {}) as Members;
        if (Object.keys(given).length > 0) return text('Answered.');
        return ask({
          ...(can.sampling === undefined ? {} : { sample: sampling('Say hello.', 20) }),
          ...(can.elicitation === undefined ? {} : { user_name: NAME_FORM }),
        });
      }
      default:
        throw new ProtocolError(-32602, `Unknown tool: ${name}`);
    }
  }

  #sign(purpose: string): string {
    const payload = Buffer.from(`${purpose}:${randomUUID()}`).toString('base64url');
    return `${payload}.${this.#mac(payload)}`;
  }

  #verify(state: string): void {
    const [payload = '', mac = '', more] = state.split('.');
    const expected = Buffer.from(this.#mac(payload));
    const given = Buffer.from(mac);
    if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new Error('the state was changed');
    }
  }

  #mac(payload: string): string {
    return createHmac('sha256', this.#secret).update(payload).digest('base64url');
  }
}

/** Serves the fixture over HTTP, on a free port of loopback, as the suite wants it: with checks of Host and Origin. */
export async function startFixture(eras: 'both' | 'legacy' = 'both', port = 0): Promise<FixtureServer> {
  const fixture = new Fixture();
  const modern = createMcpHandler(() => fixture.build(), { legacy: 'reject' });
  const sessions = new Map<string, { transport: WebStandardStreamableHTTPServerTransport; server: Server }>();
  fixture.onToolsChanged = () => {
    modern.notify.toolsChanged();
    for (const { server } of sessions.values()) server.sendToolListChanged().catch(() => {});
  };
  fixture.onResourceUpdated = (uri) => {
    modern.notify.resourceUpdated(uri);
    for (const { server } of sessions.values()) server.sendResourceUpdated({ uri }).catch(() => {});
  };
  fixture.onPromptsChanged = () => {
    modern.notify.promptsChanged();
    for (const { server } of sessions.values()) server.sendPromptListChanged().catch(() => {});
  };
  const legacy = async (request: Request): Promise<Response> => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = sessions.get(id);
      return session?.transport.handleRequest(request) ?? new Response(null, { status: 404 });
    }
    const server = fixture.build();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => {
        sessions.set(session, { transport, server });
      },
      onsessionclosed: (session) => {
        sessions.delete(session);
      },
    });
    await server.connect(transport);
    return transport.handleRequest(request);
  };
  const fetch = async (request: Request): Promise<Response> => {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused !== undefined) return refused;
    return eras === 'legacy' || (await isLegacyRequest(request)) ? legacy(request) : modern.fetch(request);
  };
  return new Promise((resolve) => {
    const listening = serve({ fetch, hostname: '127.0.0.1', port }, (info) => {
      resolve({
        url: `http://127.0.0.1:${info.port}/mcp`,
        close: async () => {
          await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
          await modern.close();
          await new Promise<void>((done) => {
            listening.close(() => done());
            if ('closeAllConnections' in listening) listening.closeAllConnections();
          });
        },
      });
    });
  });
}

const object = (properties: Members, required: readonly string[]): Members => ({
  type: 'object',
  properties,
  required,
});
const form = (message: string, requestedSchema: Members): Members => ({
  method: 'elicitation/create',
  params: { message, requestedSchema },
});
const sampling = (prompt: string, maxTokens: number): Members => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens },
});
const ROOTS: Members = { method: 'roots/list', params: {} };
const NAME_FORM: Members = form('What is your name?', object({ name: { type: 'string' } }, ['name']));

const DEFAULTS: Members = object(
  {
    name: { type: 'string', description: 'User name', default: 'John Doe' },
    age: { type: 'integer', description: 'User age', default: 30 },
    score: { type: 'number', description: 'User score', default: 95.5 },
    status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', description: 'Verification status', default: true },
  },
  [],
);

const titled = (...pairs: readonly (readonly [string, string])[]): Members[] =>
  pairs.map(([value, title]) => ({ const: value, title }));

const ENUMS: Members = object(
  {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: {
      type: 'string',
      oneOf: titled(['value1', 'First Option'], ['value2', 'Second Option'], ['value3', 'Third Option']),
    },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: {
      type: 'array',
      items: { anyOf: titled(['value1', 'First Choice'], ['value2', 'Second Choice'], ['value3', 'Third Choice']) },
    },
  },
  [],
);

function ask(inputRequests: Members, requestState?: string): Members {
  return { resultType: 'input_required', inputRequests, ...(requestState === undefined ? {} : { requestState }) };
}

function text(value: string): Members {
  return { content: [{ type: 'text', text: value }] };
}

function textOf(content: unknown): string {
  const blocks = (Array.isArray(content) ? content : [content]) as (Members | undefined)[];
  return blocks.map((block) => String(block?.text ?? '')).join('');
}

function said({ action, content }: Members): string {
  return `action=${String(action)}, content=${JSON.stringify(content ?? {})}`;
}

function embedded(uri: string, mimeType: string, value: string): Members {
  return { type: 'resource', resource: { uri, mimeType, text: value } };
}

function read(uri: string): Members {
  if (uri === 'test://static-text') {
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  if (uri === 'test://watched-resource') return { uri, mimeType: 'text/plain', text: 'Watched.' };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(-32602, 'Resource not found', { uri });
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: 'application/json', text: data };
}

function prompt(name: string, args: Members, { mcpReq }: ServerContext): Members {
  const user = (content: Members): Members => ({ role: 'user', content });
  const say = (value: string): Members => user({ type: 'text', text: value });
  switch (name) {
    case 'test_simple_prompt':
      return { messages: [say('This is a simple prompt for testing.')] };
    case 'test_prompt_with_arguments':
      return { messages: [say(`Prompt with arguments: arg1='${String(args.arg1)}', arg2='${String(args.arg2)}'`)] };
    case 'test_prompt_with_embedded_resource': {
      const resource = embedded(String(args.resourceUri), 'text/plain', 'Embedded resource content for testing.');
      return { messages: [user(resource), say('Please process the embedded resource above.')] };
    }
    case 'test_prompt_with_image':
      return {
        messages: [user({ type: 'image', data: PNG, mimeType: 'image/png' }), say('Please analyze the image above.')],
      };
    case 'test_input_required_result_prompt': {
      const answer = mcpReq.inputResponses?.user_context as Members | undefined;
      if (answer === undefined) {
        const schema = object({ context: { type: 'string' } }, ['context']);
        return ask({ user_context: form('What context should the prompt use?', schema) });
      }
      return { messages: [say(`Context: ${JSON.stringify(answer.content)}`)] };
    }
    default:
      throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
  }
}

if (import.meta.main === true) {
  const { url } = await startFixture(
    process.argv.includes('--legacy') ? 'legacy' : 'both',
    Number(process.env.PORT ?? 0),
  );
  process.stdout.write(`${url}\n`);
}
