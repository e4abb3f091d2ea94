import { isObject } from '../../shared/json.ts';
import type { Report } from './faults.ts';
import { type Member, type Placed, placed, textOf } from './members.ts';
import { checkNames, checkSchema } from './tool-rules.ts';

const SEARCH_ITEMS: ReadonlySet<unknown> = new Set(['tool_search_call', 'tool_search_output']);

/** Rules of OpenAI's Responses API. */
export function checkResponses(request: Member, report: Report): void {
  const tools = placed(request.tools, 'tools');
  const items = placed(request.input, 'input');
  const searches = tools.filter(({ value }) => value.type === 'tool_search');
  if (searches.length > 1) report('two-searches', searches[1]!.path, 'There are two search tools.');
  checkList(tools, report);
  const declared = functionsOf(tools);
  if (searches.length === 0) {
    const deferred = declared.find(({ value }) => value.defer_loading === true);
    if (deferred !== undefined)
      report(
        'deferral-without-search',
        `${deferred.path}.defer_loading`,
        `${textOf(deferred.value.name)} is deferred without tool_search.`,
      );
    const item = items.find(({ value }) => SEARCH_ITEMS.has(value.type));
    if (item !== undefined) report('search-item-without-search', item.path, 'The history holds a search.');
  }
  const choice = request.tool_choice;
  if (isObject(choice) && choice.type === 'function' && !declared.some(({ value }) => value.name === choice.name))
    report('forced-tool-undeclared', 'tool_choice.name', `${textOf(choice.name)} is not declared.`);
  checkLoaded(items, declared, report);
  // With a stored conversation the calls may be there, and so may the items that are sent as references.
  const isStored = request.previous_response_id != null || request.conversation != null;
  checkPairs(items, !isStored && items.every(({ value }) => value.type !== 'item_reference'), report);
}

/** Functions, bare and in namespaces. */
function functionsOf(tools: readonly Placed[]): readonly Placed[] {
  return tools.flatMap((tool) => {
    if (tool.value.type === 'namespace') return functionsOf(placed(tool.value.tools, `${tool.path}.tools`));
    return tool.value.type === 'function' || tool.value.type === 'custom' ? [tool] : [];
  });
}

function checkList(tools: readonly Placed[], report: Report): void {
  const spaces = tools.filter(({ value }) => value.type === 'namespace');
  const functions = functionsOf(tools);
  checkNames(spaces, report, 'namespace-twice');
  // A call says its namespace, so the same name may stand in two of them.
  checkNames(functionsOf(tools.filter(({ value }) => value.type !== 'namespace')), report, 'name-twice');
  for (const { value, path } of spaces) {
    checkNames(functionsOf(placed(value.tools, `${path}.tools`)), report, 'name-twice');
    if (textOf(value.description) === '')
      report('namespace-without-description', path, `${textOf(value.name)} has no description.`);
  }
  for (const { value, path } of functions) {
    if (value.type !== 'function') continue;
    if (typeof value.strict !== 'boolean')
      report('strict-unsaid', path, `${textOf(value.name)} does not say whether it is strict.`);
    if (value.parameters == null && value.strict !== true) continue;
    checkSchema(value.parameters, `${path}.parameters`, { plain: 'openai', strict: value.strict === true }, report);
  }
}

/** What searches have loaded is one list to a strict endpoint, however many outputs it came in. */
function checkLoaded(items: readonly Placed[], declared: readonly Placed[], report: Report): void {
  const outputs = items.filter(({ value }) => value.type === 'tool_search_output');
  checkList(
    outputs.flatMap(({ value, path }) => placed(value.tools, `${path}.tools`)),
    report,
  );
  const visible = new Set(
    declared.filter(({ value }) => value.defer_loading !== true).map(({ value }) => textOf(value.name)),
  );
  for (const { value, path } of outputs.filter(({ value: output }) => output.execution === 'client')) {
    for (const one of functionsOf(placed(value.tools, `${path}.tools`))) {
      if (visible.has(textOf(one.value.name)))
        report('loaded-and-declared', one.path, `${textOf(one.value.name)} is in tools as well.`);
    }
  }
}

const CALLS: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  tool_search_call: 'tool_search_output',
};
const OUTPUTS: ReadonlyMap<string, string> = new Map(Object.entries(CALLS).map(([call, output]) => [output, call]));

function checkPairs(items: readonly Placed[], isWhole: boolean, report: Report): void {
  const open = new Map<string, { readonly path: string; readonly output: string }>();
  const known = new Set<string>();
  const answered = new Set<string>();
  for (const { value, path } of items) {
    const type = textOf(value.type);
    const id = textOf(value.call_id);
    if (Object.hasOwn(CALLS, type)) {
      checkArguments(type, value, path, report);
      // A search that the provider made has no id to answer under.
      if (value.call_id == null) continue;
      if (known.has(id)) report('call-id-twice', `${path}.call_id`, `${id} is the id of two calls.`);
      known.add(id);
      open.set(id, { path, output: CALLS[type]! });
      continue;
    }
    if (!OUTPUTS.has(type)) continue;
    if (value.call_id == null) {
      if (type !== 'tool_search_output' || value.execution === 'client')
        report('result-without-call', path, 'The output says no call_id.');
      continue;
    }
    if (answered.has(id)) report('result-twice', path, `${id} has two outputs.`);
    else if (known.has(id) ? open.get(id)?.output !== type : isWhole)
      report('result-without-call', path, `${id} is no ${OUTPUTS.get(type)} before this output.`);
    if (type === 'tool_search_output' && value.execution === 'server')
      report('server-call-answered', path, `${id} is answered in the name of the provider.`);
    answered.add(id);
    open.delete(id);
  }
  for (const [id, { path, output }] of open) report('call-without-result', path, `${id} has no ${output}.`);
}

function checkArguments(type: string, { arguments: args, call_id: id }: Member, path: string, report: Report): void {
  if (type === 'function_call' && typeof args !== 'string')
    report('bad-arguments', `${path}.arguments`, `The arguments of ${textOf(id)} are no text.`);
  if (type === 'tool_search_call' && !isObject(args))
    report('bad-arguments', `${path}.arguments`, `The arguments of the search ${textOf(id)} are no object.`);
}
