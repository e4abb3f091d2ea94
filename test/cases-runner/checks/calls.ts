import { listOf, own, pathOf, shown, textsOf, valueAt } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import { leavesOf, type Outcome, textOf } from '../outcome.ts';
import type { HookSighting, RecordedCall } from '../product/recorder.ts';
import {
  type CheckGroup,
  COMPARISONS,
  compare,
  fails,
  HOLDS,
  numberOf,
  sameJson,
  unmapped,
  type Verdict,
  when,
} from './check.ts';

/** What reached the tools, and what the stations on the way were shown. */
export const CALL_CHECKS: CheckGroup = {
  call_received: {
    fields: ['ref', 'arguments'],
    needs: ['arguments'],
    run: ({ ref, arguments: args }, unit) => {
      const calls = callsOf(unit).filter((call) => ref === undefined || isMeant(toRef(ref), call));
      return when(
        calls.some((call) => sameJson(call.arguments, args)),
        () => `received ${shown(callsOf(unit), 400)}`,
      );
    },
  },
  call_count: {
    fields: ['ref', 'n'],
    run: (check, unit) => {
      const n = numberOf(check, 'n');
      if (n === undefined) return unmapped('n is no number');
      if (!hasFakes(unit)) return unmapped('calls are counted where tools are fakes');
      const calls = callsOf(unit).filter((call) => check.ref === undefined || isMeant(toRef(check.ref), call));
      return when(calls.length === n, () => `${calls.length} calls: ${shown(calls, 400)}`);
    },
  },
  not_forwarded: {
    fields: ['ref', 'keys'],
    run: ({ ref, keys }, unit) => {
      const calls = callsOf(unit).filter((call) => ref === undefined || isMeant(toRef(ref), call));
      const forbidden = textsOf(keys);
      const wrong = calls.filter(
        ({ arguments: args }) => keys === undefined || forbidden.some((key) => own(args, key) !== undefined),
      );
      return when(wrong.length === 0, () => `forwarded ${shown(wrong)}`);
    },
  },
  max_parallel_calls: {
    fields: ['n', 'value'],
    run: (check, unit) => {
      const limit = numberOf(check, 'n', 'value');
      if (limit === undefined || !hasFakes(unit)) return unmapped('needs a number and fake tools');
      return when(unit.world.recorder.mostOpen <= limit, `${unit.world.recorder.mostOpen} calls at once`);
    },
  },
  parallel_matches: { fields: ['field'], run: ({ field }, unit) => matchesOwnArguments(unit, String(field)) },
  hook_saw: {
    fields: ['ref', 'arguments'],
    needs: ['ref'],
    run: ({ ref, arguments: args }, unit) => {
      const seen = sightingsOf(unit).filter((one) => one.phase === 'before' && isMeant(toRef(ref), one));
      const found = args === undefined ? seen.length > 0 : seen.some((one) => sameJson(one.arguments, args));
      return when(found, () => `hooks saw ${shown(sightingsOf(unit), 400)}`);
    },
  },
  hook_counts: {
    fields: ['before', 'after'],
    needs: ['before', 'after'],
    run: (check, unit) => {
      for (const phase of ['before', 'after'] as const) {
        const expected = numberOf(check, phase);
        const actual = sightingsOf(unit).filter((one) => one.phase === phase).length;
        if (expected !== undefined && actual !== expected) return fails(`${phase}-hooks ran ${actual} times`);
      }
      return HOLDS;
    },
  },
  hook_outcomes: {
    fields: ['values'],
    run: ({ values }, unit) => {
      const outcomes = sightingsOf(unit).flatMap(({ outcome }) => outcome ?? []);
      return when(sameJson(outcomes, values), () => `the outcomes are ${outcomes.join(', ')}`);
    },
  },
  hook_names_exclude: {
    fields: ['names'],
    needs: ['names'],
    run: ({ names }, unit) => {
      const found = sightingsOf(unit).find(({ name, tool }) =>
        textsOf(names).some((one) => one === name || one === tool),
      );
      return when(found === undefined, () => `a hook saw ${shown(found)}`);
    },
  },
  hook_matches_call: {
    fields: [],
    run: (_check, unit) => {
      const seen = sightingsOf(unit).filter(({ phase }) => phase === 'before');
      const strange = callsOf(unit).find((call) => !seen.some((one) => isSame(one, call)));
      return when(strange === undefined, () => `no hook saw ${shown(strange)}`);
    },
  },
  raw_result: {
    fields: ['id', 'path', 'exists', ...COMPARISONS],
    run: (check, unit) => {
      const answers = messagesOf(unit).filter((message) => own(message, 'method') === undefined);
      const answer =
        check.id === undefined ? answers.at(-1) : answers.find((message) => own(message, 'id') === check.id);
      if (answer === undefined) return fails('there is no answer');
      const result = own(answer, 'result');
      if (result === undefined) return fails(`the answer is an error: ${shown(answer)}`);
      const value = valueAt(result, pathOf(check.path));
      if (typeof check.exists === 'boolean') return when((value !== undefined) === check.exists, () => shown(result));
      return compare(check, value);
    },
  },
  raw_has: {
    fields: ['id', 'path', 'strings', 'method', ...COMPARISONS],
    needs: ['path', 'strings', 'method', 'id'],
    run: (check, unit) => {
      const wanted = messagesOf(unit).filter(
        (message) =>
          (check.id === undefined || own(message, 'id') === check.id) &&
          (check.method === undefined || own(message, 'method') === check.method),
      );
      if (wanted.length === 0) return fails('no such message came');
      if (check.path !== undefined) {
        const verdicts = wanted.map((message) => {
          const value = valueAt(message, pathOf(check.path));
          const compared = COMPARISONS.some((field) => Object.hasOwn(check, field));
          return compared
            ? compare(check, value)
            : when(value !== undefined, () => `${shown(message)} has no such part`);
        });
        return verdicts.find(({ kind }) => kind === 'holds') ?? verdicts[0]!;
      }
      const missing = textsOf(check.strings).filter(
        (text) => !wanted.some((message) => JSON.stringify(message).includes(text)),
      );
      return when(missing.length === 0, () => `${shown(missing)} is in none of ${shown(wanted, 400)}`);
    },
  },
};

function hasFakes({ world }: Outcome): boolean {
  return world.plan.entries.length > 0;
}

/** Calls that the output's own steps made; the whole action has them all but those of the checks. */
export function callsOf(unit: Outcome): readonly RecordedCall[] {
  const echoed = hasFakes(unit) ? [] : leavesOf(unit).flatMap((leaf) => echoedCall(leaf, serverOf(leaf)) ?? []);
  return [...unit.world.recorder.calls.filter(({ step }) => isWithin(step, unit.path)), ...echoed];
}

export function sightingsOf(unit: Outcome): readonly HookSighting[] {
  return unit.world.recorder.sightings.filter(({ step }) => isWithin(step, unit.path));
}

function isWithin(step: string, path: string): boolean {
  if (step.startsWith('check')) return false;
  return path === '' || step === path || step.startsWith(`${path}.`);
}

function isSame(sighting: HookSighting, call: RecordedCall): boolean {
  return sighting.server === call.server && sighting.tool === call.tool && sameJson(sighting.arguments, call.arguments);
}

/** Some test servers say in their answer which call they received; which of them it was, the hooks know. */
export function echoedCall(outcome: Outcome, server: string): RecordedCall | undefined {
  try {
    const { tool, arguments: args } = JSON.parse(textOf(outcome)) as Record<string, unknown>;
    return typeof tool === 'string' ? { step: outcome.path, server, tool, arguments: args } : undefined;
  } catch {
    return undefined;
  }
}

function serverOf({ world, path }: Outcome): string {
  return world.recorder.sightings.find(({ step }) => step === path)?.server ?? '';
}

/** Each of the calls made together got the answer to its own arguments. */
function matchesOwnArguments(unit: Outcome, field: string): Verdict {
  const calls = leavesOf(unit).filter(({ given }) => own(given, field) !== undefined);
  if (calls.length === 0) return unmapped(`no step gives ${field}`);
  const wrong = calls.find((call) => {
    const echo = hasFakes(unit) ? callsOf(call)[0] : echoedCall(call, serverOf(call));
    return !sameJson(own(echo?.arguments, field), own(call.given, field));
  });
  return when(wrong === undefined, () => `step ${wrong?.path} got ${shown(wrong?.value)} for ${shown(wrong?.given)}`);
}

function messagesOf(unit: Outcome): readonly unknown[] {
  return leavesOf(unit).flatMap(({ op, value }) => (op === 'gateway_raw' ? listOf(value) : []));
}
