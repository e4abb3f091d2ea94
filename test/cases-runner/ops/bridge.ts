import { CODE_TOOL_NAME } from '../../../src/disclosure/index.ts';
import type { GatewaySession } from '../../../src/gateway/index.ts';
import { parseExact } from '../../../src/shared/exact-json.ts';
import { convertSchema, type SchemaTarget } from '../../../src/tools/index.ts';
import { isObject, own, textLeaves } from '../json.ts';
import type { OpResult } from '../outcome.ts';
import { answerOf, searchResult } from './answers.ts';
import { runSnippet } from './code.ts';
import { type OpContext, type OpGroup, UnmappedError } from './op.ts';
import { referenceOf } from './references.ts';

/** Bridge tools by the names that the cases use, whatever the product calls them. */
const BRIDGE_TOOLS: Readonly<Record<string, 'search' | 'describe' | 'call'>> = {
  tool_search: 'search',
  tool_describe: 'describe',
  tool_call: 'call',
};

/** Everything that a model does through the bridge, or tries to do around it. */
export const BRIDGE_OPS: OpGroup = {
  search: {
    fields: ['query', 'queries', 'limit', 'server'],
    run: async ({ query, queries, limit, server }, { world }) => {
      const gateway = await world.session();
      const input = Object.fromEntries(
        Object.entries({ query, queries, limit, server }).filter(([, value]) => value !== undefined),
      );
      const result = await answerOf(() => onBridge(gateway, 'search', input));
      return { said: textLeaves(input), ...result };
    },
  },
  describe: {
    fields: ['ref', 'name', 'names', 'name_from_step', 'target'],
    run: async (action, context) => {
      const names = own(action, 'names');
      if (names === undefined) return withReference(action, context, describedBy);
      const gateway = await context.world.session();
      const result = await answerOf(async () => ({ value: await gateway.describe({ names }) }));
      return { said: textLeaves(names), ...result };

      async function describedBy(session: GatewaySession, name: unknown): Promise<OpResult> {
        const answer = await session.describe({ name });
        return { value: inDialect(answer, action.target ?? context.world.plan.target) };
      }
    },
  },
  call: {
    fields: ['ref', 'name', 'name_from_step', 'arguments'],
    run: (action, context) =>
      withReference(action, context, async (gateway, name) => ({
        value: await gateway.call({ name, arguments: action.arguments }),
      })),
  },
  bridge_raw: {
    fields: ['tool', 'input'],
    unmapped: ({ tool }) => {
      const name = String(tool);
      return Object.hasOwn(BRIDGE_TOOLS, name) || name === CODE_TOOL_NAME
        ? []
        : [`op bridge_raw ${name}: not known to the runner`];
    },
    run: async ({ tool, input }, { world }) => {
      const gateway = await world.session();
      const given = readInput(input);
      if (tool === CODE_TOOL_NAME) return runSnippet(world, given);
      const result = await answerOf(async () => onBridge(gateway, BRIDGE_TOOLS[String(tool)]!, given));
      return { said: textLeaves(given), ...result };
    },
  },
  gateway_call: { fields: ['name', 'arguments'], run: callOnGateway },
  // The gateway runs a hidden tool that a model names exactly, as directory mode will.
  direct_model_call: { fields: ['name', 'arguments'], run: callOnGateway },
};

async function withReference(
  action: Parameters<typeof referenceOf>[0],
  context: OpContext,
  run: (gateway: GatewaySession, name: unknown) => Promise<OpResult>,
): Promise<OpResult> {
  const name = await referenceOf(action, context);
  const gateway = await context.world.session();
  const result = await answerOf(() => run(gateway, name));
  return { said: textLeaves([name, action.name ?? [], action.arguments ?? []]), ...result };
}

/** `tools/call` with a name as it stands: a bridge tool, or a hidden tool's own. */
async function callOnGateway(
  { name, arguments: args }: Readonly<Record<string, unknown>>,
  { world }: OpContext,
): Promise<OpResult> {
  const gateway = await world.session();
  const { search, describe, call } = gateway.bridgeNames;
  const bridged = name === search ? 'search' : name === describe ? 'describe' : name === call ? 'call' : undefined;
  const result = await answerOf(async () =>
    bridged === undefined ? { value: await gateway.call({ name, arguments: args }) } : onBridge(gateway, bridged, args),
  );
  return { said: textLeaves([name, args]), ...result };
}

async function onBridge(
  gateway: GatewaySession,
  tool: 'search' | 'describe' | 'call',
  input: unknown,
): Promise<OpResult> {
  if (tool === 'search') return searchResult(gateway, await gateway.search(input));
  return { value: tool === 'describe' ? await gateway.describe(input) : await gateway.call(input) };
}

/** Input exactly as the model wrote it. JSON text that is none stays text, as a host would hand it on. */
function readInput(input: unknown): unknown {
  const raw = own(input, 'raw_json');
  if (typeof raw !== 'string') return input;
  try {
    return parseExact(raw);
  } catch {
    return raw;
  }
}

/** What a description of a tool says in the provider's dialect. */
function inDialect(answer: unknown, target: unknown): unknown {
  if (target === undefined || !isObject(answer)) return answer;
  if (!isTarget(target)) throw new UnmappedError(`target ${String(target)}: not known to the runner`);
  const { tools, inputSchema } = answer;
  if (Array.isArray(tools)) return { ...answer, tools: tools.map((tool) => inDialect(tool, target)) };
  return { ...answer, inputSchema: convertSchema(inputSchema as never, target).schema };
}

export const TARGETS: readonly SchemaTarget[] = ['anthropic', 'openai', 'gemini'];

const STRICT_TARGETS: readonly SchemaTarget[] = ['openai-strict', 'anthropic-strict'];

export function isTarget(value: unknown): value is SchemaTarget {
  return [...TARGETS, ...STRICT_TARGETS].some((target) => target === value);
}
