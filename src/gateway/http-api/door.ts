import { type Context, Hono } from 'hono';
import { stringifyExact, withPlainNumbers } from '../../shared/exact-json.ts';
import { AuthError, type Door, type DoorEnv, demandRight, refusalOf } from '../auth/index.ts';
import type { Logger } from '../log.ts';
import { type ApiApprovals, decideApproval, toApproval, visibleTo } from './approval-routes.ts';
import { Assemblies } from './assemblies.ts';
import { OPENAPI_DOCUMENT, SESSION_HEADER, SESSION_PATTERN } from './openapi-document.ts';
import { type ApiPreselection, preselect } from './preselection.ts';
import { type Problem, refusal, toProblem } from './problems.ts';
import { readBody } from './read-body.ts';
import type { RequestName } from './request-schemas.ts';

export interface HttpApiOptions {
  readonly log: Logger;
  readonly preselection: ApiPreselection;
  /** Without it nothing ever waits. */
  readonly approvals?: ApiApprovals;
  /** Largest body in bytes. Default: 4 MiB. */
  readonly maxBodyBytes?: number;
}

const MAX_BODY_BYTES = 4 * 2 ** 20;
const REQUEST_ID = /^[\w.-]{1,64}$/;
const SESSION = new RegExp(SESSION_PATTERN);

type Answer = Readonly<Record<string, unknown>> | object;
type Operation = (
  body: Readonly<Record<string, unknown>>,
  context: Context<DoorEnv>,
  session: string | undefined,
) => Promise<Answer> | Answer;

/** The HTTP API at `/v1`, for agents in any language. */
export function createHttpApiDoor(options: HttpApiOptions): Door {
  return { path: '/v1', right: ['use', 'approve'], open: () => createRoutes(options) };
}

function createRoutes({
  log,
  preselection,
  approvals = NOBODY,
  maxBodyBytes = MAX_BODY_BYTES,
}: HttpApiOptions): Hono<DoorEnv> {
  const assemblies = new Assemblies();
  const api = new Hono<DoorEnv>();
  const ids = new WeakMap<Request, string>();
  const idOf = ({ req }: Context<DoorEnv>): string => {
    const given = req.header('x-request-id');
    let id = ids.get(req.raw);
    if (id === undefined) {
      id = given !== undefined && REQUEST_ID.test(given) ? given : globalThis.crypto.randomUUID();
      ids.set(req.raw, id);
    }
    return id;
  };
  const say = (context: Context<DoorEnv>, { status, error, headers = {} }: Problem): Response =>
    reply({ error: { ...error, requestId: idOf(context) } }, status, headers);

  api.use(async (context, next) => {
    await next();
    context.header('x-request-id', idOf(context));
    context.header('cache-control', 'no-store');
    context.header('x-content-type-options', 'nosniff');
  });
  api.onError((error, context) => {
    if (error instanceof AuthError) return refusalOf(error);
    const problem = toProblem(error);
    // What a caller did wrong is the caller's to know; what went wrong here is the operator's.
    if (problem.status === 500) log.error({ request: idOf(context), err: error }, 'a request to the HTTP API failed');
    return say(context, problem);
  });

  const post = (path: string, name: RequestName, right: 'use' | 'approve', run: Operation): void => {
    api.post(path, async (context) => {
      demandRight(context.get('caller'), right);
      const session = context.req.header(SESSION_HEADER);
      if (session !== undefined && !SESSION.test(session)) {
        const next = 'Use letters, digits, ".", "_" and "-", 64 at most.';
        return say(context, refusal('SESSION_INVALID', `The header ${SESSION_HEADER} is no name.`, { next }));
      }
      const read = await readBody(context.req.raw, name, maxBodyBytes);
      if (!read.ok) return say(context, read.problem);
      return reply(await run(read.body, context, session));
    });
    only(path, 'POST');
  };
  const get = (path: string, answer: (context: Context<DoorEnv>) => Answer): void => {
    api.get(path, (context) => reply(answer(context)));
    only(path, 'GET');
  };
  const only = (path: string, method: string): void => {
    api.all(path, (context) =>
      say(context, {
        ...refusal('METHOD_NOT_ALLOWED', `${context.req.method} is not possible here.`, { next: `Use ${method}.` }),
        headers: { allow: method },
      }),
    );
  };

  post('/search', 'SearchRequest', 'use', (body, context, session) => context.get('session').search(body, { session }));
  post('/describe', 'DescribeRequest', 'use', (body, context, session) =>
    context.get('session').describe(body, { session }),
  );
  post('/call', 'CallRequest', 'use', (body, context, session) =>
    context.get('session').call(body, {
      signal: context.req.raw.signal,
      entrance: 'http',
      // Without a session there is nobody who could read on: the result comes whole.
      ...(session === undefined ? { maxResultBytes: 0 } : { session }),
    }),
  );
  post('/assemble', 'AssembleRequest', 'use', (body, context, session) =>
    assemblies.next(context.get('session'), session, withPlainNumbers(body) as typeof body),
  );
  post('/preselect', 'PreselectRequest', 'use', (body, context) => {
    const { caller, session } = context.var;
    return preselect(preselection, { caller, session, signal: context.req.raw.signal }, body);
  });
  get('/approvals', (context) => ({
    approvals: visibleTo(context.var, approvals).map(toApproval),
  }));
  post('/approvals/:id', 'ApprovalDecision', 'approve', (body, context) => {
    const { approved, always, reason } = body as { approved: boolean; always?: boolean; reason?: string };
    return decideApproval(context.var, approvals, context.req.param('id') ?? '', {
      approved,
      ...(always === undefined ? {} : { always }),
      ...(reason === undefined ? {} : { reason }),
    });
  });
  get('/openapi.json', () => OPENAPI_DOCUMENT);
  api.all('*', (context) =>
    say(context, refusal('NOT_FOUND', 'There is nothing at this path.', { next: 'See /v1/openapi.json.' })),
  );
  return api;
}

const NOBODY: ApiApprovals = { pending: () => [], decide: () => false };

/** Whole numbers beyond 2^53 keep their digits. */
function reply(answer: Answer, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(stringifyExact(answer), { status, headers: { 'content-type': 'application/json', ...headers } });
}
