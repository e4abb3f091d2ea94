import { createBuiltInEmbedder } from '../backends/index.ts';
import { type CallPolicy, createCallPath, READ_BACK_NAME, type ResultStore } from '../calling/index.ts';
import { type Bridge, createBridge } from '../disclosure/index.ts';
import type { Tool } from '../tools/index.ts';
import type { Consent } from './approvals/index.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { RateLimits } from './limits/index.ts';
import type { Logger } from './log.ts';
import type { SessionCounts } from './metrics/index.ts';
import type { ViewCalls, ViewIndex } from './session-view.ts';
import type { SessionWatch } from './session-watch.ts';
import type { Upstreams } from './upstreams.ts';
import type { ViewFace } from './view-face.ts';

const DEFAULT_SEARCH_LIMIT = 5;
const MAX_SEARCH_LIMIT = 20;

/** What all sessions of a gateway share on the way of their searches and calls. */
export interface BridgeParts {
  readonly options: GatewayOptions;
  readonly upstreams: Upstreams;
  readonly consent: Consent;
  readonly limits: RateLimits;
  readonly results: ResultStore;
  readonly watch: SessionWatch;
  readonly counts: SessionCounts;
  readonly log: Logger;
  /** Asked before any other whether calls are taken at all. */
  readonly opening: CallPolicy;
  /** Silence allowed to a tool, by the configuration of now. */
  readonly toolTimeoutMs: (tool: Tool) => number | undefined;
}

/** The bridge of one session, over what it may use, with the one way that its calls take. */
export function createViewBridge(parts: BridgeParts, index: ViewIndex, calls: ViewCalls, shown: ViewFace): Bridge {
  const { options, upstreams, consent, limits, watch, log } = parts;
  const {
    hooks = [],
    hookTimeoutMs,
    callPolicies = [],
    callOrder = 'as-sent',
    maxResultBytes,
    audit,
    embedder,
  } = options;
  const { scope, rights, caller, tenant, ...path } = calls;
  const telemetry = watch.telemetry(rights);
  const passes = shown.face.passesThrough;
  return createBridge({
    index,
    sessions: watch.sessions,
    ...(telemetry === undefined ? {} : { telemetry }),
    // Whatever judges searches, this one is at hand and answers at once.
    ...(embedder === undefined ? {} : { repeatEmbedder: createBuiltInEmbedder() }),
    onSessionError: (error) => log.warn({ err: error }, 'what a session did could not be kept'),
    defaultLimit: options.searchDefaultLimit ?? DEFAULT_SEARCH_LIMIT,
    maxLimit: options.maxSearchLimit ?? MAX_SEARCH_LIMIT,
    callPath: createCallPath({
      execute: (tool, args, context) => upstreams.call(tool, args, context),
      bridgeNames: shown.reservedNames(),
      ...path,
      // Limits last: what is refused anyway takes nobody's share.
      policy: [parts.opening, calls.policy, consent.policy, callPolicies, limits.policyFor(caller)].flat(),
      approval: consent.approvals,
      order: callOrder,
      timeoutMs: parts.toolTimeoutMs,
      results: {
        store: parts.results,
        // Passed through, a result is whole unless somebody said otherwise: no listed tool could read the rest.
        ...(maxResultBytes === undefined ? (passes ? { maxBytes: 0 } : {}) : { maxBytes: maxResultBytes }),
        readBack: (handle, offset) =>
          passes
            ? `${READ_BACK_NAME} ${JSON.stringify({ handle, offset })}`
            : `${shown.bridgeNames.call} ${JSON.stringify({ name: READ_BACK_NAME, arguments: { handle, offset } })}`,
      },
      // The record is the last thing before the call, and is of what really runs.
      hooks: [...hooks, ...(audit === undefined ? [] : [audit.hook(scope, caller)])],
      ...(hookTimeoutMs === undefined ? {} : { hookTimeoutMs }),
      observers: [
        ...watch.observers(telemetry),
        ...parts.counts.observers(rights),
        consent.observer(() => ({ tenant, rights: rights() })),
        ...(audit === undefined ? [] : [audit.observer(scope, caller)]),
      ],
      onObserverError: (error) => log.warn({ err: error }, 'an observer of a call failed'),
      onHookError: (error, event) => log.error({ tool: event.tool.id, err: error }, 'hook failed after the call'),
    }),
  });
}
