import type { Recall } from '../../../src/disclosure/index.ts';
import type { Action } from '../case-file.ts';
import { isObject } from '../json.ts';
import type { OpResult } from '../outcome.ts';
import { stepContext } from '../product/recorder.ts';
import type { World } from '../product/world.ts';
import { toSeenTool } from './answers.ts';
import { type OpContext, type OpGroup, UnmappedError } from './op.ts';

/** What outlives a conversation: the gateway's own memory of a session, as a host uses it. */
export const SESSION_OPS: OpGroup = {
  /** The model forgets what it was told; the host tells it again what the session used. */
  compact_history: {
    fields: [],
    run: async (_action, { world }) => {
      const view = await world.session();
      const ledger = await world.ledger();
      const { text, tools } = await ledger.afterCompaction(view.catalog(), { callName: view.bridgeNames.call });
      return { value: text, text, tools: tools.map(toSeenTool) };
    },
  },
  serialize_session: {
    fields: [],
    run: async (_action, { world }) => ({ value: await (await world.ledger()).save() }),
  },
  /** From what the last `serialize_session` gave, or from a text or value of the case. */
  resume_session: {
    fields: ['saved', 'from_step'],
    run: async ({ saved, from_step: step }, context) => {
      const { world } = context;
      const view = await world.session();
      const ledger = await world.ledger();
      return recalled(await ledger.resume(saved ?? savedBefore(context, step), view.catalog()));
    },
  },
  /** A session that comes from the one of the step, or from `parent`; it may use no more than that one. */
  fork_session: {
    fields: ['child', 'name', 'parent'],
    unmapped: (action) => (childOf(action) === undefined ? ['op fork_session: names no child'] : []),
    run: async (action, { world }) => {
      const child = childOf(action);
      if (child === undefined) throw new UnmappedError('op fork_session: names no child');
      const parent = typeof action.parent === 'string' ? action.parent : world.sessionName();
      world.fork(child, parent);
      const catalog = await inSession(world, child);
      const given = await (await world.ledger(parent)).handOver(await world.ledger(child), catalog);
      return { value: given.map(({ id }) => id), tools: given.map(toSeenTool) };
    },
  },
};

function childOf({ child, name }: Action): string | undefined {
  const given = child ?? name;
  return typeof given === 'string' ? given : undefined;
}

async function inSession(world: World, session: string): ReturnType<typeof catalogOf> {
  const store = stepContext.getStore();
  return store === undefined ? catalogOf(world) : stepContext.run({ ...store, session }, () => catalogOf(world));
}

async function catalogOf(world: World) {
  return (await world.session()).catalog();
}

function savedBefore({ earlier }: OpContext, step: unknown): unknown {
  const outcome = typeof step === 'number' ? earlier[step] : earlier.findLast(({ op }) => op === 'serialize_session');
  if (!isObject(outcome?.value)) throw new UnmappedError('op resume_session: nothing was saved before');
  // Through text, as a host would keep it.
  return JSON.stringify(outcome.value);
}

function recalled({ tools, gone }: Recall): OpResult {
  return {
    value: { tools: tools.map(({ tool, state }) => ({ id: tool.id, state })), gone: gone.map(({ id }) => id) },
    tools: tools.map(({ tool }) => toSeenTool(tool)),
  };
}
