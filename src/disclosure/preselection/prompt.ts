import { createFence } from '../../llm/index.ts';
import { truncate } from '../../shared/truncate.ts';
import { sanitizeText, type Tool } from '../../tools/index.ts';
import { toPromptText } from '../foreign-text.ts';
import {
  MAX_CANDIDATE_DESCRIPTION,
  MAX_DIALOGUE_MESSAGES,
  MAX_DIALOGUE_TEXT,
  MAX_MESSAGE,
  MAX_REPLY_TOKENS,
} from './constants.ts';
import type { AuxiliaryCandidate, AuxiliaryRequest, DialogueMessage, PreselectSide } from './types.ts';

/** What the model is to judge; without the fence, which is fresh for every request. */
export interface Question {
  readonly side: PreselectSide;
  readonly message: string;
  readonly dialogue: readonly DialogueMessage[];
  readonly candidates: readonly AuxiliaryCandidate[];
  /** Most it may choose. */
  readonly limit: number;
}

/** Cuts everything to what a model is shown: names and short descriptions, never a schema. */
export function toQuestion(
  side: PreselectSide,
  message: string,
  dialogue: readonly DialogueMessage[],
  tools: readonly Tool[],
  limit: number,
): Question {
  return {
    side,
    message: sanitizeText(message, MAX_MESSAGE).text,
    dialogue: dialogue
      .slice(-MAX_DIALOGUE_MESSAGES)
      .map(({ role, content }) => ({ role, content: sanitizeText(content, MAX_DIALOGUE_TEXT).text })),
    candidates: tools.map((tool, index) => ({
      number: index + 1,
      id: tool.id,
      name: tool.name,
      description: toPromptText(tool.description || (tool.title ?? ''), MAX_CANDIDATE_DESCRIPTION),
    })),
    limit,
  };
}

/** The request to the model. Everything that others wrote stands between fences that it cannot have guessed. */
export function toAuxiliaryRequest(question: Question, signal: AbortSignal): AuxiliaryRequest {
  const { side, message, dialogue, candidates, limit } = question;
  const fence = createFence();
  const list = candidates.map(({ number, name, description }) =>
    description === '' ? `${number}. ${name}` : `${number}. ${name}: ${description}`,
  );
  const said = dialogue.map(({ role, content }) => `${role}: ${truncate(content, MAX_DIALOGUE_TEXT)}`);
  const what = side === 'tools' ? 'tools' : 'skills (written instructions for a kind of task)';
  return {
    side,
    message,
    candidates,
    system: [
      `You prepare an assistant's turn: choose which of the listed ${what} it will need to do what the user asks for.`,
      `Choose as few as will do, at most ${limit}, and none where none is needed. Read the request in any language.`,
      'Reply with JSON only: {"chosen": [numbers from the list]}.',
      fence.note,
    ].join(' '),
    prompt: [
      ...(said.length === 0 ? [] : ['The dialogue so far:', fence.wrap(said.join('\n'))]),
      'The request of the user:',
      fence.wrap(message),
      `The ${side}:`,
      fence.wrap(list.join('\n')),
    ].join('\n'),
    schema: REPLY_SCHEMA,
    maxTokens: MAX_REPLY_TOKENS,
    signal,
  };
}

const REPLY_SCHEMA = {
  type: 'object',
  properties: { chosen: { type: 'array', items: { type: 'integer' } } },
  required: ['chosen'],
  additionalProperties: false,
} as const;
