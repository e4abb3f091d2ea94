import { buildDirectory } from '../../../src/disclosure/index.ts';
import { convertSchema, type SchemaTarget } from '../../../src/tools/index.ts';
import type { Action } from '../case-file.ts';
import { type Json, textsOf } from '../json.ts';
import type { OpResult, Outcome, SeenTool } from '../outcome.ts';
import type { World } from '../product/world.ts';
import { toSeenTool } from './answers.ts';
import { isTarget } from './bridge.ts';
import { runSnippet } from './code.ts';
import { type OpContext, type OpGroup, stepPath } from './op.ts';

/** What a model or a host gets to see without asking for anything in particular. */
export const LISTING_OPS: OpGroup = {
  list: {
    fields: [],
    run: async (_action, { world }) => ({ value: await (await world.session()).bridgeTools() }),
  },
  list_catalog: {
    fields: [],
    run: async (_action, { world }) => {
      const tools = await catalogTools(world);
      const gateway = await world.session();
      return { value: { bridge: await gateway.bridgeTools(), tools }, tools };
    },
  },
  expose: {
    fields: ['target', 'targets'],
    unmapped: unmappedTargets,
    run: async (action, { world, setup }) => {
      const tools = await catalogTools(world);
      const targets = targetsOf(action, setup);
      return { value: tools, tools, ...(targets.length === 0 ? {} : { facets: toFacets(tools, targets) }) };
    },
  },
  convert: {
    fields: ['target', 'targets'],
    unmapped: (action, setup) => {
      const gaps = unmappedTargets(action, setup);
      return gaps.length > 0 || targetsOf(action, setup).length > 0 ? gaps : ['op convert: names no target'];
    },
    run: async (action, { world, setup }) => {
      const tools = await catalogTools(world);
      const facets = toFacets(tools, targetsOf(action, setup));
      return { value: facets, tools, facets };
    },
  },
  /** Prompt or not, the directory has one form. */
  directory: {
    fields: ['format'],
    unmapped: ({ format = 'prompt' }) =>
      format === 'prompt' ? [] : [`op directory: format ${String(format)} is not known to the runner`],
    run: (_action, { world }) => directoryOf(world),
  },
  surfaces: {
    fields: ['of'],
    run: async ({ of }, context) => {
      const children: Outcome[] = [];
      for (const [index, surface] of textsOf(of).entries()) {
        children.push(
          await context.perform(surfaceAction(surface), { path: stepPath(context.path, index), label: surface }),
        );
      }
      return { value: children.map((child) => child.value), children };
    },
  },
  /** What a session is told of its own doings. */
  telemetry_for: {
    fields: ['session'],
    run: async ({ session }, { world }) => ({
      value: world.telemetry.list(session === undefined ? undefined : String(session)),
    }),
  },
  /** One surface; a step of `surfaces` only, for what has no operation of its own. */
  surface: {
    fields: ['kind'],
    run: async ({ kind }, context) => surfaceResult(String(kind), context),
  },
};

async function catalogTools(world: World): Promise<readonly SeenTool[]> {
  await world.settledGateway();
  const gateway = await world.session();
  return gateway.catalog().tools.map(toSeenTool);
}

async function directoryOf(world: World): Promise<OpResult> {
  await world.settledGateway();
  const gateway = await world.session();
  const { text } = buildDirectory(gateway.catalog(), { names: gateway.bridgeNames });
  return { value: text, text, tools: gateway.catalog().tools.map(toSeenTool) };
}

function targetsOf(action: Action, setup: Json): readonly SchemaTarget[] {
  return targetNames(action, setup).filter(isTarget);
}

function targetNames(action: Action, setup: Json): readonly string[] {
  return textsOf(action.targets ?? action.target ?? setup.targets ?? setup.target);
}

function unmappedTargets(action: Action, setup: Json): readonly string[] {
  return targetNames(action, setup)
    .filter((target) => !isTarget(target))
    .map((target) => `target ${target}: not known to the runner`);
}

function toFacets(tools: readonly SeenTool[], targets: readonly SchemaTarget[]): Record<string, readonly SeenTool[]> {
  return Object.fromEntries(
    targets.map((target) => [
      target,
      tools.map((tool) => ({ ...tool, inputSchema: convertSchema(tool.inputSchema as never, target).schema })),
    ]),
  );
}

function surfaceAction(surface: string): Action {
  const colon = surface.indexOf(':');
  const kind = colon < 0 ? surface : surface.slice(0, colon);
  const rest = colon < 0 ? undefined : surface.slice(colon + 1);
  if (kind === 'search' && rest !== undefined) return { op: 'search', query: rest };
  if (kind === 'describe' && rest !== undefined) return { op: 'describe', name: rest };
  if (kind === 'call' && rest !== undefined) return { op: 'call', name: rest, arguments: {} };
  if (kind === 'list' || kind === 'bridge') return { op: 'list' };
  if (kind === 'catalog') return { op: 'list_catalog' };
  if (kind === 'directory') return { op: 'directory' };
  return { op: 'surface', kind };
}

async function surfaceResult(kind: string, { world }: OpContext): Promise<{ value: unknown; unmapped?: string }> {
  if (kind === 'instructions') return { value: (await world.session()).instructions() };
  if (kind === 'approval') return { value: world.recorder.approvals };
  if (kind === 'telemetry') return { value: world.telemetry.list(world.sessionName()) };
  if (kind === 'code') return codeSurface(world);
  return { value: undefined, unmapped: `surface ${kind}: not known to the runner` };
}

/** The tool for snippets as it is listed, and what a snippet is told of every tool. */
async function codeSurface(world: World): Promise<OpResult> {
  await world.settledGateway();
  const session = await world.session();
  const ids = JSON.stringify(session.catalog().tools.map(({ id }) => id));
  const code = `return await Promise.all(${ids}.map(async (id) => [await tools.search(id), await tools.describe(id)]))`;
  const result = await runSnippet(world, { code });
  return { ...result, value: [await session.bridgeTools(), result.answer ?? result.value] };
}
