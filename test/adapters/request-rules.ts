/**
 * What two providers refuse in requests with deferred tools, by their documentation: Anthropic, "Tool search tool"
 * (platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool); OpenAI, "Tool search"
 * (platform.openai.com/docs/guides/tools-tool-search), and the types of both official clients.
 */
type Item = Readonly<Record<string, unknown>>;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Faults of a request to Anthropic's Messages API. */
export function anthropicProblems(tools: readonly object[], messages: readonly object[]): readonly string[] {
  const problems: string[] = [];
  const list = tools as readonly Item[];
  const names = list.map(({ name }) => String(name));
  if (new Set(names).size < names.length) problems.push('a name comes twice');
  for (const name of names) if (!NAME.test(name)) problems.push(`name ${name}`);
  const deferred = list.filter(({ defer_loading: one }) => one === true);
  if (list.length > 0 && deferred.length === list.length) problems.push('all tools are deferred');
  if (deferred.length > 10_000) problems.push('more than 10,000 deferred tools');
  if (deferred.some((tool) => tool.cache_control !== undefined)) problems.push('a deferred tool has cache_control');
  if (list.filter((tool) => tool.cache_control !== undefined).length > 4) problems.push('more than four cache marks');
  if (list.filter(({ strict }) => strict === true).length > 20) problems.push('more than 20 strict tools');
  const contents = (messages as readonly Item[]).flatMap(({ content }) =>
    Array.isArray(content) ? (content as Item[]) : [],
  );
  for (const name of contents.flatMap(references)) if (!names.includes(name)) problems.push(`reference to ${name}`);
  const answered = new Set(contents.filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id));
  for (const block of contents) {
    if (block.type === 'tool_use' && !answered.has(block.id)) problems.push(`${String(block.id)} has no result`);
    if (block.type === 'text' && block.text === '') problems.push('an empty text');
  }
  if ([...answered].some((id) => String(id).startsWith('srvtoolu_')))
    problems.push("an answer to the provider's own call");
  return problems;
}

function references({ type, content }: Item): readonly string[] {
  const blocks =
    type === 'tool_result' ? content : type === 'tool_search_tool_result' ? (content as Item).tool_references : [];
  if (!Array.isArray(blocks)) return [];
  return (blocks as Item[]).filter((block) => block.type === 'tool_reference').map((block) => String(block.tool_name));
}

/** Faults of a request to OpenAI's Responses API. */
export function responsesProblems(tools: readonly object[], input: readonly object[]): readonly string[] {
  const problems: string[] = [];
  const list = tools as readonly Item[];
  const items = input as readonly Item[];
  const hasSearch = list.some(({ type }) => type === 'tool_search');
  if (list.filter(({ type }) => type === 'tool_search').length > 1) problems.push('two search tools');
  const declared = flatten(list);
  if (!hasSearch && declared.some((tool) => tool.defer_loading === true))
    problems.push('tools.defer_loading needs tools.tool_search');
  if (!hasSearch && items.some(({ type }) => String(type).startsWith('tool_search')))
    problems.push('a search in the history needs tools.tool_search');
  const loaded = items
    .filter(({ type }) => type === 'tool_search_output')
    .flatMap(({ tools: found }) => found as Item[]);
  for (const group of [list, loaded]) {
    const spaces = group.filter(({ type }) => type === 'namespace').map(({ name }) => String(name));
    if (new Set(spaces).size < spaces.length) problems.push('a namespace comes twice');
    const names = flatten(group).map(({ name }) => String(name));
    if (new Set(names).size < names.length) problems.push('a function comes twice');
    for (const name of [...spaces, ...names]) if (!NAME.test(name)) problems.push(`name ${name}`);
  }
  for (const { type, strict } of declared)
    if (type === 'function' && typeof strict !== 'boolean') problems.push('strict is not said');
  for (const call of items) {
    if (call.type === 'function_call' && typeof call.arguments !== 'string')
      problems.push('arguments of a call are no text');
    if (call.type === 'tool_search_call' && typeof call.arguments !== 'object')
      problems.push('arguments of a search are no object');
  }
  const answered = new Set(items.filter(({ type }) => String(type).endsWith('_output')).map((item) => item.call_id));
  for (const { type, call_id: id } of items) {
    if ((type === 'function_call' || type === 'tool_search_call') && id !== null && !answered.has(id))
      problems.push(`${String(id)} has no output`);
  }
  return problems;
}

function flatten(tools: readonly Item[]): readonly Item[] {
  return tools.flatMap((tool) =>
    tool.type === 'namespace' ? flatten(tool.tools as Item[]) : tool.type === 'tool_search' ? [] : [tool],
  );
}
