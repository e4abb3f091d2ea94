import { Server } from '@modelcontextprotocol/server';
import { type CallProgress, type RawToolResult, toCallFailure } from '../calling/index.ts';
import { unpackIntegers } from '../shared/exact-json.ts';
import { isObject } from '../shared/json.ts';
import type { GatewaySession } from './session-view.ts';
import { PACKAGE_VERSION } from './version.ts';

/**
 * One MCP server instance for one connection (stdio), session (HTTP, 2025 era) or request (HTTP, 2026 era). It holds
 * no state of its own: everything is in the gateway.
 */
export function createMcpServer(gateway: GatewaySession): Server {
  const server = new Server(
    { name: 'toolscout', title: 'Toolscout', version: PACKAGE_VERSION },
    { capabilities: { tools: { listChanged: true } }, instructions: gateway.instructions() },
  );
  const { search, describe, call } = gateway.bridgeNames;

  server.setRequestHandler('tools/list', async () => ({ tools: [...(await gateway.bridgeTools())] as never[] }));

  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, _meta: meta } = request.params;
    const input = unpackIntegers(request.params.arguments);
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
    try {
      switch (name) {
        case search:
          return structured(await gateway.search(input));
        case describe:
          return structured(await gateway.describe(input));
        case call:
          return toWire(await gateway.call(input, { signal, ...(onProgress === undefined ? {} : { onProgress }) }));
        default:
          // A host may send a hidden tool's own name; it runs under the same rules.
          return toWire(
            await gateway.call(
              { name, arguments: input },
              { signal, entrance: 'direct', ...(onProgress === undefined ? {} : { onProgress }) },
            ),
          );
      }
    } catch (error) {
      return { ...structured({ error: toCallFailure(error) }), isError: true };
    }
  });
  return server;
}

/** An answer of ours: structured, and mirrored as text for clients that read only that. */
function structured(answer: object): {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
} {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer as Record<string, unknown>,
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
