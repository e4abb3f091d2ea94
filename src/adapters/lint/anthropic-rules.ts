import type { Report } from './faults.ts';
import { type Member, type Placed, placed, textOf } from './members.ts';
import { checkNames, checkSchema, measureStrict } from './tool-rules.ts';

const MAX_DEFERRED = 10_000;
const MAX_CACHE_MARKS = 4;
const STRICT = { tools: 20, optional: 24, unions: 16 } as const;

/** Rules of Anthropic's Messages API. */
export function checkAnthropic(request: Member, searchTool: string, report: Report): void {
  const tools = placed(request.tools, 'tools');
  const messages = placed(request.messages, 'messages');
  checkTools(tools, report);
  checkNames(tools, report, 'name-twice');
  checkChoice(request, tools, report);
  checkCacheMarks(request, tools, messages, report);
  const referenced = checkReferences(messages, tools, report);
  checkReachable(tools, referenced, searchTool, report);
  checkMessages(messages, report);
  checkPairs(messages, report);
}

function isDeferred({ value }: Placed): boolean {
  return value.defer_loading === true;
}

function checkTools(tools: readonly Placed[], report: Report): void {
  const deferred = tools.filter(isDeferred);
  if (tools.length > 0 && deferred.length === tools.length)
    report('all-deferred', 'tools', `All ${tools.length} tools are deferred.`);
  if (deferred.length > MAX_DEFERRED)
    report('too-many-deferred', 'tools', `${deferred.length} tools are deferred; ${MAX_DEFERRED} are taken.`);
  for (const { value, path } of deferred) {
    if (value.cache_control !== undefined && value.cache_control !== null)
      report('deferred-with-cache-control', `${path}.cache_control`, `${textOf(value.name)} is deferred and marked.`);
  }
  const own = tools.filter(({ value }) => value.type === undefined || value.type === null || value.type === 'custom');
  for (const { value, path } of own)
    checkSchema(
      value.input_schema,
      `${path}.input_schema`,
      { plain: 'anthropic', strict: value.strict === true },
      report,
    );
  const strict = own.filter(({ value }) => value.strict === true);
  if (strict.length > STRICT.tools) report('strict-too-many-tools', 'tools', `${strict.length} tools are strict.`);
  const { optional, unions } = measureStrict(strict.map(({ value }) => value.input_schema));
  if (optional > STRICT.optional)
    report('strict-too-many-optional', 'tools', `The strict tools have ${optional} optional arguments.`);
  if (unions > STRICT.unions)
    report('strict-too-many-unions', 'tools', `The strict tools have ${unions} places with several types.`);
}

function checkChoice({ tool_choice: choice }: Member, tools: readonly Placed[], report: Report): void {
  const { type, name } = (choice ?? {}) as Member;
  if (type === 'tool' && !tools.some(({ value }) => value.name === name))
    report('forced-tool-undeclared', 'tool_choice.name', `${textOf(name)} is not declared.`);
}

function checkCacheMarks(request: Member, tools: readonly Placed[], messages: readonly Placed[], report: Report): void {
  const blocks = messages.flatMap(({ value, path }) => placed(value.content, `${path}.content`));
  const all = [...tools, ...placed(request.system, 'system'), ...blocks];
  const marks = all.filter(({ value }) => value.cache_control !== undefined && value.cache_control !== null);
  if (marks.length > MAX_CACHE_MARKS)
    report('too-many-cache-marks', marks[MAX_CACHE_MARKS]!.path, `There are ${marks.length} marks.`);
}

/** What the history refers to; each has to be defined in this very request. */
function checkReferences(messages: readonly Placed[], tools: readonly Placed[], report: Report): ReadonlySet<string> {
  const names = new Set(tools.map(({ value }) => textOf(value.name)));
  const referenced = new Set<string>();
  for (const { value: message, path } of messages) {
    for (const block of placed(message.content, `${path}.content`)) {
      const isSearch = block.value.type === 'tool_search_tool_result';
      const list = isSearch ? ((block.value.content ?? {}) as Member).tool_references : block.value.content;
      if (!isSearch && block.value.type !== 'tool_result') continue;
      for (const { value, path: at } of placed(list, `${block.path}.content${isSearch ? '.tool_references' : ''}`)) {
        if (value.type !== 'tool_reference') continue;
        const name = textOf(value.tool_name);
        referenced.add(name);
        if (!names.has(name)) report('undefined-reference', at, `${name} is not in tools.`);
      }
    }
  }
  return referenced;
}

/** A hidden tool that nothing can bring in might as well not be there. */
function checkReachable(
  tools: readonly Placed[],
  referenced: ReadonlySet<string>,
  searchTool: string,
  report: Report,
): void {
  const searches = tools.some(
    ({ value }) => textOf(value.type).startsWith('tool_search_tool') || value.name === searchTool,
  );
  if (searches) return;
  const lost = tools.find((tool) => isDeferred(tool) && !referenced.has(textOf(tool.value.name)));
  if (lost !== undefined)
    report('deferral-without-search', lost.path, `${textOf(lost.value.name)} is deferred and nothing searches for it.`);
}

function checkMessages(messages: readonly Placed[], report: Report): void {
  const first = messages.find(({ value }) => value.role !== 'system');
  if (first !== undefined && first.value.role !== 'user')
    report('first-message', `${first.path}.role`, `It begins with ${textOf(first.value.role)}.`);
  for (const { value, path } of messages) {
    for (const block of placed(value.content, `${path}.content`)) {
      const inner = block.value.type === 'tool_result' ? placed(block.value.content, `${block.path}.content`) : [];
      for (const one of [block, ...inner]) {
        if (one.value.type === 'text' && textOf(one.value.text) === '')
          report('empty-text', one.path, 'The text is empty.');
      }
    }
  }
}

/** Messages of one role in a row are one turn to the provider. */
function turnsOf(
  messages: readonly Placed[],
): readonly { readonly role: unknown; readonly blocks: readonly Placed[] }[] {
  const turns: { role: unknown; blocks: Placed[] }[] = [];
  for (const { value, path } of messages) {
    if (value.role === 'system') continue;
    const blocks =
      typeof value.content === 'string'
        ? [{ value: { type: 'text', text: value.content }, path: `${path}.content` }]
        : placed(value.content, `${path}.content`);
    const last = turns.at(-1);
    if (last !== undefined && last.role === value.role) last.blocks.push(...blocks);
    else turns.push({ role: value.role, blocks: [...blocks] });
  }
  return turns;
}

function checkPairs(messages: readonly Placed[], report: Report): void {
  const turns = turnsOf(messages);
  const ids = new Set<string>();
  for (const [index, { role, blocks }] of turns.entries()) {
    if (role === 'assistant') {
      const next = turns[index + 1]?.blocks ?? [];
      const answered = new Set(
        next.filter(({ value }) => value.type === 'tool_result').map(({ value }) => textOf(value.tool_use_id)),
      );
      for (const { value, path } of blocks) {
        if (value.type !== 'tool_use' && value.type !== 'server_tool_use') continue;
        const id = textOf(value.id);
        if (ids.has(id)) report('call-id-twice', `${path}.id`, `${id} is the id of two calls.`);
        ids.add(id);
        if (typeof value.input !== 'object' || value.input === null)
          report('bad-arguments', `${path}.input`, `The input of ${id} is no object.`);
        if (value.type === 'tool_use' && !answered.has(id))
          report('call-without-result', path, `${id} has no result in the next message.`);
      }
      continue;
    }
    const previous = turns[index - 1];
    const calls = new Set(
      (previous?.role === 'assistant' ? previous.blocks : [])
        .filter(({ value }) => value.type === 'tool_use')
        .map(({ value }) => textOf(value.id)),
    );
    checkResults(blocks, calls, report);
  }
}

function checkResults(blocks: readonly Placed[], calls: ReadonlySet<string>, report: Report): void {
  const seen = new Set<string>();
  let other = false;
  for (const { value, path } of blocks) {
    if (value.type !== 'tool_result') {
      other = true;
      continue;
    }
    const id = textOf(value.tool_use_id);
    if (id.startsWith('srvtoolu_')) report('server-call-answered', path, `${id} is a call of the provider.`);
    else if (!calls.has(id)) report('result-without-call', path, `${id} is no call of the message before.`);
    else if (seen.has(id)) report('result-twice', path, `${id} has two results.`);
    if (other && calls.has(id)) report('result-misplaced', path, `The result of ${id} stands behind other content.`);
    seen.add(id);
  }
}
