import { errorMessage, ToolscoutError } from '../../errors.ts';
import { parseExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { type Tool, viewObject } from '../../tools/index.ts';
import { expectedSignature } from '../expected-signature.ts';
import type { ArgumentRepair, CallArguments, CallRequest } from '../types.ts';

/** Arguments as one object, and what had to be put right to get it. */
export interface GivenArguments {
  readonly arguments: CallArguments;
  readonly repairs: readonly ArgumentRepair[];
}

/** Members that models wrap arguments in, or write before their names. */
const WRAPPERS: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'parameters', 'params']);
/** A JSON text that holds a JSON text is still clear; deeper is no mistake any more. */
const MAX_LAYERS = 2;

/**
 * Reads the arguments of a request in every form that models send and that can mean only one thing. Nothing is
 * interpreted here beyond where they stand: values are as given.
 * @throws ToolscoutError `INVALID_ARGUMENTS` where there is no object to be found.
 */
export function readGivenArguments(tool: Tool, given: CallRequest): GivenArguments {
  const declared = new Set(viewObject([tool.inputSchema], tool.inputSchema).properties.keys());
  const repairs: ArgumentRepair[] = [...(given.repairs ?? [])];
  const request = namedOtherwise(given, declared, repairs);
  for (const { kind, path } of repairs) {
    const name = path.slice(1);
    if (kind !== 'name-in-arguments' || !declared.has(name)) continue;
    throw refusal(tool, `It is not clear whether "${name}" names the tool ${tool.name} or is an argument of it.`);
  }
  let args = readObject(tool, request.arguments, repairs);
  args = unwrap(args, declared, repairs);
  args = stripPrefixes(args, declared, repairs);
  return { arguments: takeIn(tool, args, request, declared, repairs), repairs };
}

/** `{"name": …, "parameters": {…}}`: the arguments under another word, which the tool knows no argument by. */
function namedOtherwise(request: CallRequest, declared: ReadonlySet<string>, repairs: ArgumentRepair[]): CallRequest {
  const { arguments: given, beside = {} } = request;
  if (given !== undefined) return request;
  const key = Object.keys(beside).find((one) => WRAPPERS.has(one) && !declared.has(one) && mayBeObject(beside[one]));
  if (key === undefined) return request;
  const { [key]: args, ...others } = beside;
  repairs.push({ kind: 'stripped-prefix', path: `/${key}` });
  return { ...request, arguments: args, beside: others };
}

function mayBeObject(value: unknown): boolean {
  return isObject(value) || (typeof value === 'string' && value.trimStart().startsWith('{'));
}

/** No arguments at all means an empty object. */
function readObject(tool: Tool, given: unknown, repairs: ArgumentRepair[]): CallArguments {
  let value = given;
  for (let layer = 0; layer < MAX_LAYERS && typeof value === 'string' && value.trim() !== ''; layer++) {
    value = parseText(tool, value);
  }
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return {};
  if (!isObject(value)) {
    const what = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    throw refusal(tool, `Arguments of ${tool.name} must be an object, got ${what}.`);
  }
  if (typeof given === 'string') repairs.push({ kind: 'parsed-json', path: '' });
  return value;
}

function parseText(tool: Tool, text: string): unknown {
  try {
    return parseExact(text);
  } catch (cause) {
    const why = truncate(errorMessage(cause), 120);
    throw refusal(tool, `Arguments of ${tool.name} came as text that is no JSON (${why}).`, cause);
  }
}

/** `{"args": {…}}` among the arguments, where the tool knows no `args`. */
function unwrap(args: CallArguments, declared: ReadonlySet<string>, repairs: ArgumentRepair[]): CallArguments {
  const [key, ...others] = Object.keys(args);
  if (key === undefined || others.length > 0 || !WRAPPERS.has(key) || declared.has(key) || declared.size === 0) {
    return args;
  }
  const inner = args[key];
  if (!isObject(inner)) return args;
  repairs.push({ kind: 'stripped-prefix', path: `/${key}` });
  return inner;
}

/** `args.title` for `title`, and `args.meta.k` for `k` in `meta`, where only the short name is known. */
function stripPrefixes(args: CallArguments, declared: ReadonlySet<string>, repairs: ArgumentRepair[]): CallArguments {
  let stripped = args;
  for (const key of Object.keys(args)) {
    const [wrapper = '', ...path] = key.split('.');
    if (path.length === 0 || !WRAPPERS.has(wrapper) || declared.has(key)) continue;
    const whole = path.join('.');
    const target = declared.has(whole) ? [whole] : path;
    if (!declared.has(target[0]!) || isTaken(stripped, target)) continue;
    const { [key]: value, ...others } = stripped;
    stripped = placed(others, target, value);
    repairs.push({ kind: 'stripped-prefix', path: `/${escaped(key)}` });
  }
  return stripped;
}

function isTaken(args: CallArguments, path: readonly string[]): boolean {
  let holder: unknown = args;
  for (const name of path) {
    if (!isObject(holder)) return true;
    if (!Object.hasOwn(holder, name)) return false;
    holder = holder[name];
  }
  return true;
}

function placed(args: CallArguments, [name, ...rest]: readonly string[], value: unknown): CallArguments {
  const inner = args[name!];
  return { ...args, [name!]: rest.length === 0 ? value : placed(isObject(inner) ? inner : {}, rest, value) };
}

/** Arguments that stand beside the tool's name instead of below it. */
function takeIn(
  tool: Tool,
  args: CallArguments,
  request: CallRequest,
  declared: ReadonlySet<string>,
  repairs: ArgumentRepair[],
): CallArguments {
  const stripped: ArgumentRepair[] = [];
  const beside = stripPrefixes(request.beside ?? {}, declared, stripped);
  const known = Object.keys(beside).filter((key) => declared.has(key) && !Object.hasOwn(args, key));
  if (known.length > 0) {
    // Given nothing else, all of them are arguments; the schema then says whether the unknown ones are allowed.
    const isFlat = Object.keys(args).length === 0;
    const taken = isFlat ? Object.keys(beside) : known;
    repairs.push(...stripped);
    if (isFlat) repairs.push({ kind: 'unflattened', path: '' });
    else repairs.push(...known.map((key): ArgumentRepair => ({ kind: 'unflattened', path: `/${escaped(key)}` })));
    return { ...args, ...Object.fromEntries(taken.map((key) => [key, beside[key]])) };
  }
  const [stray] = Object.keys(beside);
  if (request.arguments === undefined && stray !== undefined) {
    const message = `Beside the name ${tool.name} stands "${truncate(stray, 60)}", which it takes no argument of that name for.`;
    throw refusal(tool, message);
  }
  return args;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function refusal(tool: Tool, message: string, cause?: unknown): ToolscoutError {
  const signature = expectedSignature(tool);
  return new ToolscoutError('INVALID_ARGUMENTS', message, {
    next: `Send the name of the tool under "name" and its arguments as one JSON object under "arguments": ${signature}.`,
    details: { tool: tool.name, path: '', expected: 'object', signature },
    ...(cause === undefined ? {} : { cause }),
  });
}
