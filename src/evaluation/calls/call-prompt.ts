import { createFence } from '../../llm/index.ts';
import { contentHash } from '../../shared/hash.ts';
import type { JsonObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { boundSchema, type Tool } from '../../tools/index.ts';

/** What a model is asked for one request. */
export interface CallPrompt {
  readonly system: string;
  readonly user: string;
  readonly schema: JsonObject;
  /** Equal where request, tools and wording are equal. */
  readonly key: string;
}

/** Raised when the wording changes, so that replies to the old one are not taken for replies to the new. */
const WORDING = 1;
const MAX_DESCRIPTION = 1_000;
const MAX_SCHEMA_BYTES = 6_000;

/** The request with the tools that the search offers, as a bridge would show them in full. */
export function callPrompt(modelId: string, request: string, tools: readonly Tool[]): CallPrompt {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    name,
    description: truncate(description, MAX_DESCRIPTION),
    arguments: boundSchema(inputSchema, MAX_SCHEMA_BYTES).schema,
  }));
  const content = JSON.stringify(offered);
  const fence = createFence();
  return {
    system: [
      'You are the part of an agent that decides on the next tool call.',
      'Choose the one tool that does what the user asks for, and the arguments for it, from the request alone.',
      'Where a value is not known yet, leave the argument out if it is optional, else write a plausible placeholder.',
      'Where none of the tools does what is asked, choose null: a wrong call does harm.',
      'Reply with JSON only: {"tool": NAME or null, "arguments": {…}}.',
      fence.note,
    ].join('\n'),
    user: `Tools:\n${fence.wrap(content)}\n\nThe user’s request:\n${fence.wrap(request)}`,
    schema: {
      type: 'object',
      properties: {
        tool: { anyOf: [{ type: 'string', enum: tools.map(({ name }) => name) }, { type: 'null' }] },
        arguments: { type: 'object' },
      },
      required: ['tool', 'arguments'],
    },
    key: contentHash(JSON.stringify([WORDING, modelId, request, content])),
  };
}
