import { isObject } from '../../shared/json.ts';
import type { Report } from './faults.ts';
import { type Member, type Placed, placed, textOf } from './members.ts';
import { checkNames, checkSchema } from './tool-rules.ts';

const MAX_TOOLS = 128;

/** Rules of OpenAI's Chat Completions API. */
export function checkChat(request: Member, report: Report): void {
  const tools = placed(request.tools, 'tools');
  if (tools.length > MAX_TOOLS)
    report('too-many-tools', 'tools', `There are ${tools.length} tools; ${MAX_TOOLS} are taken.`);
  const functions: Placed[] = [];
  for (const { value, path } of tools) {
    const inner = value[textOf(value.type)];
    if (value.type !== 'function' && value.type !== 'custom')
      report('deferral-unknown', `${path}.type`, `${textOf(value.type)} is no kind of tool here.`);
    else if (isObject(inner)) functions.push({ value: inner, path: `${path}.${textOf(value.type)}` });
    if (value.defer_loading !== undefined || (isObject(inner) && inner.defer_loading !== undefined))
      report('deferral-unknown', `${path}.defer_loading`, 'Nothing can be deferred here.');
  }
  checkNames(functions, report, 'name-twice');
  for (const { value, path } of functions) {
    if (!path.endsWith('.function') || (value.parameters === undefined && value.strict !== true)) continue;
    checkSchema(value.parameters, `${path}.parameters`, { plain: 'openai', strict: value.strict === true }, report);
  }
  const choice = request.tool_choice;
  const forced = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  if (forced !== undefined && !functions.some(({ value }) => value.name === forced))
    report('forced-tool-undeclared', 'tool_choice.function.name', `${textOf(forced)} is not declared.`);
  checkPairs(placed(request.messages, 'messages'), report);
}

/** The tool messages of a turn stand right behind the calls that they answer. */
function checkPairs(messages: readonly Placed[], report: Report): void {
  const ids = new Set<string>();
  let open = new Map<string, string>();
  let turn = new Set<string>();
  const close = () => {
    for (const [id, path] of open) report('call-without-result', path, `${id} has no tool message behind it.`);
    open = new Map();
    turn = new Set();
  };
  for (const { value, path } of messages) {
    if (value.role === 'tool') {
      const id = textOf(value.tool_call_id);
      if (!turn.has(id)) report('result-without-call', path, `${id} is no call of the message before.`);
      else if (!open.delete(id)) report('result-twice', path, `${id} has two tool messages.`);
      const odd = placed(value.content, `${path}.content`).find(({ value: part }) => part.type !== 'text');
      if (odd !== undefined)
        report('result-not-text', odd.path, `${textOf(odd.value.type)} is in the result of ${id}.`);
      continue;
    }
    close();
    for (const call of placed(value.tool_calls, `${path}.tool_calls`)) {
      const id = textOf(call.value.id);
      if (ids.has(id)) report('call-id-twice', `${call.path}.id`, `${id} is the id of two calls.`);
      ids.add(id);
      turn.add(id);
      open.set(id, call.path);
      checkArguments(call.value, call.path, report);
    }
  }
  close();
}

function checkArguments(call: Member, path: string, report: Report): void {
  if (isObject(call.function) && typeof call.function.arguments !== 'string')
    report('bad-arguments', `${path}.function.arguments`, `The arguments of ${textOf(call.id)} are no text.`);
}
