import { isAction } from '../case-file.ts';
import { listOf, own, pathOf, shown, textsOf, valueAt } from '../json.ts';
import { type Failure, isFailed, leavesOf, type Outcome } from '../outcome.ts';
import { type CheckGroup, compare, fails, HOLDS, numberOf, unmapped, type Verdict, when } from './check.ts';
import { configValue } from './config.ts';
import { timeLimit } from './output.ts';

/** Kinds of errors as cases name them. Any other kind is a code of the product in small letters. */
const KINDS: Readonly<Record<string, (failure: Failure) => boolean>> = {
  unknown_tool: ({ code }) => code === 'UNKNOWN_TOOL' || code === 'TOOL_REMOVED',
  timeout: ({ code }) => code === 'CALL_TIMEOUT' || code === 'CODE_TIMEOUT',
  server_unavailable: ({ code }) => code === 'SERVER_UNAVAILABLE',
  auth_required: ({ code, details }) =>
    code === 'SERVER_UNAVAILABLE' && (details.auth === true || details.status === 401 || details.status === 403),
  cancelled: ({ code }) => code === 'CALL_CANCELLED',
  invalid_arguments: ({ code }) => code === 'INVALID_ARGUMENTS',
  denied: ({ code }) => code === 'NOT_ALLOWED',
};

/** Steps that can be refused or fail; the others pass time or change the scene. */
const SILENT_OPS: ReadonlySet<string> = new Set(['wait_ms', 'list', 'list_catalog', 'restart', 'stop_gateway']);

/** How steps ended. */
export const OUTCOME_CHECKS: CheckGroup = {
  error: {
    fields: ['kind', 'message_contains', 'contains'],
    run: ({ kind, message_contains: contains, contains: alias }, unit) => {
      const known = kind === undefined ? undefined : KINDS[String(kind)];
      if (kind !== undefined && known === undefined) return unmapped(`error kind ${String(kind)} is not known`);
      const steps = leavesOf(unit).filter(({ op }) => !SILENT_OPS.has(op));
      if (steps.length === 0) return fails('no step could be an error');
      for (const step of steps) {
        const { failure } = step;
        if (!isFailed(step)) return fails(`step ${step.path} is no error but ${shown(step.value)}`);
        if (known !== undefined && (failure === undefined || !known(failure))) {
          return fails(`step ${step.path} is no ${String(kind)} but ${shown(failure ?? step.value)}`);
        }
        const missing = textsOf(contains ?? alias).find((text) => !shown(step.value, 1e6).includes(text));
        if (missing !== undefined) return fails(`the error does not say ${shown(missing)}: ${shown(step.value)}`);
      }
      return HOLDS;
    },
  },
  no_error: {
    fields: [],
    run: (_check, unit) => {
      const failed = leavesOf(unit).find(isFailed);
      return when(failed === undefined, () => `step ${failed?.path || '0'} is an error: ${shown(failed?.value, 400)}`);
    },
  },
  is_error: {
    fields: ['value'],
    run: ({ value = true }, unit) => {
      const steps = leavesOf(unit).filter(({ op }) => !SILENT_OPS.has(op));
      const wrong = steps.find((step) => isFailed(step) !== value);
      return when(
        steps.length > 0 && wrong === undefined,
        () => `isError is not ${String(value)} in ${shown(wrong?.value)}`,
      );
    },
  },
  defined_outcome: { fields: [], run: (_check, unit, { crashes }) => undefinedOutcome(unit, crashes) },
  no_crash: { fields: [], run: (_check, unit, { crashes }) => undefinedOutcome(unit, crashes) },
  next_ok: {
    fields: ['op', 'action', 'code', 'equals'],
    run: async (check, _unit, context) => {
      const next = Object.hasOwn(check, 'code') ? { op: 'code', code: check.code } : (check.op ?? check.action);
      if (!isAction(next)) return unmapped('says no next step');
      const outcome = await context.perform(next);
      if (isFailed(outcome)) return fails(`the next step fails: ${shown(outcome.value)}`);
      return Object.hasOwn(check, 'equals') ? compare(check, outcome.value) : HOLDS;
    },
  },
  concurrent_ok: {
    fields: ['op', 'max_ms'],
    run: (check, _unit, context) => {
      const outcome = context.concurrent(check);
      if (outcome === undefined) return unmapped('nothing ran beside the action');
      if (isFailed(outcome)) return fails(`what ran beside fails: ${shown(outcome.value)}`);
      const limit = numberOf(check, 'max_ms');
      return when(limit === undefined || outcome.ms <= timeLimit(limit), `it took ${Math.round(outcome.ms)} ms`);
    },
  },
  parent_rss_growth_lt_mb: {
    fields: ['value'],
    run: (check, _unit, { rssGrowth }) => {
      const limit = numberOf(check, 'value');
      if (limit === undefined) return unmapped('the limit is no number');
      const grown = Math.round(rssGrowth / 2 ** 20);
      return when(grown < limit, `memory grew by ${grown} MB`);
    },
  },
  rejected_or_clamped: {
    fields: ['path', 'min', 'max', 'value'],
    run: async (check, unit) => {
      const steps = leavesOf(unit);
      if (steps.every(isFailed)) return HOLDS;
      const { path } = check;
      const [min, max] = [numberOf(check, 'min') ?? -Infinity, numberOf(check, 'max') ?? Infinity];
      for (const step of steps.filter((one) => !isFailed(one))) {
        const value = path === undefined ? step.hits?.length : await clampedValue(step, path);
        if (typeof value !== 'number' || (min === -Infinity && max === Infinity)) {
          return unmapped('names no value with bounds that can be looked at');
        }
        if (value < min || value > max) return fails(`${shown(path ?? 'hits')} is ${value}`);
      }
      return HOLDS;
    },
  },
};

async function clampedValue(step: Outcome, path: unknown): Promise<unknown> {
  return step.op === 'load_config'
    ? configValue(await step.world.config(), pathOf(path))
    : valueAt(step.value, pathOf(path));
}

/** An end that the product did not mean: an exception of its own, a signal, an exit code that says nothing. */
function undefinedOutcome(unit: Outcome, crashes: readonly string[]): Verdict {
  if (crashes.length > 0) return fails(`uncaught: ${shown(crashes[0], 400)}`);
  for (const leaf of leavesOf(unit)) {
    if (leaf.failure?.code === 'FOREIGN') return fails(`step ${leaf.path || '0'} threw: ${leaf.failure.message}`);
    const code = leaf.exit?.code;
    if (leaf.exit !== undefined && (leaf.exit.signal !== null || !listOf([0, 1, 2]).includes(code))) {
      return fails(`the process ended with ${String(code ?? leaf.exit.signal)}`);
    }
    if (own(leaf.value, 'code') === 'INTERNAL') return fails(`an internal fault: ${shown(leaf.value)}`);
  }
  return HOLDS;
}
