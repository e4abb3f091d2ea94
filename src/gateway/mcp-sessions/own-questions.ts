import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isObject, type JsonObject, own } from '../../shared/json.ts';
import type { SessionShelf } from './session-shelf.ts';

/** How often a gateway looks whether an answer that it waits for came to another one. */
const LOOK_MS = 200;

/**
 * Keeps the questions that gateways put to the client of one session apart, and brings answers to the one that asked.
 * Counted from zero in each gateway, two questions would have one id, and consent to one could be taken for consent to
 * the other.
 */
export function keepQuestionsApart(
  transport: WebStandardStreamableHTTPServerTransport,
  shelf: SessionShelf,
  onError: (error: unknown) => void,
): void {
  /** Who asks: a client answers by the id of the question, and any gateway may get that. */
  const asker = `${randomUUID()}.`;
  const waiting = new Map<string, number>();
  let isLooking = false;
  const send = transport.send.bind(transport);
  const receive = transport.onmessage;
  const close = transport.onclose;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (waiting.size > 0 && transport.sessionId !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS).unref());
      for (const [question, id] of [...waiting]) {
        const answer = await shelf.takeAnswer(transport.sessionId, question).catch(onError);
        if (!isObject(answer) || !waiting.delete(question)) continue;
        receive?.({ ...answer, id } as unknown as JSONRPCMessage);
      }
    }
    isLooking = false;
  };
  transport.send = (message, options) => {
    if ('method' in message && 'id' in message) {
      const question = `${asker}${message.id}`;
      waiting.set(question, Number(message.id));
      void look();
      return send({ ...message, id: question }, options);
    }
    const given = cancelledQuestion(message);
    if (given === undefined) return send(message, options);
    waiting.delete(`${asker}${given}`);
    const { params } = message as { readonly params?: object };
    return send({ ...message, params: { ...params, requestId: `${asker}${given}` } } as JSONRPCMessage, options);
  };
  transport.onmessage = (message, extra) => {
    if ('method' in message) return receive?.(message, extra);
    const question = String(message.id);
    const id = waiting.get(question);
    if (id !== undefined) {
      waiting.delete(question);
      return receive?.({ ...message, id } as JSONRPCMessage, extra);
    }
    // Answered already, or another gateway's.
    if (question.startsWith(asker) || transport.sessionId === undefined) return undefined;
    shelf.passOn(transport.sessionId, question, message as unknown as JsonObject).catch(onError);
    return undefined;
  };
  transport.onclose = () => {
    waiting.clear();
    close?.();
  };
}

/** The question that this notification takes back. */
function cancelledQuestion(message: JSONRPCMessage): number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = own(message.params ?? {}, 'requestId');
  return typeof id === 'number' ? id : undefined;
}
