import { ProtocolError } from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { truncate } from '../../shared/truncate.ts';
import type { ServerSpec } from '../server-spec.ts';
import type { CallDeadline } from './call-deadline.ts';
import { describeRemoteFailure, httpStatus, networkCode, ownError, safeText, unavailable } from './failures.ts';
import { endsAccess } from './oauth/sign-in-required.ts';
import type { UpstreamAuth } from './oauth/upstream-auth.ts';
import { isMalformedAnswer } from './raw-results.ts';

export interface CallFailureFacts {
  readonly spec: ServerSpec;
  readonly tool: string;
  readonly deadline: CallDeadline;
  /** Set when the connection was lost while the call was open. */
  readonly lost: ToolscoutError | undefined;
  /** The server gave us a session id, which it may have forgotten. */
  readonly hasSession: boolean;
  readonly auth?: UpstreamAuth | undefined;
}

/** What a failed call means. */
export interface CallFailure {
  readonly error: ToolscoutError;
  /** The connection is of no more use. */
  readonly endsConnection: boolean;
}

const CHECK_EFFECT = 'Check whether the call took effect before repeating it.';

/**
 * Translates whatever a call ended with. `details.ran` is `false` where the server certainly did not start on the
 * call, `'unknown'` otherwise; `details.sessionLost` marks the one case that may be repeated unseen.
 */
export function callFailure(facts: CallFailureFacts, thrown: unknown): CallFailure {
  const { spec, tool, deadline, lost } = facts;
  const about = { server: spec.name, tool };
  if (deadline.outcome !== undefined)
    return { error: deadlineError(spec.name, tool, deadline, 'unknown'), endsConnection: false };
  if (lost !== undefined) {
    const details = { ...lost.details, tool, ran: 'unknown' };
    const message = `${lost.message} (while ${JSON.stringify(tool)} was running)`;
    return {
      error: new ToolscoutError(lost.code, message, { next: CHECK_EFFECT, details, cause: lost }),
      endsConnection: false,
    };
  }
  const known = ownError(thrown);
  if (known !== undefined) return { error: known, endsConnection: endsAccess(known) };
  if (thrown instanceof ProtocolError && !isMalformedAnswer(thrown.data)) {
    const details = {
      ...about,
      rpcCode: thrown.code,
      ...(thrown.data === undefined ? {} : { data: thrown.data }),
      ran: 'unknown',
    };
    const message = `Server ${JSON.stringify(spec.name)} answered ${JSON.stringify(tool)} with error ${thrown.code}: ${thrown.message}`;
    const next = 'Correct the call as the message says, or search again: the tool may be gone.';
    return {
      error: new ToolscoutError('CALL_FAILED', message, { next, details, cause: thrown }),
      endsConnection: false,
    };
  }
  const status = httpStatus(thrown);
  const network = networkCode(thrown);
  if (spec.transport.kind !== 'stdio' && (status !== undefined || network !== undefined)) {
    return remoteFailure(facts, thrown, status, network);
  }
  if (network !== undefined) {
    const error = unavailable(spec.name, `it stopped reading (${network})`, {
      details: { tool, ran: 'unknown' },
      cause: thrown,
    });
    return { error, endsConnection: true };
  }
  const text = spec.transport.kind === 'stdio' ? errorMessage(thrown) : safeText(spec.transport, errorMessage(thrown));
  const message = `Server ${JSON.stringify(spec.name)} broke the protocol in its answer to ${JSON.stringify(tool)}: ${truncate(text, 300)}`;
  const details = { ...about, ran: 'unknown' };
  const error = new ToolscoutError('SERVER_PROTOCOL', message, { next: CHECK_EFFECT, details, cause: thrown });
  return { error, endsConnection: false };
}

/** The error of a call that its own deadline ended. */
export function deadlineError(
  server: string,
  tool: string,
  deadline: CallDeadline,
  ran: false | 'unknown',
): ToolscoutError {
  const details = { server, tool, ran };
  const call = `The call of ${JSON.stringify(tool)} on server ${JSON.stringify(server)}`;
  const next = ran === false ? 'Try again in a moment.' : CHECK_EFFECT;
  if (deadline.outcome === 'cancelled')
    return new ToolscoutError('CALL_CANCELLED', `${call} was cancelled`, { next, details });
  const { silenceMs, totalMs } = deadline.limits;
  const message =
    deadline.outcome === 'silence'
      ? `${call} timed out: nothing was heard for ${silenceMs / 1000} s`
      : `${call} timed out: it took longer than ${totalMs / 1000} s in all`;
  return new ToolscoutError('CALL_TIMEOUT', message, {
    next: `${next} A slow tool needs a higher time-out in the configuration.`,
    details: { ...details, timeout: deadline.outcome, silenceMs, totalMs },
  });
}

function remoteFailure(
  { spec, tool, hasSession, auth }: CallFailureFacts,
  cause: unknown,
  status: number | undefined,
  network: string | undefined,
): CallFailure {
  if (status === 401 && auth !== undefined) return { error: auth.required(status), endsConnection: true };
  const reason = spec.transport.kind === 'stdio' ? errorMessage(cause) : describeRemoteFailure(spec.transport, cause);
  // 404 with a session id means that the server forgot the session; many say 400. Neither started on the call.
  const sessionLost = hasSession && status === 404;
  const refused = (status !== undefined && status < 500) || network === 'ECONNREFUSED' || network === 'ENOTFOUND';
  const details = { tool, ran: refused ? false : 'unknown', ...(status === undefined ? {} : { status }), sessionLost };
  const next = refused ? 'Try again in a moment.' : CHECK_EFFECT;
  return {
    error: unavailable(spec.name, reason, { next, details, cause }),
    endsConnection: network !== undefined || (hasSession && (status === 404 || status === 400)),
  };
}
