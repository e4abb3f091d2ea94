import { type Action, isAction } from '../case-file.ts';
import { type Json, listOf } from '../json.ts';
import { LATER_OPS } from '../later.ts';
import type { OpResult, Outcome } from '../outcome.ts';
import { stepContext } from '../product/recorder.ts';
import type { World } from '../product/world.ts';
import { ADAPTER_OPS } from './adapters.ts';
import { BRIDGE_OPS } from './bridge.ts';
import { CODE_OPS } from './code.ts';
import { CONFIG_OPS } from './config.ts';
import { FLOW_OPS } from './flow.ts';
import { LISTING_OPS } from './listing.ts';
import { MODEL_OPS } from './models.ts';
import { type Op, type OpContext, UnmappedError } from './op.ts';
import { OPENAPI_OPS } from './openapi.ts';
import { PROCESS_OPS } from './processes.ts';
import { SESSION_OPS } from './session.ts';
import { TURN_OPS } from './turns.ts';

export { usesCode } from './code.ts';
export { UnmappedError } from './op.ts';

const OPS: Readonly<Record<string, Op>> = {
  ...ADAPTER_OPS,
  ...BRIDGE_OPS,
  ...CODE_OPS,
  ...LISTING_OPS,
  ...MODEL_OPS,
  ...FLOW_OPS,
  ...CONFIG_OPS,
  ...PROCESS_OPS,
  ...TURN_OPS,
  ...SESSION_OPS,
  ...OPENAPI_OPS,
};

/** Fields that say something about a step instead of to the product. */
const NOTES: readonly string[] = [
  // Whose step it is.
  'session',
  'tenant',
  'op',
  'as',
  'note',
  'why',
  'expect',
  'comment',
];

/** Why an action cannot be run today, over all its steps; empty when it can. Nothing is run for this. */
export function unmappedAction(action: Action, setup: Json): string[] {
  const { op } = action;
  if (Object.hasOwn(LATER_OPS, op)) return [`op ${op}: ${LATER_OPS[op]}`];
  const known = Object.hasOwn(OPS, op) ? OPS[op] : undefined;
  if (known === undefined) return [`op ${op}: not known to the runner`];
  const fields = Object.keys(action)
    .filter((key) => !known.fields.includes(key) && !NOTES.includes(key))
    .map((key) => `op ${op}: field ${key} is not known to the runner`);
  const inner = [...listOf(action.steps), ...listOf(action.action)].flatMap((step) =>
    isAction(step) ? unmappedAction(step, setup) : [`op ${op}: a step without an op`],
  );
  return [...fields, ...(known.unmapped?.(action, setup) ?? []), ...inner];
}

export interface PerformOptions {
  readonly setup: Json;
  readonly world: World;
  /** Makes and keeps a further world. */
  readonly newWorld: (setup: Json) => World;
}

/** Runs the action of a case; {@link unmappedAction} has nothing against it. */
export function performAction(action: Action, options: PerformOptions, path = ''): Promise<Outcome> {
  return contextOf(options, path, []).perform(action, { path });
}

function contextOf(options: PerformOptions, path: string, earlier: readonly Outcome[]): OpContext {
  const { setup, world, newWorld } = options;
  return {
    world,
    setup,
    path,
    earlier,
    perform: (action, where) => perform(action, contextOf(options, where.path, where.earlier ?? []), where.label),
    openWorld: (other) => contextOf({ setup: other, world: newWorld(other), newWorld }, path, []),
  };
}

/** The session and tenant that a step names; steps inside it are theirs, too. */
function whose({ session, tenant }: Action): { session?: string; tenant?: string } {
  return {
    ...(typeof session === 'string' ? { session } : {}),
    ...(typeof tenant === 'string' ? { tenant } : {}),
  };
}

async function perform(action: Action, context: OpContext, label: string | undefined): Promise<Outcome> {
  const op = OPS[action.op];
  if (op === undefined) throw new UnmappedError(`op ${action.op}: not known to the runner`);
  const { path, world } = context;
  const startedAt = performance.now();
  const { connections } = world.recorder;
  const { session, tenant } = { ...stepContext.getStore(), ...whose(action) };
  const store = {
    path,
    connections,
    ...(session === undefined ? {} : { session }),
    ...(tenant === undefined ? {} : { tenant }),
  };
  const result: OpResult = await stepContext.run(store, () => op.run(action, context));
  const ms = performance.now() - startedAt;
  const named = label ?? (typeof action.as === 'string' ? action.as : undefined);
  return { world, ...result, path, op: action.op, label: named, ms, given: action.arguments };
}
