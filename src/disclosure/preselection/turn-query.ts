import { truncate } from '../../shared/truncate.ts';
import { analyzeQuery } from '../../text/index.ts';
import { FEW_WORDS, MAX_CONTEXT, MAX_MESSAGE } from './constants.ts';
import { openQuestion, readChat, skipReason } from './skip-turn.ts';
import type { DialogueMessage, SkipReason } from './types.ts';

/** What a turn is searched for with, or why it is not. */
export type TurnQuery =
  | { readonly kind: 'skip'; readonly why: SkipReason }
  | {
      readonly kind: 'search';
      readonly text: string;
      /** The request before and this one, where this one says too little alone. */
      readonly context?: string;
    };

/** Reads the request of a turn in the light of what was said before it. */
export function readTurn(message: string, dialogue: readonly DialogueMessage[]): TurnQuery {
  const text = truncate(message.trim(), MAX_MESSAGE);
  if (text === '') return { kind: 'skip', why: 'no-text' };
  const chat = readChat(text);
  if (chat === undefined) return withContext(text, dialogue);
  const question = chat === 'go-on' ? openQuestion(dialogue) : undefined;
  return question === undefined ? { kind: 'skip', why: skipReason(chat) } : withContext(question, dialogue);
}

function withContext(text: string, dialogue: readonly DialogueMessage[]): TurnQuery {
  const before = dialogue.findLast(({ role, content }) => role === 'user' && readChat(content) === undefined);
  if (before === undefined || analyzeQuery(text).terms.length >= FEW_WORDS) return { kind: 'search', text };
  return { kind: 'search', text, context: `${truncate(before.content.trim(), MAX_CONTEXT)}\n${text}` };
}
