import type { Server, ServerContext, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { CallClient } from '../../calling/index.ts';
import { isObject, own } from '../../shared/json.ts';
import { type LogLevels, reaches } from './log-levels.ts';
import type { Answers, ParkedWork } from './parked-requests.ts';

type Members = Readonly<Record<string, unknown>>;

/** Longest delay a timer takes: the client decides how long it keeps its user waiting, and the call's signal ends it. */
const NEVER_MS = 2 ** 31 - 1;
const ENVELOPE = 'io.modelcontextprotocol/';
const CLIENT_CAPABILITIES = `${ENVELOPE}clientCapabilities`;
const LOG_LEVEL = `${ENVELOPE}logLevel`;

/** Passes the protocol layer's check of an answer: what the client said is the server's to judge. */
const ANYTHING: StandardSchemaV1<unknown, Members> = {
  '~standard': { version: 1, vendor: 'toolscout', validate: (value) => ({ value: value as Members }) },
};

/** Is this request one of revision 2026-07-28? */
export function isModern({ mcpReq }: Pick<ServerContext, 'mcpReq'>): boolean {
  return mcpReq.envelope !== undefined;
}

/** The client of a request of the older revisions: it is asked by requests of the server. */
export function legacyClient(
  server: Server,
  context: ServerContext,
  session: string | undefined,
  levels: LogLevels,
): CallClient {
  const { mcpReq } = context;
  return {
    ...(session === undefined ? {} : { session }),
    capabilities: { ...server.getClientCapabilities() },
    takesInputRequired: false,
    request: async (method, params, signal) =>
      mcpReq.send({ method, ...(params === undefined ? {} : { params }) }, ANYTHING, {
        timeout: NEVER_MS,
        signal: signal === undefined ? mcpReq.signal : AbortSignal.any([signal, mcpReq.signal]),
      }),
    notify: (method, params) => {
      if (!levels.admits(method, params)) return;
      // Once its request is answered there is no stream of that request any more.
      mcpReq.notify({ method, params }).catch(() => server.notification({ method, params }).catch(() => {}));
    },
  };
}

/** The client of a request of revision 2026-07-28: it is asked by a result, and answers with another request. */
export function modernClient(context: ServerContext, session: string | undefined, work: ParkedWork): CallClient {
  const { mcpReq } = context;
  const envelope = mcpReq.envelope as Members | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES];
  const level = envelope?.[LOG_LEVEL];
  const answers = answersOf(context);
  return {
    ...(session === undefined ? {} : { session }),
    capabilities: isObject(capabilities) ? capabilities : {},
    takesInputRequired: true,
    answers,
    request: (method, params, signal) => work.ask(method, params, signal),
    notify: (method, params) => {
      if (method === 'notifications/message' && !reaches(own(params, 'level'), level)) return;
      mcpReq.notify({ method, params }).catch(() => {});
    },
  };
}

/** What the client sent with this round. */
export function answersOf({ mcpReq }: ServerContext): Answers {
  const state: unknown = mcpReq.requestState();
  const { inputResponses } = mcpReq;
  return {
    ...(inputResponses === undefined ? {} : { inputResponses }),
    ...(typeof state === 'string' ? { requestState: state } : {}),
  };
}

/**
 * The members of a request's `_meta` that its server gets as well: all but the token of its progress, which every hop
 * has its own of, and what names this hop's client. What that client can do and wants to hear goes on; a server of the
 * older revisions, which has no place for it, does not get it.
 */
export function forwardedMeta({ mcpReq }: ServerContext, capabilities: Members, sessionLevel?: string): Members {
  const { progressToken: _, ...rest } = (mcpReq._meta ?? {}) as Members;
  const envelope = mcpReq.envelope as Members | undefined;
  const level = envelope === undefined ? sessionLevel : envelope[LOG_LEVEL];
  const meta = Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith(ENVELOPE)));
  return { ...meta, [CLIENT_CAPABILITIES]: capabilities, ...(level === undefined ? {} : { [LOG_LEVEL]: level }) };
}
