import type { ApiOperation } from '../../../src/sources/index.ts';
import type { Check } from '../case-file.ts';
import { isObject, type Json, shown, textsOf } from '../json.ts';
import { isFailed, type Outcome, type SeenTool } from '../outcome.ts';
import type { ApiRequest } from '../product/http-api.ts';
import { allPropertyNames } from '../schema-walk.ts';
import { all, type CheckContext, type CheckGroup, fails, sameJson, unmapped, type Verdict, when } from './check.ts';
import { toolsOf } from './tools.ts';

/** What a call sends to an HTTP API, and what its tool asks for. */
export const OPENAPI_CHECKS: CheckGroup = {
  http_request: {
    fields: ['tool', 'arguments_by_location', 'arguments', 'expect'],
    needs: ['expect'],
    run: async (check, unit, context) => {
      const request = await requestOf(check, unit, context);
      if (!('method' in request)) return request;
      const { expect } = check;
      if (!isObject(expect)) return unmapped('expect is no object');
      return all(Object.entries(expect).map(([part, wanted]) => comparePart(part, wanted, request)));
    },
  },
  http_body_is: {
    fields: ['tool', 'arguments_by_location', 'arguments', 'equals', 'body'],
    needs: ['equals', 'body'],
    run: async (check, unit, context) => {
      const request = await requestOf(check, unit, context);
      return 'method' in request ? comparePart('body', check.equals ?? check.body, request) : request;
    },
  },
  schema_mentions: {
    fields: ['tool', 'names'],
    needs: ['names'],
    run: async ({ tool: name, names }, unit) => {
      const tool = await toolNamed(name, unit);
      if (tool === undefined) return fails(`there is no tool ${String(name)}`);
      const known = allPropertyNames(tool.inputSchema);
      const missing = textsOf(names).filter((one) => !known.includes(one));
      return when(missing.length === 0, () => `${shown(missing)} is not in ${shown(tool.inputSchema, 600)}`);
    },
  },
};

function comparePart(part: string, wanted: unknown, request: ApiRequest): Verdict {
  switch (part) {
    case 'method':
    case 'url':
      return when(request[part] === wanted, () => `${part} is ${request[part]}`);
    case 'body': {
      const { body } = request;
      const sent = typeof wanted === 'string' ? body : parsed(body);
      return when(sameJson(sent, wanted), () => `body is ${body}`);
    }
    case 'headers': {
      const wrong = Object.entries(isObject(wanted) ? wanted : {}).filter(
        ([name, value]) => request.headers[name.toLowerCase()] !== value,
      );
      return when(wrong.length === 0, () => `headers are ${shown(request.headers, 400)}`);
    }
    default:
      return unmapped(`expect.${part} is not known to the runner`);
  }
}

/** The request of a call with the check's arguments; without any, the last one that the case made. */
async function requestOf(check: Check, unit: Outcome, context: CheckContext): Promise<ApiRequest | Verdict> {
  const api = await unit.world.httpApi();
  if (api === undefined) return unmapped('the setup has no OpenAPI document');
  const { arguments_by_location: places, arguments: args } = check;
  if (places === undefined && args === undefined) {
    return api.requests.at(-1) ?? fails('no request was made');
  }
  const tool = await toolNamed(check.tool, unit);
  if (tool === undefined) return fails(`there is no tool ${String(check.tool ?? '')}`);
  const before = api.requests.length;
  const given = isObject(places) ? byArgument(tool, places, api.operation(tool.tool)) : args;
  const outcome = await context.perform({ op: 'gateway_call', name: tool.name, arguments: given });
  if (isFailed(outcome)) return fails(`the call fails: ${shown(outcome.value, 400)}`);
  return api.requests[before] ?? fails('the call made no request');
}

/** Values by their place in the request → the tool's own arguments. */
function byArgument(tool: SeenTool, places: Json, operation: ApiOperation | undefined): Json {
  const args: Record<string, unknown> = {};
  for (const [place, values] of Object.entries(places)) {
    if (place === 'body') {
      args[operation?.body?.argument ?? 'body'] = values;
      continue;
    }
    for (const [name, value] of Object.entries(isObject(values) ? values : {})) {
      const parameter = operation?.parameters.find((one) => one.in === place && one.name === name);
      if (parameter === undefined) throw new Error(`${tool.tool} has no ${place} parameter ${name}`);
      args[parameter.argument] = value;
    }
  }
  return args;
}

async function toolNamed(name: unknown, unit: Outcome): Promise<SeenTool | undefined> {
  const tools = await toolsOf(unit);
  return name === undefined && tools.length === 1 ? tools[0] : tools.find(({ tool }) => tool === name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
