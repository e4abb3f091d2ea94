import { ToolscoutError } from '../errors.ts';
import { isObject } from '../shared/json.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import type {
  CallContext,
  CallEvent,
  CallHook,
  CallOutcome,
  CallPolicy,
  CallRequest,
  RawToolResult,
  ToolExecutor,
} from './types.ts';
import { createArgumentValidator } from './validation/index.ts';

export interface CallPathOptions {
  readonly execute: ToolExecutor;
  /** Names that are the bridge itself: calling one through the bridge is refused. */
  readonly bridgeNames?: readonly string[];
  readonly policy?: CallPolicy;
  readonly hooks?: readonly CallHook[];
  /** Told of hooks that fail after the call; the call's own outcome stands. */
  readonly onHookError?: (error: unknown, event: CallEvent) => void;
}

/** The one way to a tool: direct calls, `tool_call` and every later entrance end here. */
export interface CallPath {
  /**
   * Resolves, checks, validates and runs. Resolves with the tool's own result, also when that says `isError`.
   * @throws ToolscoutError with a code that says why nothing ran, or what became of a call that did.
   */
  call(catalog: Catalog, request: CallRequest, context?: CallContext): Promise<RawToolResult>;
}

/** Builds the call path over an executor. */
export function createCallPath(options: CallPathOptions): CallPath {
  const { execute, bridgeNames = [], policy, hooks = [], onHookError } = options;

  const call = async (catalog: Catalog, request: CallRequest, context: CallContext = {}): Promise<RawToolResult> => {
    if (bridgeNames.includes(request.reference.trim())) {
      throw new ToolscoutError(
        'BRIDGE_IN_BRIDGE',
        `"${request.reference}" is the bridge itself and cannot be called through it.`,
        {
          next: 'Give the name of the tool you want to run, as a search returned it.',
        },
      );
    }
    const tool = resolveTool(catalog, request.reference);
    const args = readArguments(tool, request.arguments);
    const { session, entrance = 'direct' } = context;
    const event: CallEvent = { callId: globalThis.crypto.randomUUID(), tool, arguments: args, session, entrance };
    await checkPolicy(policy, event);
    validate(tool, args);
    for (const hook of hooks) await hook.before?.(event);

    let outcome: CallOutcome;
    try {
      outcome = { ok: true, result: await execute(tool, tool.wrapped ? unwrap(args) : args, context) };
    } catch (error) {
      outcome = { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
    for (const hook of hooks) {
      try {
        await hook.after?.(event, outcome);
      } catch (error) {
        onHookError?.(error, event);
      }
    }
    if (outcome.ok) return outcome.result;
    throw outcome.error;
  };
  return { call };
}

/** Finds the tool a reference means, or says precisely why not. */
export function resolveTool(catalog: Catalog, reference: string): Tool {
  const resolution = catalog.resolve(reference);
  if (resolution.kind === 'found') return resolution.tool;
  if (resolution.kind === 'ambiguous') {
    const owners = resolution.tools.map((tool) => tool.name);
    throw new ToolscoutError('AMBIGUOUS_TOOL', `"${shown(reference)}" is the name of ${owners.length} tools.`, {
      next: `Use one of these full names: ${owners.slice(0, 20).join(', ')}.`,
      details: { tools: owners },
    });
  }
  const similar = resolution.similar.map((tool) => tool.name);
  throw new ToolscoutError('UNKNOWN_TOOL', `There is no tool named "${shown(reference)}".`, {
    next: similar.length > 0 ? `Close names: ${similar.join(', ')}. Or search again.` : 'Search for the tool you need.',
    details: { reference: shown(reference), similar },
  });
}

/** No arguments at all means an empty object; anything but an object is refused here, before policy sees it. */
function readArguments(tool: Tool, value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value;
  throw new ToolscoutError(
    'INVALID_ARGUMENTS',
    `Arguments of ${tool.name} must be an object, got ${describeType(value)}.`,
    {
      next: 'Send the arguments as one JSON object.',
      details: { tool: tool.name, path: '', expected: 'object' },
    },
  );
}

async function checkPolicy(policy: CallPolicy | undefined, event: CallEvent): Promise<void> {
  const decision = policy === undefined ? true : await policy(event);
  if (decision === true) return;
  throw new ToolscoutError('NOT_ALLOWED', `${event.tool.name} was blocked: ${typeof decision === 'string' ? decision : decision.ask}`, {
    next: 'Tell the user; do not try another way around.',
    details: { tool: event.tool.name },
  });
}

function validate(tool: Tool, args: Readonly<Record<string, unknown>>): void {
  const outcome = createArgumentValidator(tool.inputSchema)(args);
  if (outcome.valid) return;
  const [first] = outcome.problems;
  throw new ToolscoutError(
    'INVALID_ARGUMENTS',
    `Arguments of ${tool.name} do not fit: ${outcome.problems.map((problem) => `${problem.path || '/'}: ${problem.message}`).join('; ')}.`,
    {
      next: 'Correct the arguments and call again.',
      details: {
        tool: tool.name,
        path: first?.path ?? '',
        ...(first?.expected === undefined ? {} : { expected: first.expected }),
        problems: outcome.problems,
      },
    },
  );
}

/** A source whose schema is not an object gets the bare value back. */
function unwrap(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return args.value as Readonly<Record<string, unknown>>;
}

function shown(reference: string): string {
  return reference.length > 120 ? `${reference.slice(0, 119)}…` : reference;
}

function describeType(value: unknown): string {
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
