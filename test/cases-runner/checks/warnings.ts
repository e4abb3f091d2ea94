import { shown, textsOf } from '../json.ts';
import { isMeant, toRef } from '../ops/references.ts';
import type { Outcome } from '../outcome.ts';
import { type CheckGroup, fails, unmapped, type Verdict, when } from './check.ts';
import { toolsOf } from './tools.ts';

/** What the product reports about what it could not take as it was. */
export const WARNING_CHECKS: CheckGroup = {
  warning_names: {
    fields: ['tool', 'server', 'name', 'names', 'strings', 'contains'],
    run: async ({ tool, server, name, names, strings, contains }, unit) => {
      const wanted = [tool, server, name, names, strings, contains].flatMap(textsOf);
      if (wanted.length === 0) return unmapped('names nothing');
      const warnings = await warningsOf(unit);
      const missing = wanted.filter((text) => !warnings.some((warning) => warning.includes(text)));
      return when(missing.length === 0, () => `no warning names ${shown(missing)}: ${shown(warnings, 400)}`);
    },
  },
  warnings_name: {
    fields: ['names', 'strings'],
    run: async ({ names, strings }, unit) => {
      const wanted = [names, strings].flatMap(textsOf);
      if (wanted.length === 0) return unmapped('names nothing');
      const warnings = await warningsOf(unit);
      const missing = wanted.filter((text) => !warnings.some((warning) => warning.includes(text)));
      return when(missing.length === 0, () => `no warning names ${shown(missing)}: ${shown(warnings, 400)}`);
    },
  },
  warning_contains: { fields: ['strings', 'value'], run: ({ strings, value }, unit) => says(unit, [strings, value]) },
  warning: { fields: ['strings', 'contains'], run: ({ strings, contains }, unit) => says(unit, [strings, contains]) },
  no_warning: {
    fields: [],
    run: async (_check, unit) => {
      const warnings = await warningsOf(unit);
      return when(warnings.length === 0, () => shown(warnings, 400));
    },
  },
  present_or_warned: {
    fields: ['ref', 'refs', 'tool', 'tools', 'names', 'server'],
    run: async ({ ref, refs, tool, tools, names, server }, unit) => {
      const given = [ref, refs, tool, tools, names].flatMap((one) =>
        Array.isArray(one) ? one : one === undefined ? [] : [one],
      );
      if (given.length === 0) return unmapped('names nothing');
      const warnings = await warningsOf(unit);
      const listed = await toolsOf(unit);
      for (const one of given) {
        const wanted = toRef(typeof one === 'string' ? { tool: one, server } : one);
        const known =
          listed.some((seen) => isMeant(wanted, seen)) || warnings.some((text) => text.includes(wanted.tool));
        if (!known) return fails(`${wanted.tool} is neither there nor in a warning: ${shown(warnings, 400)}`);
      }
      return when(true, '');
    },
  },
};

async function says(unit: Outcome, given: readonly unknown[]): Promise<Verdict> {
  const parts = given.flatMap(textsOf);
  const warnings = await warningsOf(unit);
  const found = warnings.some((warning) => parts.every((part) => warning.includes(part)));
  return when(found, () => `no warning says ${shown(parts)}: ${shown(warnings, 400)}`);
}

/** Everything that was reported: by the configuration, by reading the tools, by the servers. */
async function warningsOf(unit: Outcome): Promise<readonly string[]> {
  const { world } = unit;
  // A configuration that is only read has no catalog to report about.
  if (unit.op !== 'load_config') await world.settledGateway();
  let loaded: readonly string[] = [];
  try {
    const config = await world.config();
    loaded = [
      ...config.warnings.map(({ path, message }) => `${path}: ${message}`),
      ...config.failed.map(({ name, message }) => `${name}: ${message}`),
    ];
  } catch (error) {
    loaded = [(error as Error).message];
  }
  if (unit.op === 'load_config') return loaded;
  const gateway = await world.gateway();
  return [
    ...loaded,
    ...gateway.catalog().warnings.map(({ tool, message }) => `${tool}: ${message}`),
    ...gateway.statuses().flatMap(({ name, message }) => (message === undefined ? [] : [`${name}: ${message}`])),
    ...world.log.lines.map(({ text }) => text),
  ];
}
