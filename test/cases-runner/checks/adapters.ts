import { isObject, type Json, listOf, own, shown, textsOf } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import type { Outcome } from '../outcome.ts';
import { CHECK_STEP } from '../product/recorder.ts';
import { type CheckGroup, fails, numberOf, sameJson, unmapped, type Verdict, when } from './check.ts';
import { toolsOf } from './tools.ts';

/** What a request to a provider carries, and what becomes of the calls that come back. */
export const ADAPTER_CHECKS: CheckGroup = {
  no_tool_with: {
    fields: ['keys'],
    needs: ['keys'],
    run: ({ keys }, unit) =>
      onRequest(unit, (tools) => {
        const wrong = tools.filter((tool) => hasAll(tool, keys));
        return when(wrong.length === 0, () => `${wrong.length} tools have ${shown(keys)}: ${shown(wrong, 300)}`);
      }),
  },
  tool_with: {
    fields: ['keys', 'n'],
    needs: ['keys'],
    run: (check, unit) => countTools(check, unit, (tool) => hasAll(tool, check.keys)),
  },
  tool_without: {
    fields: ['keys', 'n'],
    needs: ['keys'],
    run: (check, unit) => countTools(check, unit, (tool) => !hasAll(tool, check.keys)),
  },
  implies: {
    fields: ['if', 'then'],
    needs: ['then'],
    run: (check, unit) =>
      onRequest(unit, (tools) => {
        const [condition, consequence] = [check.if, check.then].map((name) => FACTS[String(name)]);
        if (condition === undefined || consequence === undefined)
          return unmapped(`implies ${String(check.if)}, ${String(check.then)}`);
        return when(!condition(tools) || consequence(tools), () => `${String(check.if)} without ${String(check.then)}`);
      }),
  },
  references_resolve: {
    fields: [],
    run: (_check, unit) =>
      onRequest(unit, (tools, messages) => {
        const names = new Set(tools.map(({ name }) => name));
        const lost = referencesIn(messages).filter((name) => !names.has(name));
        return when(lost.length === 0, () => `${shown(lost)} is not among the tools`);
      }),
  },
  deferred_le: {
    fields: ['n', 'value'],
    needs: ['n', 'value'],
    run: (check, unit) =>
      onRequest(unit, (tools) => {
        const limit = numberOf(check, 'n', 'value');
        const deferred = tools.filter((tool) => tool.defer_loading === true).length;
        return limit === undefined ? unmapped('n is no number') : when(deferred <= limit, `${deferred} are deferred`);
      }),
  },
  provider_call_maps_to: {
    fields: ['tool', 'provider_arguments', 'server_arguments'],
    needs: ['server_arguments'],
    run: async ({ tool, provider_arguments: given, server_arguments: expected }, unit, context) => {
      const tools = await toolsOf(unit);
      const meant = tool === undefined ? tools : tools.filter((one) => isMeant(toRef(tool), one));
      if (meant.length !== 1) return unmapped('provider_call_maps_to: which tool is meant is open');
      const { calls } = unit.world.recorder;
      const before = calls.length;
      const call = { id: 'check_1', name: meant[0]!.name, arguments: given };
      const outcome = await context.perform({ op: 'provider_calls', calls: [call] });
      const arrived = calls.slice(before).find(({ step }) => step.startsWith(CHECK_STEP));
      if (arrived === undefined) return fails(`${shown(given)} is refused: ${shown(outcome.value, 400)}`);
      return when(
        sameJson(arrived.arguments, expected),
        () => `${shown(given)} arrives as ${shown(arrived.arguments)}`,
      );
    },
  },
  result_for_each_call_id: {
    fields: [],
    run: (_check, unit) => {
      const asked = textsOf(own(unit.value, 'asked'));
      if (asked.length === 0) return unmapped('no calls were made');
      const answered = listOf(own(unit.value, 'answers')).map((answer) => own(answer, 'id'));
      return when(sameJson(answered, asked), () => `${shown(asked)} are answered as ${shown(answered)}`);
    },
  },
};

const FACTS: Readonly<Record<string, (tools: readonly Json[]) => boolean>> = {
  any_defer_loading: (tools) => tools.some((tool) => tool.defer_loading === true),
  native_search_present: (tools) =>
    tools.some(({ type }) => typeof type === 'string' && type.startsWith('tool_search')),
};

function countTools(check: Json, unit: Outcome, has: (tool: Json) => boolean): Promise<Verdict> | Verdict {
  return onRequest(unit, (tools) => {
    const count = tools.filter(has).length;
    const expected = numberOf(check, 'n');
    return when(expected === undefined ? count > 0 : count === expected, () => `${count} tools: ${shown(tools, 300)}`);
  });
}

/** Every tool of the request, those in namespaces too. */
function onRequest(unit: Outcome, look: (tools: readonly Json[], messages: unknown) => Verdict): Verdict {
  const tools = own(unit.value, 'tools');
  if (!Array.isArray(tools)) return unmapped('no request was built');
  return look(flatten(tools), own(unit.value, 'messages'));
}

function flatten(tools: readonly unknown[]): readonly Json[] {
  return tools.filter(isObject).flatMap((tool) => (Array.isArray(tool.tools) ? flatten(tool.tools) : [tool]));
}

function hasAll(tool: Json, keys: unknown): boolean {
  return textsOf(keys).every((key) => Object.hasOwn(tool, key));
}

function referencesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return value.type === 'tool_reference' ? [value.tool_name] : Object.values(value).flatMap(referencesIn);
}
