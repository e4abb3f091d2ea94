import type { Tool } from '../../tools/index.ts';
import type { CallEnd, CallObserver, CallStageEvent } from '../types.ts';
import type { CalledTool, CallTelemetryOutcome } from './events.ts';
import type { Telemetry } from './telemetry.ts';

/** What is known of a call that has not ended. */
interface OpenCall {
  reference: string;
  given?: { readonly arguments: unknown; readonly schema: Tool['inputSchema'] };
  repairs: number;
  askedAt?: number;
}

/** An observer of the call path that tells telemetry: one event a call, and one for each time it was held up. */
export function observeCalls(telemetry: Telemetry): CallObserver {
  // By call, not by session; every call takes its entry out again when it ends.
  const open = new Map<string, OpenCall>();
  return {
    onStage: (event) => {
      const { callId, session } = event;
      if (event.stage === 'received') {
        open.set(callId, { reference: event.reference, repairs: 0 });
        return;
      }
      const call = open.get(callId);
      if (call === undefined) return;
      if ('arguments' in event) call.given = { arguments: event.arguments, schema: event.tool.inputSchema };
      switch (event.stage) {
        case 'validated':
          call.repairs = Math.max(call.repairs, event.repairs.length);
          break;
        case 'policy':
          if (event.decision === 'allow') break;
          telemetry.emit(session, { type: 'policy', callId, ...calledTool(event.tool), decision: event.decision });
          break;
        case 'approval-asked':
          call.askedAt = event.at;
          break;
        case 'approval-decided':
          telemetry.emit(session, {
            type: 'approval',
            callId,
            ...calledTool(event.tool),
            decision: event.decision,
            ms: event.at - (call.askedAt ?? event.at),
          });
          break;
        case 'finished':
          open.delete(callId);
          telemetry.emit(session, finished(event, call));
          break;
      }
    },
  };
}

const OUTCOMES: Readonly<Record<CallEnd, CallTelemetryOutcome>> = {
  ok: 'ok',
  'tool-error': 'error',
  refused: 'refused',
  failed: 'failed',
};

function finished(event: Extract<CallStageEvent, { stage: 'finished' }>, call: OpenCall) {
  const { callId, entrance, end, tool, code, ran, durationMs, executionMs, resultBytes } = event;
  return {
    type: 'call' as const,
    callId,
    ...(tool === undefined ? { reference: call.reference } : calledTool(tool)),
    entrance,
    outcome: OUTCOMES[end],
    ...(code === undefined ? {} : { code }),
    ran,
    ms: tenths(durationMs),
    ...(executionMs === undefined ? {} : { executionMs: tenths(executionMs) }),
    ...(resultBytes === undefined ? {} : { resultBytes }),
    ...(call.given === undefined ? {} : { given: call.given }),
    ...(call.repairs === 0 ? {} : { repairs: call.repairs }),
  };
}

function calledTool(tool: Tool): CalledTool {
  return { tool: tool.id, name: tool.originalName, source: tool.source.kind, server: tool.source.name };
}

/** Times are told to a tenth of a millisecond. */
export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
