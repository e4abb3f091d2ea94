import type { LoopMessage } from './types.ts';

const LOST = '(The result is no longer in this conversation.)';

/** A message whose calls all have ids that are new to the conversation: some servers send none, or the same again. */
export function withIds(message: LoopMessage, history: readonly LoopMessage[]): LoopMessage {
  const { tool_calls: calls } = message;
  if (calls === undefined) return message;
  if (calls.length === 0) {
    // An empty list is refused when it is sent back.
    const { tool_calls: _none, ...rest } = message;
    return rest;
  }
  const taken = new Set(history.flatMap(({ tool_calls: earlier = [] }) => earlier.map(({ id }) => id)));
  const named = calls.map((call, index) => {
    const { id } = call;
    const own = typeof id === 'string' && id !== '' && !taken.has(id) ? id : `call_${history.length}_${index}`;
    taken.add(own);
    return own === id ? call : { ...call, id: own };
  });
  return { ...message, tool_calls: named };
}

/**
 * A history that an endpoint takes, whatever was cut out of it: no result without its call, and each call with its
 * result right behind it.
 */
export function mended(messages: readonly LoopMessage[]): readonly LoopMessage[] {
  const result: LoopMessage[] = [];
  let open = new Map<string, LoopMessage>();
  const close = (): void => {
    result.push(...open.values());
    open = new Map();
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (open.delete(id)) result.push(message);
      continue;
    }
    close();
    result.push(message);
    for (const { id } of message.tool_calls ?? []) open.set(id, { role: 'tool', tool_call_id: id, content: LOST });
  }
  close();
  return result;
}
