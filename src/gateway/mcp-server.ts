import { Server } from '@modelcontextprotocol/server';
import type { CallProgress, RawToolResult } from '../calling/index.ts';
import { CODE_TOOL_NAME, calledTool, callInFormat, describeInFormat, searchInFormat } from '../disclosure/index.ts';
import { unpackIntegers } from '../shared/exact-json.ts';
import { isObject } from '../shared/json.ts';
import type { ClientListener } from './sampled-examples.ts';
import { sessionOf } from './session-name.ts';
import type { GatewaySession } from './session-view.ts';
import { PACKAGE_VERSION } from './version.ts';

/**
 * One MCP server instance for one connection (stdio), session (HTTP, 2025 era) or request (HTTP, 2026 era). It holds
 * no state of its own: everything is in the gateway.
 * @param session which session this is, where the connection is one; otherwise each request says so.
 * @param onClient told when a 2025-era client has initialized, which it may ask something from then on.
 */
export function createMcpServer(gateway: GatewaySession, onClient?: ClientListener, session?: string): Server {
  const server = new Server(
    { ...introduction(gateway.face.name), version: PACKAGE_VERSION },
    {
      capabilities: { tools: { listChanged: true } },
      ...(gateway.face.passesThrough ? {} : { instructions: gateway.instructions() }),
    },
  );
  if (onClient !== undefined) server.oninitialized = () => onClient(server, () => gateway.catalog().tools);
  const { bridgeNames } = gateway;
  const operations = new Map(
    (['search', 'describe', 'call'] as const).map((operation) => [bridgeNames[operation], operation] as const),
  );

  server.setRequestHandler('tools/list', async (_request, context) => {
    const tools = await gateway.bridgeTools({ session: session ?? sessionOf(context) });
    return { tools: [...tools] as never[] };
  });

  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, _meta: meta } = request.params;
    const input = unpackIntegers(request.params.arguments);
    const caller = { session: session ?? sessionOf(context) };
    const { signal } = context.mcpReq;
    const token = meta?.progressToken;
    const onProgress =
      token === undefined
        ? undefined
        : (progress: CallProgress) => {
            // A progress report that cannot be delivered is not worth failing a call for.
            context.mcpReq
              .notify({ method: 'notifications/progress', params: { ...progress, progressToken: token } })
              .catch(() => {});
          };
    const call = {
      signal,
      ...(caller.session === undefined ? {} : { session: caller.session }),
      ...(onProgress === undefined ? {} : { onProgress }),
    };
    const { profile } = gateway.face;
    const isCode = gateway.face.hasCode && name === CODE_TOOL_NAME;
    const operation = gateway.face.passesThrough ? undefined : isCode ? 'code' : operations.get(name);
    try {
      switch (operation) {
        case 'search':
          return structured(
            await searchInFormat(profile, gateway.catalog(), input, (one) => gateway.search(one, caller)),
          );
        case 'describe':
          return structured(
            await describeInFormat(profile, gateway.catalog(), input, (one) => gateway.describe(one, caller)),
          );
        case 'call': {
          const result = await callInFormat(profile, gateway.catalog(), input, (one) => gateway.call(one, call));
          return profile.callsAreUntouched ? toWire(result) : structured(result);
        }
        case 'code': {
          const answer = await gateway.code(input, call);
          return answer.ok ? structured(answer) : { ...structured(answer), isError: true };
        }
        default:
          // A host may send a hidden tool's own name; it runs under the same rules.
          return toWire(await gateway.call({ name, arguments: input }, { ...call, entrance: 'direct' }));
      }
    } catch (error) {
      const tool = operation === 'call' ? calledTool(gateway.catalog(), input, profile) : undefined;
      return { ...structured(profile.failure(error, tool)), isError: true };
    }
  });
  return server;
}

function introduction(name: string | undefined): { readonly name: string; readonly title: string } {
  return { name: name ?? 'toolscout', title: name ?? 'Toolscout' };
}

/** An answer of ours: structured where it is an object, and mirrored as text for clients that read only that. */
function structured(answer: unknown): {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
} {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    ...(isObject(answer) ? { structuredContent: answer } : {}),
  };
}

/**
 * A tool's own result on its way out. The protocol layer refuses a result whose content is not a list, which would
 * lose the rest of it; such content becomes an empty list.
 */
function toWire(result: RawToolResult): { content: never[] } {
  const { content, structuredContent, ...rest } = result;
  return {
    ...rest,
    content: (Array.isArray(content) ? content : []) as never[],
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}
