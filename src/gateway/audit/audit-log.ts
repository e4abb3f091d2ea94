import type { CallEnd, CallEntrance, CallHook, CallObserver, SessionScope } from '../../calling/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { truncate } from '../../shared/truncate.ts';
import type { Tool } from '../../tools/index.ts';
import { lineAppender } from './append-line.ts';

export interface AuditSettings {
  /** JSON Lines, appended to. */
  readonly file: string;
  /** Wait until the disk has each record. Default: the operating system has it, which outlives this process. */
  readonly sync?: boolean;
}

/** The names under which the rights of a session were looked up. */
export type AuditedScope = Omit<SessionScope, 'session' | 'filter'>;

/**
 * One line of the audit log. A call that runs has two: `begin` before its tool is asked, `end` before its answer goes
 * out. A call that is refused has the second alone. Neither holds arguments or results.
 */
export interface AuditRecord {
  readonly v: 1;
  readonly at: string;
  readonly event: 'begin' | 'end';
  readonly call: string;
  /** Who called, where callers are known. */
  readonly caller?: string;
  readonly session?: string;
  readonly scope?: AuditedScope;
  readonly via: CallEntrance;
  /** The real tool, whatever the call was wrapped in. */
  readonly tool?: string;
  readonly server?: string;
  /** The tool's name at its server. */
  readonly name?: string;
  /** What was asked for, where it meant no tool. */
  readonly reference?: string;
  readonly decision?: 'allow' | 'ask' | 'deny';
  readonly approval?: string;
  readonly outcome?: CallEnd;
  readonly code?: string;
  readonly ran?: boolean | 'unknown';
  readonly ms?: number;
}

interface Whose {
  readonly caller: string | undefined;
  readonly session: string | undefined;
  readonly scope: AuditedScope;
  readonly via: CallEntrance;
}

interface OpenCall {
  readonly reference: string;
  decision?: 'allow' | 'ask' | 'deny';
  approval?: string;
}

const MAX_REFERENCE = 200;

/** Who called what, what was decided and what became of it: one file, one line after the other. */
export class AuditLog {
  readonly #file: string;
  readonly #append: (line: string) => void;
  readonly #open = new Map<string, OpenCall>();

  constructor({ file, sync = false }: AuditSettings) {
    this.#file = file;
    this.#append = lineAppender(file, sync);
  }

  /** Writes `begin`. A call that cannot be recorded is not made: a hook that throws stops it. */
  hook(scope: AuditedScope, caller?: string): CallHook {
    return {
      before: ({ callId, tool, session, entrance }) => {
        this.#write({
          ...this.#about('begin', callId, { caller, session, scope, via: entrance }),
          ...named(tool),
          ...decided(this.#open.get(callId)),
        });
      },
    };
  }

  /** Writes `end`. */
  observer(scope: AuditedScope, caller?: string): CallObserver {
    return {
      onStage: (event) => {
        const { callId, session, entrance } = event;
        if (event.stage === 'received') {
          this.#open.set(callId, { reference: event.reference });
          return;
        }
        const call = this.#open.get(callId);
        if (event.stage === 'policy' && call !== undefined) call.decision = event.decision;
        else if (event.stage === 'approval-decided' && call !== undefined) call.approval = event.decision;
        else if (event.stage === 'finished') {
          this.#open.delete(callId);
          const { tool, end, code, ran, durationMs } = event;
          const reference = truncate(call?.reference ?? '', MAX_REFERENCE);
          this.#write({
            ...this.#about('end', callId, { caller, session, scope, via: entrance }),
            ...(tool === undefined ? { reference } : named(tool)),
            ...decided(call),
            outcome: end,
            ...(code === undefined ? {} : { code }),
            ran,
            ms: Math.round(durationMs * 10) / 10,
          });
        }
      },
    };
  }

  #about(
    event: AuditRecord['event'],
    call: string,
    { caller, session, scope, via }: Whose,
  ): Pick<AuditRecord, 'v' | 'at' | 'event' | 'call' | 'caller' | 'session' | 'scope' | 'via'> {
    return {
      v: 1,
      at: new Date().toISOString(),
      event,
      call,
      ...(caller === undefined ? {} : { caller }),
      ...(session === undefined ? {} : { session }),
      ...(Object.keys(scope).length === 0 ? {} : { scope }),
      via,
    };
  }

  #write(record: AuditRecord): void {
    try {
      this.#append(JSON.stringify(record));
    } catch (error) {
      throw new ToolscoutError(
        'FILE_NOT_WRITTEN',
        `The audit log ${this.#file} cannot be written: ${errorMessage(error)}`,
        {
          next: 'Tell the operator: no call is made without a record of it.',
          details: { ran: record.event === 'end' ? (record.ran ?? 'unknown') : false },
          cause: error,
        },
      );
    }
  }
}

function named({ id, originalName, source }: Tool): Pick<AuditRecord, 'tool' | 'server' | 'name'> {
  return { tool: id, ...(source.name === '' ? {} : { server: source.name }), name: originalName };
}

function decided(call: OpenCall | undefined): Pick<AuditRecord, 'decision' | 'approval'> {
  return {
    ...(call?.decision === undefined ? {} : { decision: call.decision }),
    ...(call?.approval === undefined ? {} : { approval: call.approval }),
  };
}
