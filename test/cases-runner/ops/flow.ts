import { setTimeout as pause } from 'node:timers/promises';
import { isAction } from '../case-file.ts';
import { isObject, listOf, textsOf } from '../json.ts';
import type { OpResult, Outcome } from '../outcome.ts';
import { withVariant } from '../product/setup.ts';
import { type OpContext, type OpGroup, stepPath, UnmappedError } from './op.ts';

/** Steps one after another, at once, or once per entry of the setup; and the life of the gateway between them. */
export const FLOW_OPS: OpGroup = {
  sequence: { fields: ['steps'], run: ({ steps }, context) => runSteps(steps, context) },
  gateway: { fields: ['steps'], run: ({ steps }, context) => runSteps(steps, context) },
  parallel: {
    fields: ['steps'],
    run: async ({ steps }, context) => {
      const children = await Promise.all(
        listOf(steps).map((step, index) => {
          if (!isAction(step)) throw new UnmappedError('a step without an op');
          return context.perform(step, { path: stepPath(context.path, index), earlier: context.earlier });
        }),
      );
      return asResult(children);
    },
  },
  wait_ms: {
    fields: ['value', 'ms'],
    run: async ({ value, ms }) => {
      await pause(Number(value ?? ms));
      return { value: null };
    },
  },
  restart: {
    fields: ['server_order'],
    run: async ({ server_order: order }, { world }) => {
      await world.restart(order === undefined ? undefined : textsOf(order));
      return { value: null };
    },
  },
  reload: {
    fields: ['servers', 'config_text'],
    unmapped: ({ servers, config_text: text }) =>
      typeof text === 'string' || isObject(servers) ? [] : ['op reload: names no configuration'],
    run: async ({ servers, config_text: text }, { world }) => {
      const outcome = await world.reload(typeof text === 'string' ? text : JSON.stringify({ mcpServers: servers }));
      if (outcome.accepted) return { value: outcome };
      const { code, message, details } = outcome.error;
      return { value: null, failure: { code, message, details } };
    },
  },
  stop_gateway: {
    fields: [],
    run: async (_action, { world }) => {
      await world.stop();
      return { value: null };
    },
  },
  set_acl: {
    fields: ['session', 'allow', 'deny'],
    unmapped: ({ session }) => (typeof session === 'string' ? [] : ['op set_acl: names no session']),
    run: async ({ session, allow, deny }, { world }) => {
      const rules = Object.entries({ allow, deny }).filter(([, list]) => list !== undefined);
      await world.setRules(String(session), Object.fromEntries(rules));
      return { value: null };
    },
  },
  each_config: { fields: ['action'], run: ({ action }, context) => runEach('configs', action, context) },
  each_variant: { fields: ['action'], run: ({ action }, context) => runEach('variants', action, context) },
  /** Each entry of `policies` in turn is all that the only session may use. */
  each_policy: { fields: ['action'], run: ({ action }, context) => runEach('policies', action, context) },
};

async function runSteps(steps: unknown, context: OpContext): Promise<OpResult> {
  const children: Outcome[] = [];
  for (const [index, step] of listOf(steps).entries()) {
    if (!isAction(step)) throw new UnmappedError('a step without an op');
    children.push(await context.perform(step, { path: stepPath(context.path, index), earlier: children }));
  }
  return asResult(children);
}

async function runEach(
  kind: 'configs' | 'variants' | 'policies',
  action: unknown,
  context: OpContext,
): Promise<OpResult> {
  if (!isAction(action)) throw new UnmappedError('an inner action without an op');
  const children: Outcome[] = [];
  for (const [index, variant] of listOf(context.setup[kind]).entries()) {
    const inner = context.openWorld(withVariant(context.setup, variant, kind));
    children.push(await inner.perform(action, { path: stepPath(context.path, index) }));
  }
  if (children.length === 0) throw new UnmappedError(`setup ${kind} is empty`);
  return asResult(children);
}

function asResult(children: readonly Outcome[]): OpResult {
  return { value: children.map((child) => child.value), children };
}
