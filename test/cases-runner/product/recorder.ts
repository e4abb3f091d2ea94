import { AsyncLocalStorage } from 'node:async_hooks';
import type { ApprovalRequest, CallEvent, CallHook, CallOutcome, RawToolResult } from '../../../src/calling/index.ts';
import { ToolscoutError } from '../../../src/errors.ts';
import { packIntegers, stringifyExact } from '../../../src/shared/exact-json.ts';
import type { Tool } from '../../../src/tools/index.ts';

/** Which step of a case the running code belongs to, over all its awaits. Parallel steps stay apart. */
export interface StepContext {
  readonly path: string;
  /** Where connections that the step opens are noted. */
  readonly connections: string[];
  /** Whose step it is. */
  readonly session?: string;
  readonly tenant?: string;
}

export const stepContext: AsyncLocalStorage<StepContext> = new AsyncLocalStorage<StepContext>();

/** Steps of the runner's own checks, whose calls are not the case's. */
export const CHECK_STEP = 'check';

export function currentStep(): string {
  return stepContext.getStore()?.path ?? '';
}

/** A call as it reached a fake tool. */
export interface RecordedCall {
  readonly step: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: unknown;
}

/** What a hook was shown. */
export interface HookSighting {
  readonly phase: 'before' | 'after';
  readonly step: string;
  readonly server: string;
  readonly tool: string;
  /** The name that models see. */
  readonly name: string;
  readonly arguments: unknown;
  /** `ok`, `error`, or the kind of the failure. After-hooks only. */
  readonly outcome?: string;
}

/** Watches one gateway: what reached its fake tools and what its hooks were shown. */
export class Recorder {
  readonly calls: RecordedCall[] = [];
  readonly sightings: HookSighting[] = [];
  /** What a person was asked to consent to. */
  readonly approvals: RecordedCall[] = [];
  /** Addresses that connections were opened to, in this process. */
  readonly connections: string[] = [];
  #open = 0;
  #mostOpen = 0;

  /** The most calls that were under way at once. */
  get mostOpen(): number {
    return this.#mostOpen;
  }

  /** Answers every fake tool as the format of the cases says. */
  async execute(tool: Tool, args: unknown): Promise<RawToolResult> {
    this.calls.push({
      step: currentStep(),
      server: tool.source.name,
      tool: tool.originalName,
      arguments: snapshot(args),
    });
    this.#open++;
    this.#mostOpen = Math.max(this.#mostOpen, this.#open);
    // A turn of the event loop, so that calls made together are under way together.
    await new Promise((resolve) => setImmediate(resolve));
    this.#open--;
    // Whether the digits of a large whole number arrived shows only where they are said.
    const text = hasLargeInteger(args) ? stringifyExact({ ok: true, received: args }) : '{"ok":true}';
    return { content: [{ type: 'text', text }], structuredContent: { ok: true } };
  }

  /** Notes what a person is asked to consent to. */
  asked({ tool, arguments: args }: ApprovalRequest): void {
    const { source, originalName } = tool;
    this.approvals.push({
      step: currentStep(),
      server: source.name,
      tool: originalName,
      arguments: snapshot(args),
    });
  }

  /** The hook that sees everything and changes nothing. */
  readonly hook: CallHook = {
    before: (event) => void this.sightings.push(sighting('before', event)),
    after: (event, outcome) => void this.sightings.push({ ...sighting('after', event), outcome: outcomeKind(outcome) }),
  };
}

function sighting(phase: HookSighting['phase'], { tool, arguments: args }: CallEvent): HookSighting {
  return {
    phase,
    step: currentStep(),
    server: tool.source.name,
    tool: tool.originalName,
    name: tool.name,
    arguments: snapshot(args),
  };
}

function outcomeKind(outcome: CallOutcome): string {
  if (outcome.ok) return outcome.result.isError === true ? 'error' : 'ok';
  const code = outcome.error instanceof ToolscoutError ? outcome.error.code : undefined;
  if (code === 'CALL_TIMEOUT') return 'timeout';
  return code === 'SERVER_UNAVAILABLE' ? 'server_unavailable' : 'error';
}

function hasLargeInteger(args: unknown): boolean {
  return packIntegers(args) !== args;
}

/** Arguments as they were at this moment. What is nested too deep to copy is kept as it is. */
function snapshot(args: unknown): unknown {
  try {
    return structuredClone(args);
  } catch {
    return args;
  }
}
