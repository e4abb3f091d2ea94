import {
  type ConvertedSchema,
  convertSchema,
  isSchemaValidFor,
  type SchemaTarget,
  strictProblems,
} from '../../../src/tools/index.ts';
import type { Check } from '../case-file.ts';
import { isObject, type Json, listOf, own, shown, textsOf } from '../json.ts';
import { modelKey, toModelArguments } from '../model-arguments.ts';
import { isTarget, TARGETS } from '../ops/bridge.ts';
import type { Outcome, SeenTool } from '../outcome.ts';
import { CHECK_STEP } from '../product/recorder.ts';
import { allPropertyNames, alternatives, itemNodes, propertyNodes } from '../schema-walk.ts';
import { all, type CheckContext, type CheckGroup, fails, sameJson, unmapped, type Verdict, when } from './check.ts';
import { toolsOf } from './tools.ts';

/** Argument schemas in the dialect of a provider, and the way back from it. */
export const SCHEMA_CHECKS: CheckGroup = {
  schema_valid_for: {
    fields: ['targets', 'tool'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, tool, converted }) => {
        const problems = problemsFor(converted, target);
        return when(problems.length === 0, () => `${tool.tool} for ${target}: ${shown(problems, 400)}`);
      }),
  },
  root_has_no: {
    fields: ['keywords', 'tool'],
    needs: ['keywords'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, tool, converted }) => {
        const found = textsOf(check.keywords).filter((keyword) => Object.hasOwn(converted.schema, keyword));
        return when(found.length === 0, () => `${tool.tool} for ${target} has ${found.join(', ')}`);
      }),
  },
  properties: {
    fields: ['tool', 'names'],
    needs: ['names'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, converted }) => {
        const missing = textsOf(check.names).filter((name) => modelKey(name, converted) === undefined);
        return when(
          missing.length === 0,
          () => `${target}: ${shown(missing)} is missing in ${shown(converted.schema, 400)}`,
        );
      }),
  },
  nested_property: {
    fields: ['tool', 'path'],
    needs: ['path'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, converted }) => {
        const nodes = nodesAt(converted, listOf(check.path));
        return when(
          nodes.length > 0,
          () => `${target}: nothing at ${shown(check.path)} in ${shown(converted.schema, 400)}`,
        );
      }),
  },
  required_equals: {
    fields: ['tool', 'path', 'names', 'values', 'equals'],
    needs: ['names', 'values', 'equals'],
    run: (check, unit) => {
      const wanted = textsOf(check.names ?? check.values ?? check.equals);
      return onForms(check, unit, ({ target, converted }) => {
        const [node] = alternatives(nodesAt(converted, listOf(check.path)), converted.schema);
        const names = wanted.map((name) => (check.path === undefined ? (modelKey(name, converted) ?? name) : name));
        const required = textsOf(node?.required);
        return when(
          sameJson([...required].sort(), [...names].sort()),
          () => `${target}: required is ${shown(required)}`,
        );
      });
    },
  },
  enum_equals: {
    fields: ['tool', 'path', 'values', 'equals'],
    needs: ['values', 'equals'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, converted }) => {
        const nodes = alternatives(nodesAt(converted, listOf(check.path)), converted.schema);
        const lists = nodes.flatMap((node) => (Array.isArray(node.enum) ? [node.enum as readonly unknown[]] : []));
        const wanted = listOf(check.values ?? check.equals);
        // Some providers take texts only.
        const texts = wanted.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
        const found = lists.some((list) => sameJson(list, wanted) || (target === 'gemini' && sameJson(list, texts)));
        return when(found, () => `${target}: enum is ${shown(lists)}`);
      }),
  },
  type_at: {
    fields: ['tool', 'path', 'type'],
    needs: ['type'],
    run: (check, unit) =>
      onForms(check, unit, ({ target, converted }) => {
        const nodes = alternatives(nodesAt(converted, listOf(check.path)), converted.schema);
        const types = nodes.flatMap(({ type }) => textsOf(type).map((word) => word.toLowerCase()));
        return when(types.includes(String(check.type)), () => `${target}: type is ${shown(types)}`);
      }),
  },
  property_keys_match: {
    fields: ['pattern', 'tool'],
    needs: ['pattern'],
    run: (check, unit) => {
      const rule = new RegExp(String(check.pattern), 'u');
      return onForms(check, unit, ({ target, tool, converted }) => {
        const wrong = allPropertyNames(converted.schema).filter((name) => !rule.test(name));
        return when(wrong.length === 0, () => `${tool.tool} for ${target}: ${shown(wrong)}`);
      });
    },
  },
  validates: {
    fields: ['tool', 'arguments', 'valid'],
    needs: ['valid'],
    run: async ({ tool: name, arguments: args, valid }, unit, context) => {
      const tool = (await toolsOf(unit)).find((one) => one.tool === name);
      if (tool === undefined) return fails(`there is no tool ${String(name)}`);
      const { forwarded, outcome } = await callThrough(tool, args, unit, context);
      if (outcome.failure !== undefined && outcome.failure.code !== 'INVALID_ARGUMENTS') {
        return fails(`the call fails otherwise: ${shown(outcome.value)}`);
      }
      return when((forwarded !== undefined) === valid, () => `${shown(args)} gives ${shown(outcome.value, 400)}`);
    },
  },
  round_trip: {
    fields: ['tool', 'original_arguments'],
    needs: ['original_arguments'],
    run: (check, unit, context) =>
      onForms(check, unit, async ({ target, tool, converted, wrapped }) => {
        const original = wrapped ? { value: check.original_arguments } : check.original_arguments;
        const written = toModelArguments(original, converted);
        const restored = converted.restoreArguments(structuredClone(written));
        const { forwarded, outcome } = await callThrough(tool, restored, unit, context);
        if (forwarded === undefined) return fails(`${target}: ${shown(written)} is refused: ${shown(outcome.value)}`);
        return when(
          sameJson(forwarded.arguments, check.original_arguments),
          () => `${target}: ${shown(written)} arrives as ${shown(forwarded.arguments)}`,
        );
      }),
  },
};

/** What the provider would refuse; a schema that cannot be strict is declared without. */
function problemsFor({ schema, strict }: ConvertedSchema, target: SchemaTarget): readonly string[] {
  if (target !== 'openai-strict' && target !== 'anthropic-strict') return isSchemaValidFor(schema, target);
  return strict ? strictProblems(schema, target) : [`cannot be strict for ${target}`];
}

interface Form {
  readonly target: SchemaTarget;
  readonly tool: SeenTool;
  readonly converted: ConvertedSchema;
  /** The server's own schema is no object; it is the one property of ours. */
  readonly wrapped: boolean;
}

/** Every tool in every dialect that the check or the action speaks of; `tool` picks one of them. */
async function onForms(
  check: Check,
  unit: Outcome,
  look: (form: Form) => Verdict | Promise<Verdict>,
): Promise<Verdict> {
  const named = textsOf(check.targets);
  const later = named.find((target) => !isTarget(target));
  if (later !== undefined) return unmapped(`target ${later}: not known to the runner`);
  const inFacets = Object.keys(unit.facets ?? {}).filter(isTarget);
  const targets = named.length > 0 ? named.filter(isTarget) : inFacets.length > 0 ? inFacets : TARGETS;
  const gateway = await unit.world.settledGateway();
  const verdicts: Verdict[] = [];
  for (const seen of await toolsOf(unit)) {
    if (check.tool !== undefined && seen.tool !== check.tool) continue;
    const tool = gateway.catalog().byId(seen.id);
    if (tool === undefined) return fails(`${seen.id} is not in the catalog any more`);
    for (const target of targets) {
      const converted = convertSchema(tool.inputSchema, target);
      verdicts.push(await look({ target, tool: seen, converted, wrapped: tool.wrapped }));
    }
  }
  return verdicts.length === 0 ? fails(`there is no tool ${String(check.tool ?? '')}`) : all(verdicts);
}

/** A call as the call path takes it, and what arrived at the fake tool. */
async function callThrough(
  tool: SeenTool,
  args: unknown,
  unit: Outcome,
  context: CheckContext,
): Promise<{ readonly forwarded: { readonly arguments: unknown } | undefined; readonly outcome: Outcome }> {
  const { calls } = unit.world.recorder;
  const before = calls.length;
  const outcome = await context.perform({ op: 'gateway_call', name: tool.name, arguments: args });
  return { forwarded: calls.slice(before).find(({ step }) => step.startsWith(CHECK_STEP)), outcome };
}

/** Schemas at a path of original property names; a number or `*` goes into the items of a list. */
function nodesAt(converted: ConvertedSchema, path: readonly unknown[]): readonly unknown[] {
  const root: Json = converted.schema;
  let nodes: readonly unknown[] = [root];
  for (const [depth, step] of path.entries()) {
    if (typeof step === 'number' || step === '*' || step === '[]') {
      nodes = itemNodes(nodes, root);
      continue;
    }
    const key = String(step);
    const name = depth === 0 ? (modelKey(key, converted) ?? key) : key;
    const direct = propertyNodes(nodes, root, name);
    // A path may leave the step into a list unsaid.
    nodes = direct.length > 0 ? direct : propertyNodes(itemNodes(nodes, root), root, name);
  }
  return nodes.filter((node) => isObject(node) || own(node, 'type') !== undefined);
}
