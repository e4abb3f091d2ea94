import { isObject } from '../../../src/shared/json.ts';
import { type Part, parts, Refused } from './parts.ts';

export type ProxyMode =
  | 'refuse'
  | 'refuse-422'
  | 'strip-deferral'
  | 'strip-search'
  | 'strip-references'
  | 'convert-search';

/**
 * What proxies between a client and a provider have done to deferred tools, each taken from reports of their users.
 * - `refuse`: 400 for members that its own schema lacks. `refuse-422`: the same from a server that checks bodies first.
 * - `strip-deferral`: takes the request, drops `defer_loading`, search tools and namespaces, and shows everything.
 * - `strip-search`: drops the search tool alone.
 * - `strip-references`: drops what a search has found from the history.
 * - `convert-search`: makes an ordinary tool of the search tool and leaves the rest.
 */
export const PROXIES: Readonly<Record<ProxyMode, (body: Part) => Part>> = {
  refuse: (body: Part): Part => refuseNative(body, 400),
  'refuse-422': (body: Part): Part => refuseNative(body, 422),
  'strip-deferral': (body: Part): Part => ({
    ...body,
    tools: parts(body.tools).filter(isNoSearch).flatMap(plain),
    ...withInput(body, ({ type }) => !String(type).startsWith('tool_search')),
  }),
  'strip-search': (body: Part): Part => ({ ...body, tools: parts(body.tools).filter(isNoSearch) }),
  'strip-references': (body: Part): Part => ({
    ...body,
    ...(body.messages === undefined ? {} : { messages: parts(body.messages).map(withoutReferences) }),
    ...(body.input === undefined
      ? {}
      : {
          input: parts(body.input).map((item) => (item.type === 'tool_search_output' ? { ...item, tools: [] } : item)),
        }),
  }),
  'convert-search': (body: Part): Part => ({ ...body, tools: parts(body.tools).map(asOrdinary) }),
};

function isNoSearch({ type }: Part): boolean {
  return !String(type).startsWith('tool_search');
}

function refuseNative(body: Part, status: number): Part {
  const text = JSON.stringify(body);
  const member = ['defer_loading', 'tool_reference', 'tool_search_tool', '"type":"tool_search"', '"namespace"'].find(
    (one) => text.includes(one),
  );
  if (member !== undefined)
    throw new Refused(`tools.0.${member.replaceAll('"', '')}: Extra inputs are not permitted`, status);
  return body;
}

function plain(tool: Part): readonly Part[] {
  if (tool.type === 'namespace') return parts(tool.tools).flatMap(plain);
  const { defer_loading: _deferred, ...rest } = tool;
  return [rest];
}

function withInput(body: Part, keep: (item: Part) => boolean): Part {
  return body.input === undefined ? {} : { input: parts(body.input).filter(keep) };
}

function withoutReferences(message: Part): Part {
  if (!Array.isArray(message.content)) return message;
  const content = parts(message.content).map((block) => {
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) return block;
    return { ...block, content: parts(block.content).filter(({ type }) => type !== 'tool_reference') };
  });
  return { ...message, content };
}

function asOrdinary(tool: Part): Part {
  const schema = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
  if (tool.type === 'tool_search')
    return { type: 'function', name: 'tool_search', description: 'Finds tools.', parameters: schema, strict: false };
  if (!isNoSearch(tool) && isObject(tool))
    return { name: tool.name, description: 'Finds tools.', input_schema: schema };
  return tool;
}
