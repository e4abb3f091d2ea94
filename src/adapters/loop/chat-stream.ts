import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import type { LoopReply } from './types.ts';
import { readUsage } from './usage.ts';

/** A reply is some kilobytes; an endpoint that sends more is no model. In characters. */
const MAX_CHARS = 8_000_000;

export interface HeldStream {
  readonly fetch: typeof fetch;
  /** The events of the last answer, where it was a stream. */
  take(): ReadableStream<Uint8Array> | undefined;
}

/**
 * A `fetch` that keeps back a stream of events and says `{}` in its place, so that whoever asks with retries and
 * time-outs has these up to the first byte. From then on only the caller's signal ends the stream.
 */
export function holdStream(send: typeof fetch, signal: AbortSignal | undefined): HeldStream {
  let held: ReadableStream<Uint8Array> | undefined;
  return {
    take: () => held,
    fetch: async (input, init) => {
      held = undefined;
      const untilHeaders = new AbortController();
      const giveUp = (): void => untilHeaders.abort(init?.signal?.reason);
      init?.signal?.addEventListener('abort', giveUp, { once: true });
      if (init?.signal?.aborted === true) giveUp();
      const both = signal === undefined ? untilHeaders.signal : AbortSignal.any([untilHeaders.signal, signal]);
      const response = await send(input, { ...init, signal: both });
      const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
      if (!response.ok || !isStream || response.body === null) return response;
      init?.signal?.removeEventListener('abort', giveUp);
      held = response.body;
      return new Response('{}', { status: response.status });
    },
  };
}

interface Piece {
  id: string;
  name: string;
  args: string;
}

/**
 * Puts the pieces of a streamed reply together. Calls may come interleaved.
 * @throws ToolscoutError `LLM_UNAVAILABLE` where the stream breaks off or ends in an error: half a reply is none
 */
export async function readChatStream(
  events: ReadableStream<Uint8Array>,
  onText: (text: string) => void = () => {},
): Promise<LoopReply> {
  const calls = new Map<number, Piece>();
  let text = '';
  let finish: string | undefined;
  let usage: LoopReply['usage'];
  for await (const chunk of chunksOf(events)) {
    if (isObject(chunk.error)) throw brokenOff(String(chunk.error.message ?? 'an error'));
    usage = readUsage(chunk.usage) ?? usage;
    const choice: unknown = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
    if (!isObject(choice)) continue;
    if (typeof choice.finish_reason === 'string') finish = choice.finish_reason;
    const delta = isObject(choice.delta) ? choice.delta : {};
    if (typeof delta.content === 'string' && delta.content !== '') {
      text += delta.content;
      onText(delta.content);
    }
    for (const piece of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) addPiece(calls, piece);
  }
  if (finish === undefined) throw brokenOff('it ended before the reply did');
  const toolCalls = [...calls.values()].map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  return {
    message: {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    },
    finish,
    ...(usage === undefined ? {} : { usage }),
  };
}

function addPiece(calls: Map<number, Piece>, piece: unknown): void {
  if (!isObject(piece)) return;
  const { id, function: called } = piece;
  // Without a number, a piece with an id begins a call and one without goes on with the last.
  const last = Math.max(-1, ...calls.keys());
  const index = typeof piece.index === 'number' ? piece.index : typeof id === 'string' ? last + 1 : Math.max(0, last);
  const call = calls.get(index) ?? { id: '', name: '', args: '' };
  calls.set(index, call);
  if (typeof id === 'string' && call.id === '') call.id = id;
  if (!isObject(called)) return;
  // Some servers repeat the name with every piece.
  if (typeof called.name === 'string' && called.name !== call.name) call.name += called.name;
  if (typeof called.arguments === 'string') call.args += called.arguments;
}

/** The JSON of server-sent events, up to `[DONE]`. */
async function* chunksOf(events: ReadableStream<Uint8Array>): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const decoder = new TextDecoder();
  let rest = '';
  let size = 0;
  try {
    for await (const bytes of events as unknown as AsyncIterable<Uint8Array>) {
      const text = decoder.decode(bytes, { stream: true });
      size += text.length;
      if (size > MAX_CHARS) throw brokenOff(`it has more than ${MAX_CHARS} characters`);
      const lines = (rest + text).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        // Line separators of Unicode stand in JSON as they are, and end no line of a stream.
        const data = /^data: ?(.*)$/s.exec(line)?.[1];
        if (data === undefined) continue;
        if (data === '[DONE]') return;
        const chunk: unknown = JSON.parse(data);
        if (isObject(chunk)) yield chunk;
      }
    }
  } catch (error) {
    if (error instanceof ToolscoutError || isAbort(error)) throw error;
    throw brokenOff(error instanceof Error ? error.message : String(error), error);
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function brokenOff(why: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('LLM_UNAVAILABLE', `The streamed reply of the endpoint cannot be used: ${why}.`, {
    next: 'Try again: nothing of this reply has run.',
    ...(cause === undefined ? {} : { cause }),
  });
}
