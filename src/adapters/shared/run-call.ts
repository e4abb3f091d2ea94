import {
  type ApprovalAnswer,
  type Approver,
  type CallContext,
  type RawToolResult,
  toCallFailure,
} from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { parseExact, stringifyExact, withPlainNumbers } from '../../shared/exact-json.ts';
import { isObject, own } from '../../shared/json.ts';
import type { DeclaredTool } from './declared.ts';
import { readPicture } from './picture.ts';
import type { ToolAccess } from './tool-access.ts';

/** A call as a provider hands it over. */
export interface ModelCall {
  readonly name: string;
  /** As JSON text, or read already. */
  readonly arguments: unknown;
}

/** What the model is answered. */
export type CallAnswer =
  | { readonly kind: 'result'; readonly result: RawToolResult }
  /** An answer of the bridge. */
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly failure: Readonly<Record<string, unknown>> };

/**
 * Runs one call, whatever the model wrote. Every call ends in an answer: names that are not there, arguments that are no
 * JSON and tools that fail are told to the model under the call's own id.
 */
export async function runCall(
  access: ToolAccess,
  call: ModelCall,
  declared: (name: string) => DeclaredTool | undefined,
  context?: CallContext,
): Promise<CallAnswer> {
  try {
    const given = parseInput(call.name, call.arguments);
    const { search, describe, call: bridgeCall } = access.bridgeNames;
    if (call.name === search) return { kind: 'answer', answer: await access.search(given) };
    if (call.name === describe) return { kind: 'answer', answer: await access.describe(given) };
    if (call.name === bridgeCall) return { kind: 'result', result: await access.call(given, context) };
    // Only what was declared in the dialect is written in it.
    const args = declared(call.name)?.restore(given) ?? given;
    const result = await access.call({ name: call.name, arguments: args }, { entrance: 'direct', ...context });
    return { kind: 'result', result };
  } catch (error) {
    return { kind: 'failure', failure: { error: toCallFailure(error) } };
  }
}

/** Some models write JSON text in JSON text; more often than this none was seen to. */
const MAX_ENCODINGS = 3;

/**
 * Arguments from JSON text, or as they are. Some models send no text at all for none.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for a text that is no JSON
 */
export function parseInput(name: string, given: unknown): unknown {
  let value = given;
  for (let count = 0; typeof value === 'string' && count < MAX_ENCODINGS; count++) value = parseText(name, value);
  return value ?? {};
}

function parseText(name: string, text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseExact(text);
  } catch {
    throw new ToolscoutError('INVALID_ARGUMENTS', `The arguments of ${name} are no JSON.`, {
      next: 'Call it once more with its arguments as one JSON object. Nothing has run.',
      details: { tool: name, ran: false },
    });
  }
}

/** Did the tool or the way to it fail? */
export function isFailure(answer: CallAnswer): boolean {
  return answer.kind === 'failure' || (answer.kind === 'result' && answer.result.isError === true);
}

/** One block of a result that a model can read. */
export type ReadableBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string };

/** An answer as texts and images. Never empty, and no text is: providers refuse both. */
export function readableBlocks(answer: CallAnswer): readonly ReadableBlock[] {
  if (answer.kind !== 'result') return [asText(answer.kind === 'answer' ? answer.answer : answer.failure)];
  const { content, structuredContent } = answer.result;
  const blocks = (Array.isArray(content) ? content : []).flatMap(readableBlock);
  if (blocks.length > 0) return blocks;
  return [structuredContent === undefined ? { type: 'text', text: '(no output)' } : asText(structuredContent)];
}

/** What a host is handed of an answer, in plain JSON: the bridge's answer, or a result, also where the call failed. */
export function toOutput(answer: CallAnswer): Readonly<Record<string, unknown>> {
  if (answer.kind === 'answer') return withPlainNumbers(answer.answer) as Readonly<Record<string, unknown>>;
  if (answer.kind === 'result') return withPlainNumbers(answer.result) as RawToolResult;
  return { content: readableBlocks(answer), structuredContent: answer.failure, isError: true };
}

/** Gives a person's answer once: to the call that was asked about, and not to what a hook makes of it. */
export function answerOnce(answer: boolean | ApprovalAnswer): Approver {
  let left = 1;
  return () => left-- > 0 && answer;
}

/** What a block says where pictures are only named: the model at least learns that there is one. */
export function inWords(block: ReadableBlock): string {
  return block.type === 'text' ? block.text : `[image, ${block.mimeType}]`;
}

function readableBlock(block: unknown): readonly ReadableBlock[] {
  if (!isObject(block)) return [];
  if (block.type === 'text')
    return typeof block.text === 'string' && block.text.trim() !== '' ? [wellFormed(block.text)] : [];
  if (block.type === 'image' && typeof block.data === 'string') {
    const picture = readPicture(block.data, own(block, 'mimeType'));
    return [
      picture === undefined ? { type: 'text', text: '[image that cannot be read]' } : { type: 'image', ...picture },
    ];
  }
  const resource = isObject(block.resource) ? block.resource : undefined;
  if (typeof resource?.text === 'string' && resource.text.trim() !== '') return [wellFormed(resource.text)];
  const { data: _data, ...rest } = block;
  return [
    asText(resource === undefined ? rest : { ...rest, resource: { uri: resource.uri, mimeType: resource.mimeType } }),
  ];
}

/** A text that was cut within a character would have a provider refuse the conversation from here on. */
function wellFormed(text: string): ReadableBlock {
  return { type: 'text', text: text.toWellFormed() };
}

function asText(value: unknown): ReadableBlock {
  return { type: 'text', text: stringifyExact(value) ?? String(value) };
}
